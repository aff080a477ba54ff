/** Each limit on cost against a small model: whatever runs side by side, nothing starts that could pass it. */
import { DayBook, dayLimit } from '../../../nodes/shared/ledger/day';
import { openBill, Ledger } from '../../../nodes/shared/ledger/ledger';
import { GuardRefusal } from '../../../nodes/shared/ledger/refusal';
import { NODE } from '../../support/node';
import { fc } from '../../support/properties';
import { DayCounter, dayShape, type DayState } from '../../../nodes/shared/ledger/dayCounter';

/** A request of the model: what it costs at most, and what it turns out to cost, in thousandths of a dollar. */
interface Planned {
	readonly kind: 'read' | 'write' | 'link';
	readonly size: number;
	readonly found: number;
	readonly outcome: 'answered' | 'refused' | 'lost';
	/** How long it takes, in turns. */
	readonly turns: number;
	/** How many objects more its page has after its last change. */
	readonly more: number;
}

const planned = fc.record({
	kind: fc.constantFrom<Planned['kind']>('read', 'write', 'link'),
	size: fc.integer({ min: 1, max: 100 }),
	found: fc.integer({ min: 0, max: 100 }),
	outcome: fc.constantFrom<Planned['outcome']>('answered', 'answered', 'answered', 'refused', 'lost'),
	turns: fc.integer({ min: 0, max: 5 }),
	more: fc.constantFrom(0, 0, 0, 20),
});

/** The prices of https://docs.x.com/x-api/getting-started/pricing: a user $0.010, a Post $0.015, with a link $0.20. */
const most = ({ kind, size }: Planned) => (kind === 'read' ? size * 10 : kind === 'write' ? 15 : 200);
const real = (one: Planned) =>
	one.outcome === 'refused'
		? 0
		: one.outcome === 'lost'
			? most(one)
			: one.kind === 'read'
				? Math.min(one.found, one.size) * 10
				: most(one);

const request = ({ kind, size }: Planned) =>
	kind === 'read'
		? {
				method: 'GET',
				path: '/2/users/1/followers',
				query: [['max_results', String(size)]] as [string, string][],
			}
		: {
				method: 'POST',
				path: '/2/tweets',
				body: { text: kind === 'link' ? 'See https://example.com' : 'Hello' },
			};

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

const dayOf = (owner: 'credential' | 'workflow' | 'node') => (maxUsd: number) =>
	new Ledger(new DayBook(owner), dayLimit(owner, NODE, maxUsd));

