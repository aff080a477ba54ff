/** @jest-environment ./test/support/environment.ts */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { useCore, type More } from './support';

const { sim, core, lastBody, sent, world } = useCore({ followers: 300 });
const call = async (form = {}, more: More = {}) => await core('customApiCall.send', form, more);

describe('a custom API call', () => {
	it('sends path and query, from either place', async () => {
		const run = await call({
			path: '/2/users/by?user.fields=created_at',
			query: { values: [{ name: 'usernames', value: "acme_support,x!*'()" }] },
		});
		expect(run.error?.message).toBeDefined();
		expect(sim().requests[0]?.query).toEqual({
			'user.fields': 'created_at',
			usernames: "acme_support,x!*'()",
		});
		const good = await call({ path: '/2/users/me' }, { as: 'oAuth1' });
		expect(good.json).toMatchObject([{ data: { username: 'acme_support' } }]);
	});

	it('that writes is a write: the guard holds, and Dry Run sends nothing', async () => {
		const form = { method: 'POST', path: '/2/tweets', body: '{"text":"Once a day"}' };
		const call = async (options: INodeParameters) => await core('customApiCall.send', { ...form, options });
		expect((await call({ dryRun: true })).json).toMatchObject([
			{ dryRun: true, requests: [{ method: 'POST' }] },
		]);
		expect(sent()).toEqual([]);
		expect((await call({ guard: { writesPerDay: 1 } })).error).toBeUndefined();
		expect((await call({ guard: { writesPerDay: 1 } })).error?.message).toContain('Writes per Day');
	});

	it('takes a whole address on the credential’s host', async () => {
		const run = await call({ path: `${sim().baseUrl}/2/users/me?user.fields=created_at` });
		expect(run.json).toMatchObject([{ data: { created_at: expect.any(String) as string } }]);
		expect(sent()).toEqual(['GET /2/users/me']);
	});

	it.each(['/users/2244994945', '{base}/users/2244994945'])(
		'keeps the path of the credential’s address, as gateways have one: %s',
		async (written) => {
			const baseUrl = `${sim().baseUrl}/2`;
			const path = written.replace('{base}', baseUrl);
			const run = await call({ path }, { credentials: { xUserOAuth2Api: { baseUrl } } });
			expect(run.error).toBeUndefined();
			expect(sent()).toEqual(['GET /2/users/2244994945']);
		},
	);

	it.each([
		[
			'another host',
			'https://evil.example/2/users/me',
			/leads to evil\.example, and the credential is for 127/,
		],
		[
			'another host without a scheme',
			'//evil.example/2/users/me',
			/evil\.example|not part of a valid address/,
		],
		['another scheme', 'file:///etc/passwd', /must begin with a slash/],
		['a host without a scheme', 'localhost:3000/2/users/me', /must begin with a slash/],
		['no slash', '2/users/me', /must begin with a slash, and is "2\/users\/me"/],
		['a host hidden behind an @', '@evil.example/2', /must begin with a slash/],
		['backslashes', '/\\evil.example/2', /./],
	])('refuses %s', async (_what, path, message) => {
		const run = await call({ path });
		if (run.error === undefined) expect(sent().every((line) => line.startsWith('GET /'))).toBe(true);
		else expect(run.error.message).toMatch(message);
		expect(run.status).toBe('error');
	});

	it('follows the cursor of the older API', async () => {
		const path = '/1.1/direct_messages/events/list.json';
		for (const body of [{ events: [{ id: '2' }], next_cursor: 'next' }, { events: [{ id: '1' }] }])
			sim().fail({ match: { path }, kind: 'status', status: 200, body });
		const query = { values: [{ name: 'count', value: '1' }] };
		const { json } = await call({ path, query, paginate: true, maxPages: 5 }, { as: 'oAuth1' });
		expect(json.map(({ events }) => events)).toEqual([[{ id: '2' }], [{ id: '1' }]]);
		expect(sim().requests.map(({ query: { cursor } }) => cursor)).toEqual([undefined, 'next']);
	});
});

