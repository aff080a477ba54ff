import { uniq } from 'lodash';
import { byId, type ByIdState } from '../../../nodes/XCoreTrigger/cursor/byId';
import { fc } from '../../support/properties';
import { idAt, Timeline, type Post } from './model';
import { happening, mishaps, Poller } from './support';
import { cases } from '../../support/cases';

const MINUTE = 60_000;
const START = Date.parse('2026-11-22T00:00:00Z');

const cursor = (hasBounds: boolean, memory = 500) =>
	byId({ hasBounds, seedSize: 6, sizes: [5, 7], memory, reach: 7 * 24 * 60 * MINUTE });

/** What happens, one after the other. */
const step = fc.oneof(
	happening(5, 'posts', {
		count: fc.integer({ min: 1, max: 12 }),
		late: fc.integer({ min: 0, max: 9 * MINUTE }),
	}),
	happening(1, 'delete', { which: fc.nat(40) }),
	happening(1, 'edit', { which: fc.nat(20) }),
	happening(4, 'poll', { pages: fc.integer({ min: 1, max: 5 }) }),
	...mishaps,
	happening(2, 'time', { minutes: fc.integer({ min: 1, max: 600 }) }),
	happening(1, 'stall', { minutes: fc.integer({ min: 1, max: 300 }) }),
	happening(1, 'date', { ahead: fc.constantFrom(0, -60, 15, 24 * 60, 30 * 24 * 60) }),
);
type Happening = typeof step extends fc.Arbitrary<infer T> ? T : never;

class World {
	readonly timeline: Timeline;
	readonly poller: Poller<ByIdState>;
	private made = 0;
	/** Until when the list shows nothing new. */
	private standsUntil = 0;

	constructor(hasBounds: boolean, memory?: number) {
		this.timeline = new Timeline(hasBounds, 7);
		this.timeline.now = START;
		this.poller = new Poller(cursor(hasBounds, memory), this.timeline.ask);
	}

	post(late = 0, original?: string): Post {
		this.timeline.now += 1000;
		const made: Post = {
			id: idAt(this.timeline.now, ++this.made % 1000),
			visibleAt: Math.max(this.timeline.now + late, this.standsUntil),
			...(original !== undefined && { original }),
		};
		this.timeline.posts.push(made);
		return made;
	}

	async happen(one: Happening): Promise<void> {
		const { timeline, poller } = this;
		const recent = (which: number) => timeline.posts.at(-1 - which);
		switch (one.kind) {
			case 'posts':
				// Some of them come late, and so out of order.
				for (let count = 0; count < one.count; count++) this.post(count % 3 === 1 ? one.late : 0);
				return;
			case 'delete': {
				const post = recent(one.which);
				if (post) post.deletedAt ??= timeline.now;
				return;
			}
			case 'edit': {
				const post = recent(one.which);
				const isOpen = post && timeline.now - post.visibleAt < 60 * MINUTE && post.deletedAt === undefined;
				if (isOpen && post.visibleAt <= timeline.now && post.original === undefined) this.post(0, post.id);
				return;
			}
			case 'poll':
				return await poller.poll(one.pages);
			case 'stall':
				this.standsUntil = Math.max(this.standsUntil, timeline.now + one.minutes * MINUTE);
				for (const post of timeline.posts)
					if (post.visibleAt > timeline.now) post.visibleAt = Math.max(post.visibleAt, this.standsUntil);
				return;
			case 'date':
				timeline.ahead = one.ahead * MINUTE;
				return;
			case 'time':
				timeline.now += one.minutes * MINUTE;
				return;
			default:
				return await poller.suffer(one, {
					add: () => this.post(),
					expireTokens: () => (timeline.tokensSince = ++timeline.now),
				});
		}
	}

	/** Polls until nothing more can come. */
	async settle(): Promise<void> {
		this.timeline.now = Math.max(this.timeline.now + 10 * MINUTE, this.standsUntil);
		await this.poller.poll();
		await this.poller.poll();
	}

	/** The Posts that are there now and were not at the activation. */
	expected(old: ReadonlySet<string>): string[] {
		return uniq(this.timeline.shown().map(({ id, original }) => original ?? id)).filter(
			(key) => !old.has(key),
		);
	}

	emittedKeys(): string[] {
		const originals = new Map(this.timeline.posts.map(({ id, original }) => [id, original ?? id]));
		return this.poller.emitted.map((id) => originals.get(id) ?? id);
	}
}

describe.each([
	['with bounds', true],
	['without bounds', false],
])('a list by ID, %s', (_, hasBounds) => {
	it('loses nothing and doubles nothing, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(12), fc.array(step, { maxLength: 40 }), async (before, happenings) => {
				const world = new World(hasBounds);
				for (let count = 0; count < before; count++) world.post();
				await world.poller.activate();
				const old = new Set(world.timeline.posts.map(({ id }) => id));
				for (const one of happenings) await world.happen(one);
				await world.settle();
				const keys = world.emittedKeys();
				expect(uniq(keys)).toHaveLength(keys.length);
				expect(keys.filter((key) => old.has(key))).toEqual([]);
				expect(world.expected(old).filter((key) => !keys.includes(key))).toEqual([]);
			}),
			{ numRuns: cases(30, 300) },
		);
	});

	it('looks for newer ones in the poll that finishes an earlier one', async () => {
		const world = new World(hasBounds);
		world.post();
		await world.poller.activate();
		for (let count = 0; count < 20; count++) world.post();
		await world.poller.poll(1);
		world.post();
		await world.poller.poll();
		expect(world.poller.emitted).toHaveLength(21);
	});

	it('keeps its memory small, and doubles nothing in a busy list', async () => {
		const world = new World(hasBounds, 40);
		await world.poller.activate();
		const posts: string[] = [];
		for (let minute = 0; minute < 100; minute++) {
			for (let count = 0; count < 55; count++) posts.push(world.post().id);
			await world.poller.poll(minute % 7 === 0 ? 3 : Infinity);
		}
		await world.settle();
		expect([...world.poller.emitted].sort()).toEqual(posts.sort());
		// The entries twice, and when the list was read in the last 90 minutes.
		expect(world.poller.largestState).toBeLessThan((40 * 2 + 90) * 30);
	});
});

describe('a list by ID that reaches back seven days', () => {
	it('says that Posts are lost after a longer downtime, and goes on', async () => {
		const world = new World(true);
		world.timeline.reach = 7 * 24 * 60 * MINUTE;
		world.post();
		await world.poller.activate();
		world.post();
		world.timeline.now += 8 * 24 * 60 * MINUTE;
		const later = [world.post().id, world.post().id];
		await world.poller.poll();
		await world.settle();
		expect(world.poller.emitted.sort()).toEqual(later.sort());
		expect(world.poller).toMatchObject({ lost: 1, errors: 0 });
	});
});
