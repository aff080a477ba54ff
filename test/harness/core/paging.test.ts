/** @jest-environment ./test/support/environment.ts */
import { byId, itemsWith, useCore } from './support';

const { sim, core, held, world } = useCore({ followers: 2500 });
const PATH = '/2/users/{id}/followers';

const followers = async (form = {}, more = {}) =>
	await core('user.getFollowers', { id: byId(world().me.id), ...form }, more);

const sizes = () => sim().requests.map(({ query }) => query.max_results);

describe('Return All', () => {
	it('asks for the largest page and gives everything once, in order', async () => {
		const run = await followers({ returnAll: true });
		expect(run.json.map(({ id }) => id)).toEqual(held().followers.get(world().me.id));
		expect(sizes()).toEqual(['1000', '1000', '1000']);
		expect(new Set(run.itemsPaired)).toEqual(new Set([0]));
	});

	it('goes on after an empty page that has a token', async () => {
		const body = { meta: { result_count: 0, next_token: 'next' } };
		sim().fail({ match: { path: PATH }, kind: 'status', status: 200, body });
		sim().fail({
			match: { path: PATH },
			kind: 'status',
			status: 200,
			body: { data: [{ id: '7' }], meta: { result_count: 1 } },
		});
		const run = await followers({ returnAll: true });
		expect(run.json).toEqual([{ id: '7' }]);
		expect(sim().requests[1]?.query.pagination_token).toBe('next');
	});

	it('takes more than a function takes arguments', async () => {
		const data = Array.from({ length: 130_000 }, (_none, index) => ({ id: String(index) }));
		sim().fail({ match: { path: PATH }, kind: 'status', status: 200, body: { data } });
		const run = await followers({ returnAll: true });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(data.length);
	});

	it('stops with an error when a token comes twice', async () => {
		const body = { data: [{ id: '7' }], meta: { result_count: 1, next_token: 'again' } };
		sim().fail({ match: { path: PATH }, kind: 'status', status: 200, body, times: 5 });
		const run = await followers({ returnAll: true });
		expect(run.error?.message).toMatch(/^X sent the page token "again" twice; paging stopped/);
		expect(run.error?.description).toMatch(/2 items came before .* set Options → Resume From to again/);
		expect(sim().requests).toHaveLength(2);
	});

	it('gives what came before a token came twice, with Continue On Fail', async () => {
		const body = { data: [{ id: '7' }], meta: { result_count: 1, next_token: 'again' } };
		sim().fail({ match: { path: PATH }, kind: 'status', status: 200, body, times: 5 });
		const run = await followers({ returnAll: true }, { continueOnFail: true });
		expect(run.json).toMatchObject([{ id: '7' }, { id: '7' }, { details: { resume: { from: 'again' } } }]);
	});

	it('reports a token that died between two pages instead of giving a part', async () => {
		sim().fail({
			match: { path: PATH },
			skip: 1,
			kind: 'status',
			status: 400,
			body: {
				type: 'https://api.twitter.com/2/problems/invalid-request',
				title: 'Invalid Request',
				detail: 'One or more parameters to your request was invalid.',
				errors: [
					{ message: "The 'pagination_token' query parameter value [x] is not valid", parameters: {} },
				],
			},
		});
		const run = await followers({ returnAll: true });
		expect(run.error?.message).toContain('pagination_token');
		expect(run.json).toEqual([]);
	});
});

describe('Limit', () => {
	it('gives fifty unless told otherwise, in one request', async () => {
		expect((await followers()).json).toHaveLength(50);
		expect(sizes()).toEqual(['50']);
	});

	it('makes the last page as small as what is missing', async () => {
		expect((await followers({ limit: 1250 })).json).toHaveLength(1250);
		expect(sizes()).toEqual(['1000', '250']);
	});

	it('asks for no page more than needed', async () => {
		expect((await followers({ limit: 1000 })).json).toHaveLength(1000);
		expect(sizes()).toEqual(['1000']);
	});

	it('keeps to it where X gives smaller pages than asked for', async () => {
		const body = { data: [{ id: '1' }, { id: '2' }], meta: { result_count: 2, next_token: 'a' } };
		sim().fail({ match: { path: PATH }, kind: 'status', status: 200, body });
		sim().fail({
			match: { path: PATH },
			kind: 'status',
			status: 200,
			body: { ...body, meta: { next_token: 'b' } },
		});
		expect((await followers({ limit: 3 })).json).toEqual([{ id: '1' }, { id: '2' }, { id: '1' }]);
		expect(sizes()).toEqual(['3', '1']);
	});

	it('counts for each item by itself', async () => {
		const { me, others } = world();
		const items = itemsWith(me.id, others[0]!.id);
		const run = await followers({ id: '={{ $json.value }}', limit: 5 }, { items });
		expect(run.itemsPaired).toEqual([0, 0, 0, 0, 0, 1]);
	});

	it('begins where an earlier run ended', async () => {
		const raw = await followers({ limit: 10, output: 'raw' });
		const meta = raw.json[0]?.meta as { next_token: string };
		const options = { resumeFrom: meta.next_token };
		const run = await followers({ limit: 10, output: 'raw', options });
		expect((run.json[0]?.data as Array<{ id: string }>).map(({ id }) => id)).toEqual(
			held().followers.get(world().me.id)!.slice(10, 20),
		);
	});
});

it('gives the untouched pages with Raw, one item each', async () => {
	const run = await followers({ limit: 1500, output: 'raw' });
	expect(run.json).toHaveLength(2);
	expect(run.json[0]).toMatchObject({
		meta: { result_count: 1000, next_token: expect.any(String) as string },
	});
	expect(run.json[1]?.data).toHaveLength(500);
});

it('pages search by its own token name', async () => {
	await core('user.search', { query: 'a', returnAll: true });
	expect(sim().requests.length).toBeGreaterThan(1);
	expect(sim().requests[1]?.query.next_token).toEqual(expect.stringMatching(/\w+/));
	expect(sim().requests[1]?.query.pagination_token).toBeUndefined();
});
