/**
 * Prices with bounds: replies, threads, and what the user assumes where no public source has one.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
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
	const LINKS = /The upper bound is for Posts with a link/;
	type Estimate = Partial<Record<'requests' | 'objects' | 'usd' | 'usdMax' | 'seconds', number | null>>;

	// Worked out by hand from X's pages on prices and rate limits.
	it.each<[name: string, items: number, more: INodeParameters, expected: Estimate, note?: RegExp]>([
		['user.get', 1, {}, { requests: 1, objects: 1, usd: 0.01 }],
		['user.get', 1001, {}, { requests: 11, objects: 1001, usd: 10.01, seconds: 0 }],
		['user.getMe', 2, {}, { usd: 0, usdMax: 0.02 }, /Public sources disagree/],
		// 100 Posts in 15 minutes: the 301st begins after three of them.
		[
			'post.create',
			301,
			{},
			{ requests: 301, objects: null, usd: 4.515, usdMax: 60.2, seconds: 2700 },
			LINKS,
		],
		['post.create', 300, {}, { seconds: 1800 }, /mentioned or quoted you costs \$0\.01/],
		// 15 in 15 minutes and 1,440 in a day: the 1,441st waits for 96 windows, or for the next day, which is as long.
		['directMessage.send', 1441, {}, { seconds: 96 * 900 }],
		['directMessage.send', 31, {}, { seconds: 1800 }],
		[
			'post.getAnalytics',
			3,
			{ results: 10 },
			{ requests: 3, objects: 30, usd: null, usdMax: null },
			/No public source has a price/,
		],
		['communityNote.create', 3, {}, { usd: 0, seconds: null }, /names no rate limit/],
		// 4 Posts each: $0.015, and $0.20 with a link.
		['thread.create', 2, { options: { postsPerThread: 4 } }, { requests: 8, usd: 0.12, usdMax: 1.6 }, LINKS],
		['thread.create', 1, {}, { requests: 5, usd: 0.075 }, /set Options → Posts per Thread/],
		[
			'post.checkStored',
			250,
			{ results: 50 },
			{ requests: 3, objects: 250, usd: 1.25 },
			/bills only the Posts/,
		],
		[
			'post.countRecent',
			2,
			{ options: { daysCounted: 365 } },
			{ requests: 2, objects: null, usd: 0.01 },
			/last seven days/,
		],
		['post.countAll', 2, { options: { daysCounted: 365 } }, { requests: 24, usd: 0.24, usdMax: 0.24 }],
		// 3 segments of up to 4 MB, and a request before and after: $0.01 is sure for the last one only.
		[
			'media.upload',
			2,
			{ options: { fileSize: 10 } },
			{ requests: 10, usd: 0.02, usdMax: 0.1 },
			/Public sources disagree/,
		],
		['media.upload', 1, {}, {}, /set Options → File Size \(MB\)/],
	])('of %s for %i items with %j is %j', async (name, items, more, expected, note = /^/) => {
		const form = { estimated_operation: byId(name), items, results: 1, ...more };
		const { json } = await core('usage.estimateCost', form);
		expect(json).toMatchObject([expected]);
		expect(JSON.stringify(json[0]?.notes)).toMatch(note);
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
