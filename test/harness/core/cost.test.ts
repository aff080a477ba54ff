/**
 * What a run costs: the hint against X's own bill, and Max Cost.
 *
 * @jest-environment ./test/support/environment.ts
 */
import fc from 'fast-check';
import { get } from 'lodash';
import { totalOf } from '../../simulator/bill';
import { listSearch } from '../../support';
import { useServed } from '../../support/ownHost';
import { useSkippedWaits } from '../../support/waits';
import { byId, itemsWith, useCore } from './support';
import { cases } from '../../support/cases';

const { answer, sim, core, held, world, count } = useCore({ followers: 250 });
useSkippedWaits(sim);

const capped = (maxCost: number) => ({ options: { maxCost } });
const quiet = (maxCost: number) => ({ options: { maxCost, whenMaxCost: 'end' } });
const bill = (day = false) => totalOf(sim().requests, day) / 1_000_000;
const messages = ({ hints }: { hints: { message: string }[] }) => hints.map(({ message }) => message);

describe('the hint after a run', () => {
	it('names what was read, included entities among it', async () => {
		const form = { query: 'a', limit: 10, options: { expansions: ['author_id'] } };
		const run = await core('post.searchRecent', form);
		const authors = new Set(run.json.map(({ author_id }) => author_id)).size;
		expect(run.cost).toContain(`${run.json.length} Posts $0.05, ${authors} user`);
		expect(run.cost).toContain(`Cost: at most $${bill().toFixed(2)} (`);
		expect(run.cost).toContain('read again today (UTC): free');
	});

	it('is one for all items, and an upper bound where they repeat each other', async () => {
		const ids = [world().me.id, world().other.id, world().me.id];
		const form = { id: byId('={{ $json.value }}'), limit: 5 };
		const run = await core('user.getPosts', form, { items: itemsWith(...ids) });
		expect(run.cost).toContain(`Cost: at most $${bill()} (`);
		expect(bill(true)).toBeLessThan(bill());
	});

	it('counts writes that succeed, and knows a link', async () => {
		answer('/2/tweets', { title: 'Forbidden' }, { skip: 1, status: 403 });
		const items = itemsWith('one', 'two', 'See https://example.com');
		const run = await core('post.create', { text: '={{ $json.value }}' }, { items, continueOnFail: true });
		expect(run.cost).toContain(
			'1 request of Post: Create $0.015, 1 request of Post: Create with a link $0.20',
		);
		expect(run.cost).toContain('at most $0.215');
		expect(bill()).toBe(0.215);
		expect(run.cost).not.toContain('read again');
	});

	it('counts the users that names were resolved to', async () => {
		const run = await core('user.getPosts', {
			id: { __rl: true, mode: 'username', value: world().other.username },
		});
		expect(run.cost).toContain('1 user $0.01');
	});

	it('says where no public source has a price', async () => {
		const run = await core('powerStreamRule.getMany', {}, { as: 'app' });
		expect(run.cost).toBe('No public price: 1 request of GET /2/powerstream/rules');
	});

	it('says that a lost answer may have cost something', async () => {
		sim().fail({ match: { path: '/2/tweets' }, kind: 'reset', after: true });
		const items = itemsWith('one', 'two');
		const run = await core('post.create', { text: '={{ $json.value }}' }, { items, continueOnFail: true });
		expect(run.cost).toContain('1 request of Post: Create');
		expect(run.cost).toContain('requests that X did not confirm may add $0.015');
	});
});

