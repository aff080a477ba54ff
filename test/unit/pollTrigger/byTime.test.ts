/** Lists that are read by windows of time, and lists that come as exports. */
import { uniq } from 'lodash';
import { byTime, type ByTimeState } from '../../../nodes/XCoreTrigger/cursor/byTime';
import { byWindow, type ByWindowState } from '../../../nodes/XCoreTrigger/cursor/byWindow';
import type { ListPage, PageRequest } from '../../../nodes/XCoreTrigger/cursor/cursor';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import { History } from './model';
import { happening, mishaps, Poller } from './support';

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

describe('a list that comes as exports', () => {
	interface Lead {
		readonly key: string;
		readonly at: number;
		readonly visibleAt: number;
	}

	interface Job {
		readonly rows: readonly Lead[];
		readonly readyAt: number;
	}

	/** A platform that gives leads out as exports, written without the trigger's own code. */
	class World {
		now = START;
		/** How long an export takes. */
		takes = 0;
		readonly leads: Lead[] = [];
		readonly poller: Poller<ByWindowState>;
		private readonly jobs = new Map<string, Job>();
		private made = 0;

		constructor() {
			const cursor = byWindow({ overlap: 3600, first: 24 * 3600, now: () => this.now });
			this.poller = new Poller(cursor, (ask) => Promise.resolve(this.answer(ask)));
		}

		add(late = 0): Lead {
			this.now += 700;
			const lead = { key: `lead ${++this.made}`, at: this.now, visibleAt: this.now + late };
			this.leads.push(lead);
			return lead;
		}

		forget(): void {
			this.jobs.clear();
		}

		private answer({ since, until, token }: PageRequest): ListPage<string> {
			const id =
				token !== undefined && this.jobs.has(token) ? token : this.begin(Number(since), Number(until));
			const { rows, readyAt } = this.jobs.get(id)!;
			if (readyAt > this.now) return { rows: [], next: id };
			return {
				rows: rows.map(({ key, at }) => ({ id: new Date(at).toISOString(), key, entity: key })).reverse(),
			};
		}

		private begin(since: number, until: number): string {
			if (!(until > since)) throw new Error(`The window from ${since} to ${until} has no length`);
			const rows = this.leads.filter(
				({ at, visibleAt }) => at >= since * 1000 && at < until * 1000 && visibleAt <= this.now,
			);
			const id = `job ${this.jobs.size + 1} of ${this.now}`;
			this.jobs.set(id, { rows, readyAt: this.now + this.takes });
			return id;
		}
	}

	const step = fc.oneof(
		happening(5, 'leads', { count: fc.integer({ min: 1, max: 9 }), late: fc.integer({ min: 0, max: 50 }) }),
		happening(5, 'poll'),
		happening(3, 'time', { minutes: fc.nat(300) }),
		happening(2, 'takes', { minutes: fc.nat(20) }),
		...mishaps,
	);
	type Happening = typeof step extends fc.Arbitrary<infer T> ? T : never;

	async function happen(world: World, one: Happening): Promise<void> {
		const { poller } = world;
		switch (one.kind) {
			case 'leads':
				for (let count = 0; count < one.count; count++) world.add(count % 2 === 1 ? one.late * MINUTE : 0);
				return;
			case 'poll':
				return await poller.poll();
			case 'time':
				world.now += one.minutes * MINUTE;
				return;
			case 'takes':
				world.takes = one.minutes * MINUTE;
				return;
			default:
				return await poller.suffer(
					one,
					{ add: () => world.add(), expireTokens: () => world.forget() },
					Infinity,
				);
		}
	}

	it('loses nothing and doubles nothing, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(9), fc.array(step, { maxLength: 40 }), async (before, happenings) => {
				const world = new World();
				for (let count = 0; count < before; count++) world.add();
				await world.poller.activate();
				for (const one of happenings) await happen(world, one);
				world.takes = 0;
				world.now += HOUR;
				for (let count = 0; count < 3; count++) await world.poller.poll();
				const { emitted } = world.poller;
				expect(new Set(emitted).size).toBe(emitted.length);
				expect([...emitted].sort()).toEqual(
					world.leads
						.slice(before)
						.map(({ key }) => key)
						.sort(),
				);
			}),
			{ numRuns: cases(60, 400) },
		);
	});

	it('remembers what is there where the first export is not ready at once', async () => {
		const world = new World();
		world.takes = 10 * MINUTE;
		world.add();
		await world.poller.activate();
		const after = world.add();
		world.now += 11 * MINUTE;
		world.takes = 0;
		await world.poller.poll();
		expect(world.poller.emitted).toEqual([after.key]);
	});

	it('keeps its memory small', async () => {
		const world = new World();
		await world.poller.activate();
		for (let hour = 0; hour < 50; hour++) {
			for (let count = 0; count < 100; count++) world.add();
			world.now += 30 * MINUTE;
			await world.poller.poll();
		}
		expect(world.poller.emitted).toHaveLength(5000);
		expect(world.poller.largestState).toBeLessThan(2000 * 20);
	});
});
