import { DailyBudget } from '../../../nodes/shared/guard/dailyBudget';
import { nextDay } from '../../../nodes/shared/util/time';
import { fc } from '../../support/properties';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('a daily budget', () => {
	it('allows what fits into each day, exactly', () => {
		const budget = new DailyBudget(0.015);
		let now = 5 * DAY;
		const spendable = () => {
			let count = 0;
			for (; budget.room(0.005, now) > 0 && count < 10; count++) budget.spend(0.005, now);
			return count;
		};
		expect(spendable()).toBe(3);
		now += DAY - 1;
		expect(spendable()).toBe(0);
		expect(nextDay(now)).toBe(6 * DAY);
		now += 1;
		expect(spendable()).toBe(3);
	});

	it('never limits what is free', () => expect(new DailyBudget(0).room(0, DAY)).toBe(Infinity));

	/** The model: whole cents, a list of what was charged on each day. */
	it('counts each thing once a day, also over restarts', () => {
		const step = fc.record({
			passed: fc.integer({ min: 0, max: 15 }),
			keys: fc.array(fc.constantFrom('a', 'b', 'c', 'd')),
			isRestarted: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
				let budget = new DailyBudget(0.1);
				let now = 0;
				const charged = new Set<string>();
				const told: string[] = [];
				for (const { passed, keys, isRestarted } of steps) {
					now += passed * HOUR;
					const today = new Date(now).toISOString().slice(0, 10);
					if (isRestarted) budget = new DailyBudget(0.1, JSON.parse(JSON.stringify(budget.spending)));
					budget.spendOnce(0.01, keys, now);
					for (const key of keys) charged.add(`${today} ${key}`);
					const cents = [...charged].filter((each) => each.startsWith(today)).length;
					expect(budget.spentToday(now)).toBe(cents / 100);
					expect(budget.room(0.02, now)).toBe(Math.floor((10 - cents) / 2));
					if (budget.isFirstReport(now)) told.push(today);
				}
				expect(told).toEqual([...new Set(told)]);
			}),
		);
	});

	it.each([undefined, null, 7, 'text', { day: 'today', spent: -1, charged: 5 }])(
		'begins anew where %p was stored',
		(stored) => expect(new DailyBudget(0.1, stored).room(0.01, 0)).toBe(10),
	);
});
