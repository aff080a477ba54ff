/**
 * Who is behind a credential, and what the form asks for, against a model of X: other accounts, own messages and Posts,
 * Max Cost per Day, two workflows.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHash } from 'node:crypto';
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { LISTS, type ListShape } from './lists';
import { entriesOf, pollOn, type Style } from './pollHistories';
import { type LifeOptions, PollLife, shapeOf, withPolls } from './pollLife';
import type { Entry } from './posts';
import { DAY, HOUR, MINUTE, START, type Time } from './time';

/** More of them try more histories. */
const SEEDS = [1];
const DAYS = cases(1, 2);
const OTHER = { id: '2501000002', username: 'aquarium' };
const STYLE: Style = { days: DAYS, interval: cases(60, 30) * MINUTE, every: cases(40, 20) * MINUTE };

interface World {
	readonly time: Time;
	readonly life: PollLife;
	/** Polls until a moment. */
	readonly live: (until: number) => Promise<void>;
}

/** Plays with a workflow that is not published yet. */
async function inWorld(
	{
		shape,
		style = STYLE,
		seed,
		...settings
	}: LifeOptions & { shape: ListShape; style?: Style; seed: number },
	change: (entry: Entry, luck: (about: string) => number) => Entry | undefined,
	happen: (world: World) => Promise<void>,
): Promise<void> {
	const entries = entriesOf(shape, style, new Chance(seed)).flatMap(
		(entry) => change(entry, luckOf(entry, seed)) ?? [],
	);
	const play = async (life: PollLife, time: Time) => {
		const live = async (until: number) => {
			while (time.now + style.interval <= until) {
				await time.reach(time.now + style.interval);
				await life.poll();
			}
		};
		await happen({ time, life, live });
	};
	await withPolls(shape, entries, play, settings);
}

const ZOO = '2501000001';
const asItIs = (entry: Entry): Entry => entry;
const byOneself = (entry: Entry, luck: (about: string) => number): Entry =>
	luck('author') < 0.3 ? { ...entry, author: ZOO } : entry;
/** Each is still there when the limit of a day allows it to be read. */
const forGood = (entry: Entry): Entry | undefined =>
	entry.id === entry.first ? { ...entry, gone: Infinity } : undefined;

/** The same for all versions of an entry. */
const luckOf =
	({ first }: Entry, seed: number) =>
	(about: string): number =>
		createHash('sha256').update(`${seed} ${about} ${first}`).digest().readUInt32BE() / 2 ** 32;

const found = (life: PollLife) => ({ lost: life.lost(), doubled: life.doubled(), old: life.oldOnes() });
const NOTHING = { lost: [], doubled: [], old: [] };

/** The first versions of what an account wrote. */
const writtenBy = ({ entries }: PollLife, account: string) =>
	new Set(entries.filter(({ author }) => author === account).map(({ first }) => first));

/** Some of them for `npm test`. */
const some = <T>(all: readonly T[], few: number): readonly T[] => all.slice(0, cases(few, all.length));

const CONNECTED = [
	['oAuth1', 'while it runs'],
	['oAuth2', 'while n8n is off'],
	['oAuth2', 'while it runs'],
	['oAuth1', 'while n8n is off'],
] as const;

const OWN = [
	['search', 'oAuth1', 'includeOwnPosts'],
	['messages', 'oAuth2', 'includeOwn'],
	['messages', 'oAuth1', 'includeOwn'],
	['mentions', 'oAuth1', 'includeOwnPosts'],
	['postsOfList', 'oAuth2', 'includeOwnPosts'],
] as const;

const MOST_COSTS = [
	['search', 0.25],
	['mentions', 0.25],
	['posts', 0.25],
	['postsOfList', 0.4],
	['messages', 0.8],
	['followers', 2],
] as const;