describe.each<[name: string, open: (maxUsd: number) => Ledger, endsAtRefusal: boolean, kind: string]>([
	['run', (maxUsd) => openBill(NODE, maxUsd), true, 'maxCost'],
	['day of a credential', dayOf('credential'), false, 'maxCostPerDay'],
	['day of a workflow', dayOf('workflow'), false, 'guardCostPerDay'],
	['day of a node', dayOf('node'), false, 'nodeCostPerDay'],
])('the limit of a %s', (_name, open, endsAtRefusal, kind) => {
	it('is never passed, gives back what was not needed, and stops nothing that fits', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(planned, { minLength: 1, maxLength: 25 }),
				fc.integer({ min: 0, max: 3000 }),
				fc.integer({ min: 1, max: 8 }),
				async (plans, max, parallel) => {
					const ledger = open(max / 1000);
					let spent = 0;
					let underWay = 0;
					let next = 0;
					let hasStopped = false;
					/** What was stopped would have passed the limit, with nothing left to wait for. */
					const stopped = (error: unknown, needed: number, inProgress: number) => {
						if (!(error instanceof GuardRefusal)) throw error;
						if (!endsAtRefusal || !hasStopped) {
							expect(spent + underWay + needed).toBeGreaterThan(max);
							expect(underWay).toBe(inProgress);
						}
						hasStopped = true;
					};
					const work = async () => {
						for (let plan = plans[next++]; plan; plan = plans[next++]) {
							const asked = request(plan);
							const reservation = await ledger
								.reserve(asked)
								.catch((error: unknown) => stopped(error, most(plan!), 0));
							if (!reservation) continue;
							expect(endsAtRefusal && hasStopped).toBe(false);
							underWay += most(plan);
							expect(spent + underWay).toBeLessThanOrEqual(max);
							for (let left = plan.turns; left > 0; left--) await turn();
							const grown = { ...plan, size: plan.size + plan.more };
							try {
								reservation.cover(request(grown));
								underWay += most(grown) - most(plan);
								expect(spent + underWay).toBeLessThanOrEqual(max);
								plan = grown;
							} catch (error) {
								stopped(error, most(grown) - most(plan), underWay);
								underWay -= most(plan);
								reservation.failed(true);
								continue;
							}
							await turn();
							underWay -= most(plan);
							spent += real(plan);
							const data = Array.from({ length: Math.min(plan.found, plan.size) }, () => ({}));
							if (plan.outcome === 'answered') reservation.done(request(plan), { data });
							else reservation.failed(plan.outcome === 'refused');
						}
					};
					await Promise.all(Array.from({ length: parallel }, work));
					expect(spent).toBeLessThanOrEqual(max);
					expect(ledger.spentUsd).toBe(spent / 1000);
					expect(ledger.book.reserved).toBe(0);
					const all = plans.reduce((sum, plan) => sum + most({ ...plan, size: plan.size + plan.more }), 0);
					if (all <= max) expect(hasStopped).toBe(false);
				},
			),
			{ numRuns: 150 },
		);
	});

	it('says whose it is, as data', async () => {
		const refusal = await open(0.01)
			.reserve(request({ ...PLAN, kind: 'link' }))
			.catch((error: unknown) => error);
		expect(refusal).toMatchObject({
			isMoney: true,
			context: { data: { kind, reason: 'reached', spentUsd: 0, maxUsd: 0.01 } },
		});
	});
});

const PLAN: Planned = { kind: 'read', size: 1, found: 0, outcome: 'answered', turns: 0, more: 0 };

