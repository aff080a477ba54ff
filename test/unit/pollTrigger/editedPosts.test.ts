/**
 * Edited Posts in a list with more entries than a poll remembers: each once, as far as X's answers show it. X shows the
 * latest version alone, under an ID of its own (its source is in nodes/XCoreTrigger/cursor/versions.ts).
 */
import { countBy, range, sum } from 'lodash';
import { byId, type ByIdState } from '../../../nodes/XCoreTrigger/cursor/byId';
import type { ListPage, PageRequest } from '../../../nodes/XCoreTrigger/cursor/cursor';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import { idAt, readToken } from './model';
import { Poller } from './support';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.parse('2026-11-22T00:00:00Z');
/** X keeps the order of IDs in this part of the test: they are all of the same length. */
const isAbove = (one: string, other: string) => one > other;

interface Version {
	readonly id: string;
	readonly first: string;
	readonly versions: readonly string[];
	readonly made: number;
	/** From when on, and until when, X shows it. */
	readonly seen: number;
	readonly gone: number;
}

/** A moment of a history: at a distance from a poll. */
const moment = fc.record({
	poll: fc.nat(30),
	after: fc.oneof(
		fc.integer({ min: -2 * SECOND, max: 4 * SECOND }),
		fc.integer({ min: -MINUTE, max: 20 * MINUTE }),
	),
});
const history = fc.record({
	/** A search shows what is half a minute old. */
	delay: fc.constantFrom(0, MINUTE / 2),
	polls: fc.array(
		fc.record({
			after: fc.oneof(
				{ weight: 8, arbitrary: fc.integer({ min: 20 * SECOND, max: 90 * SECOND }) },
				{ weight: 1, arbitrary: fc.integer({ min: 2 * MINUTE, max: 40 * MINUTE }) },
			),
			/** How many pages there is time for, and how long each takes. */
			pages: fc.integer({ min: 1, max: 9 }),
			takes: fc.integer({ min: 20, max: 700 }),
			/** What happens before it. */
			mishap: fc.oneof(
				{ weight: 9, arbitrary: fc.constant('none') },
				fc.constantFrom('restart', 'tokens expire'),
			),
		}),
		{ minLength: 4, maxLength: 30 },
	),
	edited: fc.array(
		fc.record({
			made: moment,
			late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20 * SECOND })),
			edits: fc.array(moment, { minLength: 1, maxLength: 3 }),
		}),
		{ minLength: 1, maxLength: 8 },
	),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** As many entries as the memory has room for come in three and a half minutes. */
const MEMORY = 60;
const EVERY = 3.5 * SECOND;
const PAGE = 10;

class World {
	now = START;
	readonly all: Version[];
	/** What was edited in the second in which X gave it: the `Date` of an answer has whole seconds. */
	readonly unsure = new Set<string>();
	/** When X gave an ID first. */
	readonly givenAt = new Map<string, number>();
	readonly starts: readonly number[];
	private tokensSince = 0;
	private takes = 100;

	constructor(
		private readonly played: History,
		private readonly hasBounds: boolean,
	) {
		const { polls, edited, delay } = played;
		this.starts = range(polls.length).map(
			(poll) => START + sum(polls.slice(0, poll + 1).map(({ after }) => after)),
		);
		const end = (this.starts.at(-1) ?? START) + MINUTE;
		const plain = range(START - 10 * MINUTE, end, EVERY).map((made, place) => {
			const id = idAt(made, place % 1000);
			return { id, first: id, versions: [id], made, seen: made + delay, gone: Infinity };
		});
		this.all = [...plain, ...edited.flatMap((one, place) => this.versionsOf(one, 1001 + place))];
		this.all.sort((one, other) => (isAbove(one.id, other.id) ? -1 : 1));
	}

	private at({ poll, after }: History['edited'][number]['made']): number {
		return (this.starts[poll % this.starts.length] ?? START) + after;
	}

	private versionsOf({ made: from, late, edits }: History['edited'][number], sequence: number): Version[] {
		const { delay } = this.played;
		// What was there before the first poll is old, and what came just then may be either.
		const made = this.at(from);
		if (made <= START && made > START - MINUTE) return [];
		const times = edits.map((edit) => this.at(edit)).sort((one, other) => one - other);
		const all = [made];
		for (const time of times)
			if (time > (all.at(-1) ?? 0) + late + delay + SECOND && time < made + 60 * MINUTE) all.push(time);
		const ids = all.map((time) => idAt(time, sequence));
		return all.map((time, place) => ({
			id: ids[place] ?? '',
			first: ids[0] ?? '',
			versions: ids.slice(0, place + 1),
			made: time,
			seen: time + Math.max(delay, place === 0 ? late : 0),
			gone: all[place + 1] ?? Infinity,
		}));
	}

