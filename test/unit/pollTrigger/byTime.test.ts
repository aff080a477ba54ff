import { uniq } from 'lodash';
import { byTime, type ByTimeState } from '../../../nodes/XCoreTrigger/cursor/byTime';
import { fc } from '../../support/properties';
import { History } from './model';
import { happening, mishaps, Poller } from './support';
import { cases } from '../../support/cases';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 1_000_000 * HOUR;

const PAGE = 4;

class World {
	readonly history: History;
	readonly poller: Poller<ByTimeState>;
	/** How far the clock of n8n's machine is wrong. */
	skew = 0;
	private made = 0;

	constructor(isNewestFirst: boolean, startsAt: number) {
		this.history = new History(PAGE, isNewestFirst);
		this.history.now = START + startsAt;
		this.poller = new Poller(
			byTime(PAGE, () => this.history.now + this.skew),
			this.history.ask,
		);
	}

	/** Something is changed now, and shows up now or later. */
	change(late = 0, name = 'new'): void {
		const { history } = this;
		history.now += 1000;
		const key = `${name}${this.made++}`;
		history.changes.push({ key, time: history.now, visibleAt: history.now + late });
	}

	async happen(one: Happening): Promise<void> {
		const { history, poller } = this;
		switch (one.kind) {
			case 'changes':
				// Some of them come late, and so out of order.
				for (let count = 0; count < one.count; count++) this.change(count % 3 === 1 ? one.late : 0);
				return;
			case 'delete': {
				const change = history.changes.at(-1 - one.which);
				if (change) change.deletedAt ??= history.now;
				return;
			}
			case 'time':
				history.now += one.minutes * MINUTE;
				return;
			case 'clock': {
				this.skew = one.hours * HOUR;
				await poller.poll();
				this.skew = 0;
				return;
			}
			case 'poll':
				return await poller.poll(one.pages);
			default:
				return await poller.suffer(one, {
					add: () => this.change(),
					expireTokens: () => (history.tokensSince = ++history.now),
				});
		}
	}
}

const step = fc.oneof(
	happening(5, 'changes', {
		count: fc.integer({ min: 1, max: 10 }),
		// Up to an hour: what comes later is older than what is read again.
		late: fc.integer({ min: 0, max: 59 * MINUTE }),
	}),
	happening(1, 'delete', { which: fc.nat(20) }),
	happening(4, 'poll', { pages: fc.integer({ min: 1, max: 5 }) }),
	happening(2, 'time', { minutes: fc.integer({ min: 1, max: 300 }) }),
	happening(1, 'clock', { hours: fc.integer({ min: -48, max: 48 }) }),
	...mishaps,
);
type Happening = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('a list that is read by windows of hours', () => {
	it('loses nothing and doubles nothing, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.boolean(),
				fc.nat(HOUR - 20_000),
				fc.nat(10),
				fc.integer({ min: 1, max: 4 }),
				fc.array(step, { maxLength: 40 }),
				async (isNewestFirst, startsAt, before, firstPages, happenings) => {
					const world = new World(isNewestFirst, startsAt);
					const { history, poller } = world;
					for (let count = 0; count < before; count++) world.change(0, 'old');
					await poller.activate(firstPages);
					for (const one of happenings) await world.happen(one);
					history.now += HOUR;
					// An odd answer may still be due in the first of them.
					await poller.poll();
					await poller.poll();
					const { emitted } = poller;
					expect(uniq(emitted)).toEqual(emitted);
					expect(emitted.filter((key) => key.startsWith('old'))).toEqual([]);
					const expected = history.changes
						.filter(({ key, deletedAt }) => key.startsWith('new') && deletedAt === undefined)
						.map(({ key }) => key);
					expect(expected.filter((key) => !emitted.includes(key))).toEqual([]);
				},
			),
			{ numRuns: cases(60, 600) },
		);
	});

	it('forgets what it need not read again', async () => {
		const world = new World(false, 0);
		await world.poller.activate();
		for (let hour = 0; hour < 100; hour++) {
			for (let count = 0; count < 5; count++) world.change();
			world.history.now += HOUR;
			await world.poller.poll();
		}
		expect(world.poller.emitted).toHaveLength(500);
		expect(world.poller.largestState).toBeLessThan(2000);
	});
});
