/** The counter of a day over several processes, against a list of what each of them spent. */
import type * as Days from '../../../nodes/shared/ledger/day';
import { DayCounter, dayShape, type DayState } from '../../../nodes/shared/ledger/dayCounter';
import type * as Ledgers from '../../../nodes/shared/ledger/ledger';
import { NODE } from '../../support/node';
import { fc } from '../../support/properties';
import { startProcess } from '../../support/triggeredWorkflow';

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

function another() {
	const { dayBookOf, dayLimit, Ledger } = startProcess(() => ({
		...jest.requireActual<typeof Days>('../../../nodes/shared/ledger/day'),
		...jest.requireActual<typeof Ledgers>('../../../nodes/shared/ledger/ledger'),
	}));
	const book = dayBookOf('one');
	return { book, day: new Ledger(book, dayLimit('credential', NODE, 1)) };
}

const page = (size: number) => ({
	method: 'GET',
	path: '/2/users/search',
	query: [['max_results', String(size)]] as [string, string][],
});

/** Spends until a limit of a dollar refuses: pages of ten users at $0.01 each. Returns the dollars. */
async function spendAll({ day }: ReturnType<typeof another>, from: number): Promise<number> {
	for (let next = from; ; next += 10) {
		const reservation = await day.reserve(page(10)).catch(() => undefined);
		if (!reservation) return day.spentUsd;
		const data = Array.from({ length: 10 }, (_, index) => ({ id: String(next + index) }));
		reservation.done(page(10), { data });
	}
}

describe("the day's limit with several processes", () => {
	it('is that many times the limit where they store nothing, and one limit where each loads what was stored', async () => {
		const processes = [another(), another(), another()];
		const alone = [];
		for (const [index, each] of processes.entries()) alone.push(await spendAll(each, index * 1000));
		expect(alone).toEqual([1, 1, 1]);

		const [first, second] = [another(), another()];
		await spendAll(first, 0);
		second.book.counter.merge(
			dayShape.parse(JSON.parse(JSON.stringify(first.book.counter.state))),
			Date.now(),
		);
		await expect(second.day.reserve(page(1))).rejects.toThrow(
			/^Max Cost per Day of the credential \(\$1\.00\) does not allow this request; today \$1\.00 were spent; it opens again at \d{4}-\d\d-\d\d 00:00:00 UTC$/,
		);
	});

	it('counts an object once a day, as X bills it', async () => {
		const { day } = another();
		const answer = { data: [{ id: '1' }, { id: '2' }] };
		for (let turn = 0; turn < 5; turn++) (await day.reserve(page(10))).done(page(10), answer);
		expect(day.spentUsd).toBe(0.02);
	});

	it('lets requests side by side wait for what others give back', async () => {
		const { day } = another();
		const first = await day.reserve(page(80));
		const second = day.reserve(page(80));
		first.done(page(80), { data: [] });
		(await second).done(page(80), { data: [] });
		expect(day.spentUsd).toBe(0);
	});

	it('counts a write whose answer was lost, and nothing that X refused', async () => {
		const { day } = another();
		const post = { method: 'POST', path: '/2/tweets', body: { text: 'Hello' } };
		(await day.reserve(post)).failed(false);
		expect(day.spentUsd).toBe(0.015);
		(await day.reserve(post)).failed(true);
		expect(day.spentUsd).toBe(0.015);
	});
});