	shown(): Version[] {
		return this.all.filter(({ seen, gone }) => seen <= this.now && this.now < gone);
	}

	readonly ask = ({ size, since, until, token }: PageRequest): Promise<ListPage<string>> => {
		this.now += this.takes;
		const [position] = readToken(token, this.tokensSince);
		const isWithin = ({ id }: Version) =>
			(since === undefined || isAbove(id, since)) &&
			[until, position].every((bound) => bound === undefined || isAbove(bound, id));
		const found = this.shown().filter(isWithin);
		const page = found.slice(0, size);
		const second = Math.floor(this.now / SECOND);
		for (const { id, gone, first } of page) {
			if (Math.floor(gone / SECOND) === second) this.unsure.add(first);
			this.givenAt.set(id, this.givenAt.get(id) ?? this.now);
		}
		const rows = page.map(({ id, first, versions }) => ({ id, key: first, versions, entity: id }));
		const next = found.length > page.length ? `${this.now}|${page.at(-1)?.id ?? ''}` : undefined;
		return Promise.resolve({ rows, next, at: second * SECOND, arrivedAt: this.now + 50 });
	};

	async play(): Promise<string[]> {
		const sizes = this.hasBounds ? [PAGE] : [1, 1, 2, 4, 8, PAGE];
		const cursor = byId({ hasBounds: this.hasBounds, seedSize: 1, sizes, memory: MEMORY });
		const poller = new Poller<ByIdState>(cursor, this.ask);
		await poller.activate();
		for (const [place, { pages, takes, mishap }] of this.played.polls.entries()) {
			this.now = Math.max(this.now, this.starts[place] ?? 0);
			this.takes = takes;
			if (mishap === 'restart') poller.data = structuredClone(poller.stored);
			if (mishap === 'tokens expire') this.tokensSince = this.now;
			await poller.poll(pages);
		}
		for (let count = 0; count < 3; count++) {
			this.now += 10 * MINUTE;
			await poller.poll();
		}
		const firsts = new Map(this.all.map(({ id, first }) => [id, first]));
		return poller.emitted.map((id) => firsts.get(id) ?? id);
	}
}

describe.each([
	['with bounds', true],
	['without bounds', false],
])('a list by ID, %s', (_, hasBounds) => {
	it('gives each Post once, however often it is edited and whenever it is read', async () => {
		await fc.assert(
			fc.asyncProperty(history, async (played) => {
				const world = new World(played, hasBounds);
				const counts = countBy(await world.play());
				const made = new Map(world.all.map(({ first, id, made }) => [first === id ? id : '', made]));
				const isNew = (first: string) => (made.get(first) ?? 0) > START;
				const there = world.shown().map(({ first }) => first);
				const found = {
					lost: there.filter((first) => isNew(first) && counts[first] === undefined),
					old: Object.keys(counts).filter((first) => (made.get(first) ?? 0) < START - MINUTE),
					doubled: Object.keys(counts).filter(
						(first) => (counts[first] ?? 0) > 1 && !world.unsure.has(first),
					),
				};
				expect(found).toEqual({ lost: [], old: [], doubled: [] });
			}),
			{ numRuns: cases(10, 500, 2000) },
		);
	});
});

it('knows what was read in a second in which another reading ended', async () => {
	// Polls of many entries after n8n was off for 20 minutes. The long one ends a reading and makes another.
	const long = 10;
	const polls = [1, 1, 1, 20, ...range(14).map(() => 1)].map((minutes, place) => {
		const pages = place === long ? 60 : 3;
		return { after: minutes * MINUTE, pages, takes: 20, mishap: 'none' as const };
	});
	const edits = [{ poll: long, after: 20 * SECOND }];
	const edited = [{ made: { poll: 3, after: 2 * MINUTE }, late: 0, edits }];
	const world = new World({ delay: 0, polls, edited }, true);
	const [{ first = '' } = {}] = world.all.filter(({ id }) => BigInt(id) % 4096n === 1001n);
	expect(countBy(await world.play())[first]).toBe(1);
});