describe('the lists and bodies of a custom API call', () => {
	it('follows pages up to Max Pages, one item each, and says where to go on', async () => {
		const path = `/2/users/${world().me.id}/followers`;
		const query = { values: [{ name: 'max_results', value: '100' }] };
		const some = await call({ path, query, paginate: true, maxPages: 2 });
		expect(some.json.map(({ data }) => (data as unknown[]).length)).toEqual([100, 100]);
		const next = get(some.json[1], 'meta.next_token') as unknown as string;
		expect(some.hints.map(({ message }) => message).join()).toContain(
			`Max Pages is reached. The list stops after 2 pages: to go on from there, set Options → Resume From to ${next}`,
		);
		const all = await call({ path, query, paginate: true, maxPages: 10 });
		expect(all.json).toHaveLength(3);
		expect(sim().requests.map(({ query: { max_results } }) => max_results)).toEqual(Array(5).fill('100'));
	});

	it('begins at no page where it follows none', async () => {
		const run = await call({ path: '/2/users/me', options: { resumeFrom: 'later' } });
		expect(run.error?.message).toBe('"Resume From" names a page, and "Follow Pages" is off');
		expect(sent()).toEqual([]);
	});

	it.each(['/2/users/me\r\nX: y', '/2/users\tme', '/2/users%0d%0aX', '/2/users/%00'])(
		'refuses control characters in a path: %j',
		async (path) => {
			const run = await call({ path });
			expect(run.error?.message).toContain('The path must have no control characters, and is "');
			expect(sent()).toEqual([]);
		},
	);

	it.each([
		'/2/users/../../oauth2/token',
		'/2/%2e%2E/oauth2/token',
		'/2/./users',
		'/2/users/..?x=1',
		'/2/users/..%2foauth2/token',
		'/2/users/%2e.%5Coauth2',
	])('refuses a path that leads elsewhere than it reads: %s', async (path) => {
		const run = await call({ path });
		expect(run.error?.message).toBe(`The path must have no segment of dots, and is "${path}"`);
		expect(sent()).toEqual([]);
	});

	it('gives plain text as it is', async () => {
		const headers = { 'content-type': 'text/plain; charset=utf-8' };
		sim().fail({ match: { path: '/2/robots' }, kind: 'status', status: 200, body: 'Hello: 12', headers });
		expect((await call({ path: '/2/robots' })).json).toEqual([{ value: 'Hello: 12' }]);
	});

	it('follows the pages of the search for users by its own token name', async () => {
		const query = { values: ['query', 'max_results'].map((name, at) => ({ name, value: ['a', '2'][at] })) };
		const run = await call({ path: '/2/users/search', query, paginate: true, maxPages: 2 });
		expect(run.error).toBeUndefined();
		expect(run.json).toHaveLength(2);
	});

	it('shows errors inside a success as other operations do', async () => {
		const errors = [{ detail: 'One user is suspended' }];
		const path = '/2/users/me';
		sim().fail({ kind: 'partial', errors, times: 2 });
		const shown = await call({ path });
		expect(shown.json).toMatchObject([{ data: { username: 'acme_support' }, errors }]);
		expect(shown.hints[0]?.message).toContain('One user is suspended');
		const fatal = await call({ path, options: { failOnPartialErrors: true } });
		expect(fatal.error?.message).toContain('One user is suspended');
	});

	it('sends a # of the query, where an address would end, and a list of values joined', async () => {
		const values = [{ name: 'tweet.fields', value: '={{ ["text", "created_at"] }}' }];
		const path = '/2/tweets/search/recent?query=hike #mountains&max_results=10';
		expect((await call({ path, query: { values } })).error).toBeUndefined();
		expect(sim().requests[0]?.query).toEqual({
			query: 'hike #mountains',
			max_results: '10',
			'tweet.fields': 'text,created_at',
		});
	});

	it('keeps a large integer of a written body exact, as the text that an ID is', async () => {
		const { foreignPost } = world();
		const body = `{"text": "b", "quote_tweet_id": ${foreignPost.id}}`;
		await call({ method: 'POST', path: '/2/tweets', body });
		expect(lastBody()).toEqual({ text: 'b', quote_tweet_id: foreignPost.id });
	});

	it('refuses a large integer that an expression has rounded already', async () => {
		const body = '={{ { text: "b", quotes: [{ id: 1445880548472328193 }] } }}';
		const run = await call({ method: 'POST', path: '/2/tweets', body });
		expect(run.error?.message).toBe(
			'"JSON Body" must hold text at quotes → 0 → id: as a number, 1445880548472328200 may have been rounded',
		);
		expect(sent()).toEqual([]);
	});

	it('says what is wrong with a body', async () => {
		const run = await call({ method: 'POST', path: '/2/tweets', body: '{"text": ' });
		expect(run.error?.message).toMatch(/^"JSON Body" must be a JSON object or list/);
		expect(sent()).toEqual([]);
	});

	it('answers success where X answers nothing', async () => {
		sim().fail({ kind: 'empty', status: 204 });
		expect((await call({ method: 'DELETE', path: '/2/tweets/1234567890' })).json).toEqual([
			{ success: true },
		]);
		expect(sent()).toEqual(['DELETE /2/tweets/1234567890']);
	});
});
