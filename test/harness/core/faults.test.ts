/** @jest-environment ./test/support/environment.ts */
import { useSkippedWaits } from '../../support/waits';
import { byId, itemsWith, useCore } from './support';

const { sim, core, count, held, world } = useCore();
useSkippedWaits(sim);
const getMe = async (form = {}) => await core('user.getMe', form);
const create = async (text: string) => await core('post.create', { text });
const published = (text: string) => [...held().posts.values()].filter((post) => post.text === text).length;

/** X Core with another address in its credential. */
const at = async (baseUrl: string) =>
	await core('user.getMe', {}, { credentials: { xUserOAuth2Api: { baseUrl } } });

describe('a passing fault', () => {
	it.each([
		[502, 'before it was done', false],
		[504, 'behind the gateway when it was done', true],
	])('of a delete is survived: %d %s', async (status, _when, after) => {
		const { ownPost } = world();
		sim().fail({ match: { method: 'DELETE' }, kind: 'status', status, body: '<html></html>', after });
		const run = await core('post.delete', { id: byId(ownPost.id) });
		expect(run.json).toEqual([{ deleted: true, id: ownPost.id }]);
	});

	it('of a delete whose answer was lost is no "not found"', async () => {
		const { ownPost } = world();
		sim().fail({ match: { method: 'DELETE' }, kind: 'reset', after: true });
		const run = await core('post.delete', { id: byId(ownPost.id) });
		expect(run.json).toEqual([{ deleted: true, id: ownPost.id }]);
		expect(sim().requests.at(-1)?.status).toBe(404);
		const none = await core('post.delete', { id: byId(ownPost.id) });
		expect(none.error?.message).toMatch(/^Not found/);
	});

	it('of a delete is an item, too, where no page says what X answers to it', async () => {
		sim().fail({ match: { method: 'DELETE' }, kind: 'reset', after: true });
		const run = await core('bot.delete', { id: '1880028106020515840' }, { as: 'app' });
		expect([run.json, run.hints]).toEqual([[{ success: true }], []]);
	});

	it.each(['unavailable', 'reset'] as const)(
		'of a create is not repeated: %s after the work was done',
		async (kind) => {
			sim().fail({ match: { path: '/2/tweets' }, kind, after: true });
			const run = await create('Once');
			expect(published('Once')).toBe(1);
			expect(count('/2/tweets')).toBe(1);
			expect(run.json).toMatchObject([{ text: 'Once' }]);
			expect(run.hints.map(({ message }) => message)).toContainEqual(
				expect.stringContaining('was found on X'),
			);
		},
	);
});

it('that sends requests on to another address is not followed', async () => {
	sim().fail({ kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' });
	const { error } = await getMe();
	expect(error?.message).toBe('The host sends requests on to another address: HTTP 302 without a body');
	expect(error?.description).toMatch(/Redirects are not followed/);
	expect(sim().requests).toHaveLength(1);
});

describe('a host that cannot be reached', () => {
	it('by TLS says so, and is not asked again', async () => {
		const run = await at(sim().baseUrl.replace('http:', 'https:'));
		expect(run.error?.message).toMatch(/^No secure connection to the host could be made/);
		expect(run.error?.description).toMatch(/must speak https/);
	});

	it.each(['', 'api.x.com', 'ftp://api.x.com'])(
		'because "%s" is no address is said before sending',
		async (baseUrl) => {
			const run = await at(baseUrl || ' ');
			expect(run.error?.message).toBe('The credential holds no valid base URL');
			expect(run.error?.description).toContain('https://api.x.com');
		},
	);
});

describe('errors beside data', () => {
	const errors = [{ title: 'Not Found Error', detail: 'Could not find tweet with pinned_tweet_id: [7].' }];

	it('are shown as a hint', async () => {
		sim().fail({ kind: 'partial', errors });
		const run = await getMe();
		expect(run.json).toMatchObject([{ username: 'acme_support' }]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'X left something out: Could not find tweet with pinned_tweet_id: [7]',
		]);
	});

	it('are said once for all items that they are about', async () => {
		sim().fail({ kind: 'partial', errors, times: 7 });
		const run = await core('user.getMe', {}, { items: itemsWith(1, 2, 3, 4, 5, 6, 7) });
		expect(run.hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Items 1 to 7: X left something out/),
		]);
	});

	it('stay in the answer with Raw', async () => {
		sim().fail({ kind: 'partial', errors });
		const run = await getMe({ output: 'raw' });
		expect(run.json[0]?.errors).toEqual(errors);
	});

	it('are fatal when told so', async () => {
		sim().fail({ kind: 'partial', errors });
		const run = await getMe({ options: { failOnPartialErrors: '={{ "true" }}' } });
		expect(run.error?.message).toContain('Could not find tweet with pinned_tweet_id: [7]');
	});

	it('without data are an error: a single entity that is not there', async () => {
		const run = await core('user.get', { id: byId('12345') });
		expect(run.error?.message).toBe('Not found: Could not find user with id: [12345]');
		expect(run.error?.description).toMatch(/Check the ID/);
		expect(run.error).toMatchObject({ httpCode: '404', context: { data: { status: 404 } } });
	});

	it.each(['user.getFollowers', 'list.getPosts'])(
		'without data are an error for a list of something that is not there: %s',
		async (name) => {
			const run = await core(name, { id: byId('999999999') });
			expect(run.error).toMatchObject({ httpCode: '404', context: { data: { kind: 'notFound' } } });
		},
	);

	it('without data are a hint for a list of what was named', async () => {
		const run = await core('user.getMany', { ids: '12345' });
		expect(run.error).toBeUndefined();
		expect(run.json).toEqual([]);
		expect(run.hints[0]?.message).toContain('12345');
	});
});