describe.each(SEEDS)('seed %s', (seed) => {
	it.each(some(CONNECTED, 2))(
		'another account behind a credential (%s), connected %s',
		async (authentication, moment) => {
			const shape: ListShape = { ...shapeOf(LISTS, 'messages'), authentication };
			const shared = (entry: Entry, luck: (about: string) => number): Entry => {
				const [to, other] = luck('reader') < 0.5 ? [ZOO, OTHER.id] : [OTHER.id, ZOO];
				const author = luck('author') < 0.3 ? to : luck('author') < 0.4 ? other : entry.author;
				return { ...entry, to, author };
			};
			const options = { emitLast: 10 };
			await inWorld({ shape, seed, options }, shared, async ({ life, live, time }) => {
				await life.publish();
				await live(START + (DAYS * DAY) / 2);
				const before = [...life.emitted];
				if (moment === 'while n8n is off') life.kill();
				await life.connect(OTHER);
				if (moment === 'while n8n is off') await life.start();
				else await life.poll();
				life.beginsAnew();
				const emitted = life.emitted.length;
				await live(START + DAYS * DAY);
				await pollOn(life, time);
				const own = new Set([...writtenBy(life, OTHER.id)].filter((first) => !before.includes(first)));
				expect(life.lost().filter((first) => !own.has(first))).toEqual([]);
				expect(life.doubled()).toEqual([]);
				expect(emitted).toBe(before.length);
				expect(life.emitted.slice(emitted).filter((first) => own.has(first))).toEqual([]);
				expect(life.emitted.length).toBeGreaterThan(emitted);
				expect(life.errors).toEqual([expect.stringContaining(`user ${OTHER.id}, before: ${ZOO}`)]);
				expect(life.reports).toMatchObject([{ kind: 'otherAccount', before: ZOO, now: OTHER.id }]);
			});
		},
	);

	it.each(some(OWN, 1))(
		'own entries of %s (%s) start something only with %s',
		async (list, authentication, option) => {
			const shape: ListShape = { ...shapeOf(LISTS, list), authentication };
			for (const isIncluded of [false, true])
				await inWorld({ shape, seed, options: { [option]: isIncluded } }, byOneself, async (world) => {
					const { life, live, time } = world;
					await life.publish();
					await live(START + DAYS * DAY);
					await pollOn(life, time);
					const own = writtenBy(life, ZOO);
					const isMeant = (first: string) => isIncluded || !own.has(first);
					const missed = life.lost().filter(isMeant);
					expect({ missed, doubled: life.doubled() }).toEqual({ missed: [], doubled: [] });
					expect(life.emitted.some((first) => own.has(first))).toBe(isIncluded);
					// A search does not even read them.
					const paid = [...own].filter((first) => life.x.bill.hasRead(first));
					if (list === 'search') expect(paid.length > 0).toBe(isIncluded);
					expect(life.errors).toEqual([]);
				});
		},
	);

	it.each(some(MOST_COSTS, 1))(
		'Max Cost per Day of %s holds each day, and nothing is lost by it',
		async (list, maxCost) => {
			// A busy day, and then few.
			const style = { ...STYLE, interval: HOUR, days: 7, every: 15 * MINUTE, quiet: [DAY, 7 * DAY] as const };
			const settings = { shape: shapeOf(LISTS, list), style, seed, options: { maxCost } };
			await inWorld(settings, forGood, async ({ life, live, time }) => {
				await life.publish();
				await live(START + style.days * DAY);
				await pollOn(life, time);
				expect(Math.max(...life.x.bill.days)).toBeLessThanOrEqual(maxCost + 1e-9);
				expect(found(life)).toEqual(NOTHING);
				expect(life.errors.every((error) => error.includes('does not allow this request; today'))).toBe(true);
				expect(life.errors.length).toBeLessThanOrEqual(life.x.bill.days.length);
				expect(life.emitted.length).toBeGreaterThan(10);
			});
		},
	);

	it.each(some(['followers', 'messages', 'search'], 1))(
		'two workflows of one credential: %s',
		async (list) => {
			const shape = shapeOf(LISTS, list);
			await inWorld({ shape, seed }, asItIs, async ({ life, time }) => {
				await life.publish();
				const other = new PollLife(time, life.x, life.entries, { beside: life });
				await other.publish();
				for (let polls = 0; polls < (DAYS * DAY) / STYLE.interval; polls++) {
					await time.reach(time.now + STYLE.interval);
					await Promise.all([life.poll(), other.poll()]);
				}
				for (const each of [life, other]) {
					await pollOn(each, time);
					expect({ ...found(each), errors: each.errors }).toEqual({ ...NOTHING, errors: [] });
					expect(each.emitted.length).toBeGreaterThan(10);
				}
			});
		},
	);
});
