/**
 * Prices with bounds: replies, threads, and what the user assumes where no public source has one.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId, itemsWith, useCore } from './support';

const { sim, core, held, world } = useCore();

/** A reply to a Post of someone else. */
const reply = () => {
	const theirs = [...held().posts.values()].find(({ author_id }) => author_id !== world().me.id);
	return { text: 'Thanks', reply_in_reply_to_tweet_id: byId(theirs?.id ?? '') };
};

describe('a reply', () => {
	// https://docs.x.com/x-api/getting-started/pricing, read on 2026-11-21: "Post: Create (summoned)" is $0.010. Only X
	// knows whether the author of the Post mentioned or quoted the account.
	it('costs a range, as the account may have been summoned', async () => {
		const run = await core('post.create', reply());
		expect(run.error).toBeUndefined();
		expect(run.cost).toContain('at most $0.015 (1 request of Post: Create $0.01 to $0.015)');
	});

	it('is bounded by its highest price', async () => {
		const run = await core('post.create', { ...reply(), options: { maxCost: 0.014 } });
		expect(run.error?.message).toContain('Max Cost ($0.014)');
		expect(sim().requests).toEqual([]);
	});

	it('within an own thread has the price of a Post', async () => {
		const posts = { posts: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }] };
		const run = await core('thread.create', { posts });
		expect(run.error).toBeUndefined();
		expect(run.cost).toContain('at most $0.045 (3 requests of Post: Create)');
	});
});

describe('Assumed Price', () => {
	const items = itemsWith('1', '2', '3');
	const block = (options: Record<string, number | string>) => ({
		target_user_id: byId('={{ "18800000000000000" + $json.value + "0" }}'),
		options,
	});

	it('lets Max Cost limit what has no public price', async () => {
		const without = await core('user.block', block({ maxCost: 1 }), { items });
		expect(without.error?.description).toContain('Assumed Price');
		expect(sim().requests.filter(({ method }) => method === 'POST')).toEqual([]);
		const run = await core('user.block', block({ maxCost: 0.25, assumedPrice: 0.1, whenMaxCost: 'end' }), {
			items,
		});
		const asked = sim().requests.filter(({ method }) => method === 'POST');
		expect(asked).toHaveLength(2);
		expect(run.json.at(-1)?.resume).toMatchObject({ reason: 'maxCost', left: [{ item: 2 }] });
		expect(run.cost).toContain('at most $0.2');
	});

	it('is no price for what has one', async () => {
		const run = await core('post.create', { text: 'Hello', options: { maxCost: 0.02, assumedPrice: 5 } });
		expect(run.error).toBeUndefined();
		expect(run.cost).toContain('1 request of Post: Create');
	});
});

describe('Estimate Cost', () => {
	const estimate = async (name: string, options = {}) =>
		(await core('usage.estimateCost', { estimated_operation: byId(name), items: 2, results: 50, options }))
			.json;

	it.each([
		['thread.create', { postsPerThread: 4 }, { requests: 8, usd: 0.12, usdMax: 1.6 }],
		['post.countAll', { daysCounted: 365 }, { requests: 24, usd: 0.24, usdMax: 0.24 }],
		['media.upload', { fileSize: 10 }, { requests: 10, usd: 0.02, usdMax: 0.1 }],
	])('knows %s', async (name, options, expected) => {
		expect(await estimate(name, options)).toMatchObject([expected]);
		expect(sim().requests).toEqual([]);
	});
});

describe('Estimate Cost of what reads in its own way', () => {
	it.each([
		['post.checkStored', 250, {}, { requests: 3, objects: 250, usd: 1.25 }, /bills only the Posts/],
		[
			'post.countRecent',
			2,
			{ daysCounted: 365 },
			{ requests: 2, objects: null, usd: 0.01 },
			/last seven days/,
		],
	])('knows %s', async (name, items, options, expected, note) => {
		const run = await core('usage.estimateCost', {
			estimated_operation: byId(name),
			items,
			results: 50,
			options,
		});
		expect(run.json).toMatchObject([
			{ ...expected, notes: expect.arrayContaining([expect.stringMatching(note)]) as unknown },
		]);
		expect(sim().requests).toEqual([]);
	});
});

describe('a search without a parameter for further pages', () => {
	it.each([
		['news.search', '/2/news/search'],
		['space.search', '/2/spaces/search'],
	])('%s asks once, and says that there is more', async (name, path) => {
		const body = { data: [{ id: '1' }], meta: { result_count: 1, next_token: 'later' } };
		sim().fail({ match: { path }, kind: 'status', status: 200, body });
		const run = await core(name, { query: 'a', returnAll: true }, { as: 'app' });
		expect(run.error).toBeUndefined();
		expect(sim().requests).toHaveLength(1);
		expect(run.hints.map(({ message }) => message).join()).toContain('X has more results');
	});
});
