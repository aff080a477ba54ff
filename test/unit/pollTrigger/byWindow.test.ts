/** Lists that come as exports: windows, answers that take their time, entries that come late. */
import { byWindow, type ByWindowState } from '../../../nodes/XCoreTrigger/cursor/byWindow';
import type { PageRequest, ListPage } from '../../../nodes/XCoreTrigger/cursor/cursor';
import { fc } from '../../support/properties';
import { happening, mishaps, Poller } from './support';
import { cases } from '../../support/cases';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = 1_000_000 * HOUR;

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
		const id = token !== undefined && this.jobs.has(token) ? token : this.begin(Number(since), Number(until));
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
