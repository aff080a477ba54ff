/**
 * Prices with bounds, and Max Cost per Day of a credential: one counter for runs and for lists that are opened in the
 * editor.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { mapValues } from 'lodash';
import { byId, itemsWith, useCore } from './support';
import { listSearch } from '../../support';
import { useSkippedWaits } from '../../support/waits';

const { core, count, held, sim, world } = useCore({ followers: 60 });

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

	// Worked out by hand from X's pages on prices and rate limits.
	it.each<[name: string, items: number, more: INodeParameters, expected: object, note?: RegExp]>([
		// 3 pages of up to 1,000 each, and $0.010 a follower.
		[
			'user.getFollowers',
			2,
			{ results: 2500 },
			{
				requests: 6,
				objects: 5000,
				usdMax: 50,
				seconds: 0,
				rateLimits: [{ requests: 300, seconds: 900 }],
			},
		],
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
		const { json, cost } = await core('usage.estimateCost', form);
		expect(json).toMatchObject([{ operation: name, priceSource: 'built in, 2026-11-21', ...expected }]);
		expect(cost).toBeUndefined();
		expect(JSON.stringify(json[0]?.notes)).toMatch(note);
		expect(sim().requests).toEqual([]);
	});
});

describe('Max Cost per Day of a credential', () => {
	useSkippedWaits(sim);
	const DAY = 24 * 3_600_000;
	let days = 0;
	// The counters of a process begin anew each day.
	beforeEach(() => sim().platform.clock.advance(++days * 3 * DAY));

	const limit = (usd: number) => ({ credentials: { xUserOAuth2Api: { maxCostPerDay: usd } } });
	const find = async (filter: string, usd: number) =>
		await listSearch({
			node: 'xCore',
			method: 'searchUsers',
			parameters: { authentication: 'oAuth2', resource: 'user', operation: 'get' },
			filter,
			sim: sim(),
			...limit(usd),
		});
	const followers = (limitOf = 20) => ({ id: byId(world().me.id), limit: limitOf });

	it('refuses what could pass it, in runs and in lists, until the day ends', async () => {
		const run = await core('user.getFollowers', followers(), limit(0.25));
		expect(run.error).toBeUndefined();
		const refused = await core('post.create', { text: 'Hello' }, limit(0.2));
		expect(refused.error?.message).toMatch(
			/^Max Cost per Day of the credential \(\$0\.20\) does not allow this request; today \$0\.20 were spent; it opens again at/,
		);
		expect(refused.error?.context).toMatchObject({ data: { kind: 'maxCostPerDay', maxUsd: 0.2 } });
		expect(count('/2/tweets')).toBe(0);
		await expect(find('abc', 0.2)).rejects.toThrow(/Max Cost per Day of the credential/);
		sim().platform.clock.advance(DAY);
		expect((await core('post.create', { text: 'Hello' }, limit(0.2))).error).toBeUndefined();
	});

	it('makes the last page as small as what is left allows', async () => {
		const form = { id: byId(world().me.id), returnAll: true, options: { whenMaxCost: 'end' } };
		const run = await core('user.getFollowers', form, limit(0.3));
		expect(run.error).toBeUndefined();
		expect(sim().requests.map(({ query }) => query.max_results)).toEqual(['30']);
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'Max Cost per Day of the credential is reached. The list stops after 30 items',
		);
	});

	it('is an operation that sends nothing', async () => {
		await core('user.getFollowers', followers(), limit(0.5));
		const before = sim().requests.length;
		const { json } = await core('usage.getCostOfToday', {}, limit(0.5));
		expect(json).toEqual([
			{ usd: 0.2, maxUsd: 0.5, leftUsd: 0.3, until: expect.stringMatching(/T00:00:00/) as string },
		]);
		expect((await core('usage.getCostOfToday')).json).toMatchObject([
			{ usd: 0.2, maxUsd: null, leftUsd: null },
		]);
		expect(sim().requests).toHaveLength(before);
	});

	it('is kept in what n8n stores of a workflow, and only with a limit', async () => {
		const items = itemsWith('one', 'two');
		const run = await core('post.create', { text: '={{ $json.value }}' }, { items, ...limit(1) });
		const [state] = Object.values((run.staticData.global as { costOfDay: object }).costOfDay) as [
			{ spent: Record<string, number> },
		];
		expect(Object.values(state.spent)).toEqual([30_000]);
		const free = await core('post.create', { text: '={{ $json.value }}' }, { items: itemsWith('three') });
		expect(free.staticData).toEqual({});
	});

	it('counts what another process stored for the workflow that has it alone, and no damage for anyone', async () => {
		const write = async (text: string, more: object = {}) =>
			await core('post.create', { text }, { ...limit(1), ...more });
		const { costOfDay } = (await write('one')).staticData.global as { costOfDay: object };
		const storedAs = (amount: number) => ({
			global: {
				costOfDay: mapValues(costOfDay, (state: object) => ({ ...state, spent: { other: amount } })),
			},
		});
		expect((await write('two', { staticData: storedAs(990_000) })).error?.message).toContain(
			'today $1.005 were spent',
		);
		expect((await write('three')).error).toBeUndefined();
		for (const damaged of [1e300, 0.5, -1e9]) {
			const { error, hints } = await write('four', { staticData: storedAs(damaged) });
			expect(error).toBeUndefined();
			expect(hints.map(({ message }) => message).join()).toContain('is damaged (costOfDay)');
		}
		expect((await write('five')).cost).toContain('today: $0.09 of $1.00');
	});
});