describe('Max Cost', () => {
	it('lets free requests through after it was reached', async () => {
		const bill = openBill(NODE, 0.001);
		const post = { method: 'POST', path: '/2/tweets', body: { text: 'Hello' } };
		await expect(bill.reserve(post)).rejects.toThrow(GuardRefusal);
		await expect(bill.reserve({ method: 'GET', path: '/2/usage/tweets' })).resolves.toBeDefined();
	});

	it.each([
		['unknownPrice', { method: 'GET', path: '/2/broadcasts' }],
		['unknownPrice', { method: 'GET', path: '/2/tweets/analytics' }],
		['unbounded', { method: 'GET', path: '/2/spaces/by/creator_ids', query: [['user_ids', '1,2']] as const }],
		['unbounded', { method: 'GET', path: '/2/spaces/1DX', query: [['expansions', 'speaker_ids']] as const }],
	])('cannot be held where it is %s', async (reason, asked) => {
		await expect(openBill(NODE, 1000).reserve(asked)).rejects.toMatchObject({
			context: { data: { reason } },
		});
	});

	it('counts what expansions may include', async () => {
		const page = (expansions: string) => ({
			method: 'GET',
			path: '/2/tweets/search/recent',
			query: [
				['max_results', '10'],
				['expansions', expansions],
			] as const,
		});
		// Ten Posts, each with an author: $0.15.
		await expect(
			openBill(NODE, 0.15).reserve(page('author_id,attachments.media_keys')),
		).resolves.toBeDefined();
		await expect(openBill(NODE, 0.149).reserve(page('author_id'))).rejects.toThrow(GuardRefusal);
		expect(await openBill(NODE, 0.149).room(page('author_id'), 100)).toBe(9);
	});

	it('holds where the request changes at the last moment', async () => {
		const page = (more: Array<[string, string]>) => ({
			method: 'GET',
			path: '/2/tweets/search/recent',
			query: [['max_results', '10'] as [string, string], ...more],
		});
		const withAuthors = page([['expansions', 'author_id']]);
		const bill = openBill(NODE, 0.15);
		const first = await bill.reserve(page([]));
		const second = await bill.reserve(page([]));
		// $0.05 each are reserved; the authors of ten Posts are $0.10 more.
		expect(() => first.cover(withAuthors)).toThrow(GuardRefusal);
		first.failed(true);
		expect(() => second.cover(withAuthors)).not.toThrow();
	});

	it('takes what may be a link for one', async () => {
		const bill = () => openBill(NODE, 0.19);
		const post = (body: object) => ({ method: 'POST', path: '/2/tweets', body });
		for (const body of [
			{ text: 'See https://example.com' },
			{ text: 'example.com has it' },
			{ text: 'Look', quote_tweet_id: '1' },
		])
			await expect(bill().reserve(post(body))).rejects.toThrow(GuardRefusal);
		for (const text of ['Hello', 'It costs 1.50 today. Right?', 'mail me at a@example.com'])
			await expect(bill().reserve(post({ text }))).resolves.toBeDefined();
	});
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NAMES = ['main', 'worker 1', 'worker 2'];

interface Spent {
	readonly day: number;
	readonly amount: number;
}

const step = fc.record({
	who: fc.integer({ min: 0, max: NAMES.length - 1 }),
	what: fc.constantFrom('spend' as const, 'store' as const, 'load' as const, 'restart' as const),
	amount: fc.integer({ min: 0, max: 1000 }),
	hours: fc.integer({ min: 0, max: 9 }),
});

describe('the counter of a day', () => {
	it('never has more than was spent, and everything that was stored', () => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				let now = 100 * DAY;
				let starts = 0;
				const start = () => new DayCounter(`process ${++starts}`);
				const processes = NAMES.map(start);
				const all: Spent[] = [];
				/** What each process, and the store, certainly knows. */
				const known = NAMES.map((): Spent[] => []);
				let inStore: Spent[] = [];
				let stored: DayState | undefined;
				const today = (list: readonly Spent[]) =>
					list
						.filter(({ day }) => day === Math.floor(now / DAY))
						.reduce((sum, { amount }) => sum + amount, 0);
				for (const { who, what, amount, hours } of steps) {
					now += hours * HOUR;
					const own = processes[who]!;
					if (what === 'spend') {
						const spent = { day: Math.floor(now / DAY), amount };
						own.spend(amount, now);
						all.push(spent);
						known[who]!.push(spent);
					} else if (what === 'store') {
						own.spentToday(now);
						stored = dayShape.parse(JSON.parse(JSON.stringify(own.state)));
						inStore = [...known[who]!];
					} else {
						if (what === 'restart') [processes[who], known[who]] = [start(), []];
						processes[who]!.merge(stored, now);
						known[who] = [...new Set([...known[who]!, ...inStore])];
					}
					processes.forEach((each, index) => {
						expect(each.spentToday(now)).toBeLessThanOrEqual(today(all));
						expect(each.spentToday(now)).toBe(today(known[index]!));
					});
				}
			}),
		);
	});

	it.each([
		undefined,
		null,
		7,
		'text',
		{ day: 'today', spent: -1, charged: 5 },
		...[1e300, -5, 0.5, 'all'].map((a) => ({ day: 100, spent: { a }, charged: {}, isReported: false })),
		{ day: 100, spent: {}, charged: { x: 7 }, isReported: false },
	])('takes no damage for an amount: %p', (stored) => {
		expect(dayShape.safeParse(stored).success).toBe(false);
	});

	it('counts each thing once a day, also over restarts', () => {
		const first = new DayCounter('node');
		expect(first.charge('Post', ['1', '2', '1'], 100 * DAY)).toBe(2);
		const second = new DayCounter('node');
		second.merge(dayShape.parse(JSON.parse(JSON.stringify(first.state))), 100 * DAY);
		expect(second.charge('Post', ['2', '3'], 100 * DAY)).toBe(1);
		expect(second.charge('Post', ['2'], 102 * DAY)).toBe(1);
	});

	it('counts on after a clock that was years ahead was set right', () => {
		const counter = new DayCounter('main');
		counter.spend(5, 9000 * DAY);
		counter.spend(7, 100 * DAY);
		expect(counter.spentToday(100 * DAY)).toBe(7);
	});
});