describe('Max Cost', () => {
	const all = { returnAll: true };

	it('ends a list before the page that would pass it, and says where to resume', async () => {
		const form = { id: byId(world().me.id), ...all };
		// 100 at $0.01 each, then what is left.
		const own = held().followers.get(world().me.id)!;
		const data = own.slice(0, 30).map((id) => ({ id }));
		answer('/2/users/{id}/followers', { data, meta: { next_token: 'later' } });
		const run = await core('user.getFollowers', { ...form, ...quiet(0.305) });
		expect(run.error).toBeUndefined();
		expect(run.json).toHaveLength(31);
		expect(messages(run)).toEqual([
			'Max Cost is reached. The list stops after 30 items: to go on from there, set Options → Resume From to later',
		]);
	});

	it('holds across items that run side by side, and tells those that were not sent', async () => {
		const ids = [...held().users.keys()].slice(0, 40);
		const items = itemsWith(...ids);
		const form = { id: byId('={{ $json.value }}'), returnAll: false, limit: 5, ...quiet(0.1) };
		const run = await core('user.getPosts', form, { items });
		expect(run.error).toBeUndefined();
		expect(bill()).toBeLessThanOrEqual(0.1);
		expect(run.cost).toContain(`at most $${bill().toFixed(2)}`);
		const [hint = ''] = messages(run);
		expect(hint).toMatch(
			/^Max Cost is reached\. Items \d.* were not sent; the last item of the output names them in resume$/,
		);
		const [, ranges = ''] = /Items (.*) were not sent/.exec(hint) ?? [];
		const left = ranges.split(', ').flatMap((each) => {
			const [from = '', to = from] = each.split(' to ');
			return range(Number(from), Number(to));
		});
		expect(left.length + count('/2/users/{id}/tweets')).toBe(40);
	});

	it('is never passed by what X bills, and every item is done or told', async () => {
		const { me: own, others } = world();
		const wanted = fc.record({
			who: fc.constantFrom(own.id, `@${own.username}`, ...others.slice(0, 8).map(({ id }) => id)),
			limit: fc.integer({ min: 1, max: 30 }),
			expansions: fc.constantFrom([], ['author_id'], ['referenced_tweets.id', 'author_id']),
		});
		const run = async (
			items: Array<{ who: string; limit: number; expansions: readonly string[] }>,
			maxCost: number,
		) => {
			const begun = sim().requests.length;
			const form = {
				id: '={{ $json.value.who }}',
				limit: '={{ $json.value.limit }}',
				options: { expansions: '={{ $json.value.expansions }}', maxCost },
			};
			const done = await core('user.getPosts', form, { items: itemsWith(...items), continueOnFail: true });
			const billed = totalOf(sim().requests.slice(begun));
			expect(billed).toBeLessThanOrEqual(Math.round(maxCost * 1_000_000));
			// What is left may be enough for a part of a list only: then further pages follow, or a hint.
			const begunLists = sim()
				.requests.slice(begun)
				.filter(({ route }) => route === '/2/users/{id}/tweets')
				.filter(({ query }) => query.pagination_token === undefined).length;
			// A list that breaks off has begun.
			const refused = done.json.filter(
				({ error, details }) => error !== undefined && get(details, 'resume') === undefined,
			).length;
			expect(begunLists + refused).toBe(items.length);
		};
		await fc.assert(
			fc.asyncProperty(
				fc.array(wanted, { minLength: 5, maxLength: 25 }),
				fc.noBias(fc.integer({ min: 0, max: 1500 })),
				async (items, thousandths) => await run(items, thousandths / 1000),
			),
			{ numRuns: cases(6, 40), seed: 1, endOnFailure: true },
		);
	});

	it('gives errors for them with Continue On Fail', async () => {
		const items = itemsWith('one', 'two', 'three');
		const form = { text: '={{ $json.value }}', ...capped(0.02) };
		const run = await core('post.create', form, { items, continueOnFail: true });
		expect(count('/2/tweets')).toBe(1);
		expect(run.json).toMatchObject([
			{ text: 'one' },
			{ error: 'Max Cost ($0.02) does not allow this request', details: { kind: 'maxCost' } },
			{ error: 'Max Cost ($0.02) does not allow this request' },
		]);
		expect(run.itemsPaired).toEqual([0, 1, 2]);
	});

	it('gathers no more look-ups than it allows', async () => {
		const ids = [...held().users.keys()].slice(0, 30);
		const form = { id: byId('={{ $json.value }}'), ...quiet(0.205) };
		const run = await core('user.get', form, { items: itemsWith(...ids) });
		expect(run.json).toHaveLength(21);
		expect(sim().requests).toHaveLength(1);
		expect(messages(run)).toEqual([
			'Max Cost is reached. Items 21 to 30 were not sent; the last item of the output names them in resume',
		]);
	});

	it('is refused where nothing bounds the cost', async () => {
		const options = { expansions: ['entities.mentions.username'], maxCost: 10 };
		const run = await core('post.get', { id: byId(world().ownPost.id), options });
		expect(run.error?.message).toContain('X names no bound');
		const unknown = await core('powerStreamRule.getMany', capped(10), { as: 'app' });
		expect(unknown.error?.message).toContain('no public source has a price of GET /2/powerstream/rules');
		expect(sim().requests).toEqual([]);
	});

	it('holds for Custom API Call', async () => {
		const form = {
			method: 'GET',
			path: `/2/users/${world().me.id}/followers?max_results=100`,
			paginate: true,
		};
		const run = await core('customApiCall.send', { ...form, ...quiet(1.5) });
		expect(run.json).toHaveLength(2);
		expect(messages(run)[0]).toContain('set Options → Resume From to');
		expect(bill()).toBe(1);
	});
});

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('Estimate Cost', () => {
	const form = (more = {}) => ({
		estimated_operation: byId('user.getFollowers'),
		items: 2,
		results: 2500,
		...more,
	});

	it('refuses an operation that it does not know', async () => {
		const run = await core('usage.estimateCost', form({ estimated_operation: byId('user.fly') }));
		expect(run.error?.message).toContain(
			'"Operation to Estimate" must be an operation with a price or a rate limit',
		);
	});

	it('has a list of operations', async () => {
		const parameters = { authentication: 'app', resource: 'usage', operation: 'estimateCost' };
		const asked = { node: 'xCore', sim: sim(), method: 'searchOperations', parameters, filter: 'followers' };
		const { results } = await listSearch(asked);
		expect(results).toContainEqual({ name: 'User: Get Followers', value: 'user.getFollowers' });
		expect(sim().requests).toEqual([]);
	});

	describe('with live prices', () => {
		let prices = '';
		let asked: Array<string | undefined>;
		const url = useServed((request, response) => {
			asked.push(request.headers.authorization);
			response.writeHead(200, { 'content-type': 'application/json' }).end(prices);
		});
		beforeEach(() => (asked = []));
		const live = () => ({ options: { livePrices: true, livePricesUrl: `${url()}/` } });

		it('takes those of X, to whom no credential goes', async () => {
			prices = JSON.stringify({ eventTypePricing: { User: 0.02 }, requestTypePricing: {}, defaultCost: 0 });
			const run = await core('usage.estimateCost', form(live()));
			expect(run.json).toMatchObject([{ usdMax: 100, priceSource: 'live' }]);
			expect(asked).toEqual([undefined]);
		});

		it.each(['{}', 'no JSON'])('falls back to the table where they do not come: %s', async (body) => {
			prices = body;
			const run = await core('usage.estimateCost', form(live()));
			expect(run.json).toMatchObject([{ usdMax: 50, priceSource: 'built in, 2026-11-21' }]);
			expect((run.json[0]?.notes as string[])[0]).toMatch(/^Live prices: .*\. The built-in ones count$/);
		});
	});
});

it('explains the 404 that some plans answer to Get Credits', async () => {
	sim().fail({ match: { path: '/2/usage/credits' }, kind: 'status', status: 404, body: '' });
	const run = await core('usage.getCredits', {}, { as: 'app' });
	expect(run.error?.message).toMatch(/^X shows no credits of this app/);
	expect(run.error?.description).toContain('https://console.x.com');
});