describe('Continue On Fail', () => {
	const three = () => {
		const { me, other } = world();
		return itemsWith(me.id, '12345', other.id);
	};

	it.each([true, 'error'] as const)('keeps the items around one that fails (%s)', async (continueOnFail) => {
		const items = three();
		const run = await core('user.get', { id: '={{ $json.value }}' }, { items, continueOnFail });
		expect(run.status).toBe('success');
		const all = run.outputs.flat();
		const failed = all.filter(({ json }) => json.error !== undefined);
		expect(failed).toHaveLength(1);
		expect(failed[0]).toMatchObject({
			json: {
				error: 'Not found: Could not find user with ids: [12345]',
				details: {
					kind: 'notFound',
					description: expect.stringMatching(/^Check the ID/) as string,
					code: 'resource-not-found',
					problems: [{ value: '12345', resource_type: 'user' }],
				},
			},
			pairedItem: { item: 1 },
		});
		const ids = all.filter(({ json }) => json.error === undefined).map(({ json }) => json.id);
		expect(ids).toEqual([items[0]!.json.value, items[2]!.json.value]);
		if (continueOnFail === 'error') expect(run.outputs[1]).toHaveLength(1);
	});

	it('sends nothing more once the credential was refused three times in a row', async () => {
		const items = itemsWith(...Array.from({ length: 8 }, () => world().me.id));
		// Raw is asked for item by item.
		const form = { id: '={{ $json.value }}', output: 'raw' };
		const more = { items, continueOnFail: true, as: 'app' } as const;
		const wrong = { xAppApi: { bearerToken: '', consumerSecret: 'wrong-secret' } };
		const run = await core('user.get', form, { ...more, credentials: wrong });
		expect(run.json).toHaveLength(8);
		expect(new Set(run.json.map(({ error }) => error)).size).toBe(1);
		const said = run.json.map(({ details }) => (details as { description: string }).description);
		const isLast = said.map((text) => text.includes('nothing more was sent'));
		expect(isLast).toEqual([...Array<boolean>(3).fill(false), ...Array<boolean>(5).fill(true)]);
		expect(count('/oauth2/token')).toBe(3);
	});

	it('goes on with a credential that is refused now and then', async () => {
		const items = itemsWith(...Array.from({ length: 6 }, () => world().me.id));
		// n8n itself sends a refused request twice.
		for (const skip of [0, 1, 1]) sim().fail({ kind: 'unauthorized', skip, times: 4 });
		const more = { items, continueOnFail: true, as: 'oAuth1' } as const;
		const run = await core('user.get', { id: '={{ $json.value }}', output: 'raw' }, more);
		expect(run.json.filter(({ error }) => error === undefined).length).toBeGreaterThan(0);
		expect(sim().requests.length).toBeGreaterThan(6);
	});
});
