/**
 * Spaces, communities, compliance jobs and the rules of the filtered stream.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { by, byId, first, useCore } from './support';

const { sim, core, held, sent, world } = useCore();

describe('Spaces', () => {
	it('gets one by its address, with host, topic and speakers joined in', async () => {
		const { others } = world();
		const run = await core('space.get', {
			id: by('url', 'https://x.com/i/spaces/1DXxyRYNejbKM?s=20'),
			options: { expansions: ['host_ids', 'speaker_ids', 'topic_ids'], topic_fields: ['description'] },
		});
		expect(run.json).toEqual([
			expect.objectContaining({
				id: '1DXxyRYNejbKM',
				title: 'Release party live',
				state: 'live',
				participant_count: 420,
				hosts: [expect.objectContaining({ username: others[0]!.username })],
				speakers: others.slice(0, 2).map(({ username }) => expect.objectContaining({ username }) as object),
				topics: [expect.objectContaining({ name: 'Technology', description: 'All about technology' })],
			}),
		]);
		expect(sent()).toEqual(['GET /2/spaces/1DXxyRYNejbKM']);
	});

	it('gets many by IDs, and says which are missing', async () => {
		const run = await core('space.getMany', { ids: '1DXxyRYNejbKM, 1nAJELYEEPvGL, 1aaaaaaaaaaaa' });
		expect(run.json.map(({ id }) => id)).toEqual(['1DXxyRYNejbKM', '1nAJELYEEPvGL']);
		expect(run.hints[0]?.message).toContain('1aaaaaaaaaaaa');
	});

	it.each([
		['all', ['1DXxyRYNejbKM']],
		['scheduled', []],
	])('finds %s that match', async (state, found) => {
		const run = await core('space.search', { query: 'release party', filters: { state } });
		expect(run.json.map(({ id }) => id)).toEqual(found);
	});

	it('gets the ones of creators, and the Posts shared in one', async () => {
		const { me } = world();
		const mine = await core('space.getByCreators', { user_ids: me.id });
		expect(mine.json.map(({ title }) => title)).toEqual(['Ask Acme anything']);
		const posts = await core('space.getPosts', { id: byId('1DXxyRYNejbKM') });
		expect(posts.json.map(({ id }) => id)).toEqual(held().spaces.get('1DXxyRYNejbKM')!.posts);
	});

	it('names the buyers of tickets to an own one only', async () => {
		const { others } = world();
		const run = await core('space.getBuyers', { id: byId('1nAJELYEEPvGL') });
		expect(run.json.map(({ id }) => id)).toEqual([others[1]!.id, others[2]!.id]);
		const refused = await core('space.getBuyers', { id: byId('1DXxyRYNejbKM') });
		expect(refused.error?.httpCode).toBe('403');
	});

	it('refuses an ID of another kind before anything is sent', async () => {
		const run = await core('space.get', { id: byId('1445880548472328192') });
		expect(run.error?.message).toContain('1 to 13 letters and digits');
		expect(sim().requests).toEqual([]);
	});
});

it('finds communities, and gets one', async () => {
	const found = await core('community.search', { query: 'photography', limit: 1 });
	const text = expect.any(String) as string;
	expect(found.json).toMatchObject([{ name: text, join_policy: text }]);
	expect(sim().requests.at(-1)?.query).toMatchObject({ query: 'photography', max_results: '10' });
	const one = await core('community.get', { id: first(found) }, { as: 'app' });
	expect(one.json).toEqual(found.json);
});

it('creates a compliance job that says where to upload, and lists it by its state', async () => {
	const form = { type: 'users', additionalFields: { name: 'Nightly', resumable: true } };
	const made = await core('complianceJob.create', form, { as: 'app' });
	expect(made.json[0]).toMatchObject({ name: 'Nightly', type: 'users', resumable: true, status: 'created' });
	expect(made.json[0]?.upload_url).toContain('https://');
	const got = await core('complianceJob.get', { id: first(made) }, { as: 'app' });
	expect(got.json).toEqual(made.json);
	const list = async (status: string) => {
		const run = await core(
			'complianceJob.getMany',
			{ type: 'users', filters: { job_status: status } },
			{ as: 'app' },
		);
		return run.json.map(({ id }) => id);
	};
	expect(await list('created')).toEqual([first(made)]);
	expect(await list('complete')).toEqual([]);
});

describe('rules of the filtered stream', () => {
	const rule = async (name: string, parameters = {}) => await core(name, parameters, { as: 'app' });
	const make = async (...values: string[]) =>
		await rule('streamRule.create', {
			rules: { values: values.map((value) => ({ value, tag: `t ${value}` })) },
		});

	it('are added, listed, counted and removed', async () => {
		const made = await make('from:acme_support', '#acme lang:en');
		expect(made.json).toMatchObject([{ value: 'from:acme_support', tag: 't from:acme_support' }, {}]);
		const all = await rule('streamRule.getMany', { returnAll: true });
		expect(all.json).toEqual(made.json);
		const one = await rule('streamRule.getMany', { filters: { ids: first(made) } });
		expect(one.json).toEqual(made.json.slice(0, 1));
		const count = await rule('streamRule.count', {
			options: { rules_count_fields: ['project_rules_count'] },
		});
		expect(count.json).toEqual([{ project_rules_count: '2' }]);
		const removed = await rule('streamRule.delete', { ids: first(made) });
		const gone = { deleted: true, deleted_count: 1, not_deleted_count: 0 };
		expect(removed.json).toEqual([{ ...gone, ids: [first(made)] }]);
		expect((await rule('streamRule.getMany')).json).toEqual(made.json.slice(1));
		expect((await rule('streamRule.deleteAll', { options: { dry_run: true } })).json[0]).toMatchObject({
			deleted: false,
		});
		expect((await rule('streamRule.deleteAll')).json).toEqual([gone]);
		expect((await rule('streamRule.getMany')).json).toEqual([]);
	});

	it('that exist already are told beside those that were added', async () => {
		await make('from:acme_support');
		const again = await make('from:acme_support', 'has:media from:acme_support');
		expect(again.json).toHaveLength(1);
		expect(again.hints[0]?.message).toContain('DuplicateRule');
	});

	it('can be tried without a change', async () => {
		const run = await rule('streamRule.create', {
			rules: { values: [{ value: 'from:acme_support' }] },
			options: { dry_run: true },
		});
		expect(run.error).toBeUndefined();
		expect((await rule('streamRule.getMany')).json).toEqual([]);
	});
});
