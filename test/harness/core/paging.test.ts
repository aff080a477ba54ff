/**
 * Lists that come in pages, and look-ups of more IDs than one request takes.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { range } from 'lodash';
import { byId, useCore } from './support';

const { answer, core, count, held, sim, world } = useCore({ followers: 1100 });

const PATH = '/2/users/{id}/followers';

const followers = async (form = {}, more = {}) =>
	await core('user.getFollowers', { id: byId(world().me.id), ...form }, more);

const sizes = () => sim().requests.map(({ query }) => query.max_results);

describe('Return All', () => {
	it('asks for the largest page and gives everything once, in order', async () => {
		const run = await followers({ returnAll: true });
		expect(run.json.map(({ id }) => id)).toEqual(held().followers.get(world().me.id));
		expect(sizes()).toEqual(['1000', '1000']);
		expect(new Set(run.itemsPaired)).toEqual(new Set([0]));
	});

	it('goes on after an empty page that has a token', async () => {
		const body = { meta: { result_count: 0, next_token: 'next' } };
		answer(PATH, body);
		answer(PATH, { data: [{ id: '7' }], meta: { result_count: 1 } });
		const run = await followers({ returnAll: true });
		expect(run.json).toEqual([{ id: '7' }]);
		expect(sim().requests[1]?.query.pagination_token).toBe('next');
	});

	it('takes more than a function takes arguments', async () => {
		const data = Array.from({ length: 130_000 }, (_none, index) => ({ id: String(index) }));
		answer(PATH, { data });
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
});

describe('Limit', () => {
	it('gives fifty unless told otherwise, in one request', async () => {
		expect((await followers()).json).toHaveLength(50);
		expect(sizes()).toEqual(['50']);
	});

	it('makes the last page as small as what is missing', async () => {
		expect((await followers({ limit: 1050 })).json).toHaveLength(1050);
		expect(sizes()).toEqual(['1000', '50']);
	});

	it('keeps to it where X gives smaller pages than asked for', async () => {
		const body = { data: [{ id: '1' }, { id: '2' }], meta: { result_count: 2, next_token: 'a' } };
		answer(PATH, body);
		answer(PATH, { ...body, meta: { next_token: 'b' } });
		expect((await followers({ limit: 3 })).json).toEqual([{ id: '1' }, { id: '2' }, { id: '1' }]);
		expect(sizes()).toEqual(['3', '1']);
	});
});

it('gives the untouched pages with Raw, one item each', async () => {
	const run = await followers({ limit: 1050, output: 'raw' });
	expect(run.json).toHaveLength(2);
	expect(run.json[0]).toMatchObject({
		meta: { result_count: 1000, next_token: expect.any(String) as string },
	});
	expect(run.json[1]?.data).toHaveLength(50);
});

it('pages search by its own token name', async () => {
	await core('user.search', { query: 'a', returnAll: true });
	expect(sim().requests.length).toBeGreaterThan(1);
	expect(sim().requests[1]?.query.next_token).toEqual(expect.stringMatching(/\w+/));
	expect(sim().requests[1]?.query.pagination_token).toBeUndefined();
});

describe('look-ups of many IDs', () => {
	const IDS = range(150).map((index) => String(1_000_000 + index));

	/** Answers each request with an entity for each ID. */
	const answerAll = (path: string) => {
		for (const part of [IDS.slice(0, 100), IDS.slice(100)])
			answer(path, { data: part.map((id) => ({ id })) });
	};

	it.each([
		['post.getMany', '/2/tweets'],
		['post.getAnalytics', '/2/tweets/analytics'],
		['user.getMany', '/2/users'],
		['space.getMany', '/2/spaces'],
	])('%s sends a request for each hundred', async (name, path) => {
		answerAll(path);
		const times = name.endsWith('Analytics')
			? { start_time: '2026-05-19T00:00:00Z', end_time: '2026-05-21T00:00:00Z' }
			: {};
		const run = await core(name, { ids: IDS.join(','), ...times });
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ id }) => id)).toEqual(IDS);
		expect(sim().requests.map(({ query }) => query.ids?.split(',').length)).toEqual([100, 50]);
	});

	it('usernames are split as IDs are', async () => {
		const names = range(130).map((index) => `person_${index}`);
		await core('user.getMany', { ids: names.map((name) => `@${name}`).join(',') });
		expect(sim().requests.map(({ query }) => query.usernames?.split(',').length)).toEqual([100, 30]);
	});

	it('a later request that fails costs nothing of the earlier ones, and the next run goes on from there', async () => {
		const match = { path: '/2/tweets' };
		const body = { data: IDS.slice(0, 100).map((id) => ({ id })) };
		sim().fail({ match, kind: 'status', status: 200, body });
		sim().fail({ match, kind: 'status', status: 403, body: { title: 'Forbidden' } });
		const run = await core('post.getMany', { ids: IDS.join(',') }, { continueOnFail: true });
		expect(run.json).toHaveLength(101);
		expect(JSON.stringify(run.json[100])).toContain('set Options → Resume From to 1000100');
		await core('post.getMany', { ids: IDS.join(','), options: { resumeFrom: '1000100' } });
		expect(sim().requests.at(-1)?.query.ids).toBe(IDS.slice(100).join(','));
	});

	it('an ID that is given twice is asked for once, and blanks may be left out', async () => {
		sim().fail({ match: { path: '/2/tweets' }, kind: 'status', status: 200, body: { data: [] }, times: 2 });
		const written = `={{ ${JSON.stringify([...IDS, '', null, ' ', ...IDS])} }}`;
		await core('post.getMany', { ids: written, options: { emptyExpressions: 'leaveOut' } });
		expect(sim().requests.map(({ query }) => query.ids?.split(',').length)).toEqual([100, 50]);
	});

	it('refuses a place that is none of the IDs, because it would begin at the start', async () => {
		const run = await core('post.getMany', { ids: IDS.join(','), options: { resumeFrom: '99' } });
		expect(run.error?.message).toBe('"Resume From" must be one of the values to look up, and is "99"');
		expect(count('/2/tweets')).toBe(0);
	});
});

// X documents no parameter for further pages.
it('says that there is more, where a search has one page', async () => {
	const body = { data: [{ id: '1' }], meta: { result_count: 1, next_token: 'later' } };
	sim().fail({ match: { path: '/2/news/search' }, kind: 'status', status: 200, body });
	const run = await core('news.search', { query: 'a', returnAll: true }, { as: 'app' });
	expect(run.error).toBeUndefined();
	expect(sim().requests).toHaveLength(1);
	expect(run.hints.map(({ message }) => message).join()).toContain('X has more results');
});
