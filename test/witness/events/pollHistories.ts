/** What people do on X while a workflow is published, and what happens to n8n; the same for the same seed. */
import { Chance } from './chance';
import { damage } from './damage';
import { LISTS, type ListShape } from './lists';
import { type PollLife, shapeOf, withPolls } from './pollLife';
import { additions, snowflake, write, type Entry, type Habits } from './posts';
import { DAY, HOUR, MINUTE, SECOND, START, type Time } from './time';

export interface Style {
	readonly days: number;
	/** Milliseconds between two polls. */
	readonly interval: number;
	/** Milliseconds between two entries, on average. */
	readonly every: number;
	/** From and to, from the start: no one writes. */
	readonly quiet?: readonly [number, number];
	/** From and to, from the start: n8n does not run. */
	readonly off?: readonly [number, number];
	/** How often n8n ends between two polls, and how often a request fails. */
	readonly kills?: number;
	readonly faults?: number;
	/** How often a person switches the workflow off and on, and credits run out. */
	readonly leaves?: number;
	readonly credits?: number;
	/** How often X answers oddly. */
	readonly odd?: number;
	/** How often what n8n has stored is damaged when it ends. */
	readonly damaged?: number;
	/** The longest time until a list sorted by ID has an entry. */
	readonly late?: number;
	/** How often polls overlap. */
	readonly overlaps?: number;
	/** How many of the newest entries X removes, once in the middle. */
	readonly purged?: number;
}

export const STYLES: Readonly<Record<string, Style>> = {
	'ordinary days': { days: 4, interval: 30 * MINUTE, every: 25 * MINUTE },
	'restarts and kills': { days: 4, interval: 20 * MINUTE, every: 20 * MINUTE, kills: 0.07, overlaps: 0.05 },
	'an X that fails': { days: 3, interval: 20 * MINUTE, every: 20 * MINUTE, kills: 0.02, faults: 0.15 },
	'an X that answers oddly': { days: 3, interval: 20 * MINUTE, every: 20 * MINUTE, kills: 0.02, odd: 0.2 },
	'credits in steps, and people who switch off and on': {
		days: 3,
		interval: 20 * MINUTE,
		every: 8 * MINUTE,
		credits: 0.03,
		leaves: 0.05,
	},
	'quiet weeks': { days: 24, interval: 2 * HOUR, every: 6 * HOUR, quiet: [5 * DAY, 17 * DAY], kills: 0.01 },
	'n8n off for five days': { days: 12, interval: HOUR, every: 2 * HOUR, off: [3 * DAY, 8 * DAY] },
	'months with little': { days: 60, interval: 3 * HOUR, every: 9 * HOUR, kills: 0.03, faults: 0.02 },
	'months with nothing': { days: 64, interval: 4 * HOUR, every: 3 * DAY, kills: 0.02 },
	'ten a second': { days: 10 / 1440, interval: MINUTE, every: SECOND / 10, kills: 0.1, late: 20 * SECOND },
};

const habitsOf = (shape: ListShape, style: Style): Habits => ({
	from: START - (style.every < MINUTE ? MINUTE : 3 * DAY),
	to: START + style.days * DAY,
	every: style.every,
	late: shape.order === 'id' ? (style.late ?? 10 * MINUTE) : 0,
	edited: shape.kind === 'post' && shape.order === 'id' ? 0.04 : 0,
	deleted: 0.04,
	hidden: 0.02,
	...(style.quiet ? { quiet: [START + style.quiet[0], START + style.quiet[1]] as const } : {}),
});

const purge = (entries: readonly Entry[], count: number, moment: number): Entry[] => {
	const shown = entries.filter(({ seen, gone }) => seen <= moment && moment < gone);
	const newest = new Set(shown.sort((a, b) => b.seen - a.seen).slice(0, count));
	return entries.map((entry) => (newest.has(entry) ? { ...entry, gone: moment } : entry));
};

export function entriesOf(shape: ListShape, style: Style, chance: Chance): Entry[] {
	const habits = habitsOf(shape, style);
	const person = (index: number) => String(3_000_000_001 + index);
	const oldPost = (index: number) => snowflake(START - chance.between(0, 300 * DAY), index % 4096);
	const added = shape.kind === 'user' ? person : oldPost;
	const entries = shape.order === 'added' ? additions(chance, habits, added) : write(chance, habits);
	return style.purged === undefined ? entries : purge(entries, style.purged, START + (style.days * DAY) / 2);
}

export interface Played {
	readonly life: PollLife;
	readonly days: number;
}

/** Plays a history to its end. */
export async function play(list: string, style: Style, seed: number): Promise<Played> {
	const chance = new Chance(seed);
	const shape = shapeOf(LISTS, list);
	return await withPolls(shape, entriesOf(shape, style, chance), async (life, time) => {
		await life.publish();
		for (let tick = START + style.interval; tick < START + style.days * DAY; tick += style.interval) {
			if (isOff(style, tick)) continue;
			await time.reach(tick);
			await happen(life, style, chance, time);
		}
		// What was late has come.
		await pollOn(life, time);
		return { life, days: style.days };
	});
}

/** Polls on until everything that came late must have been seen. */
export async function pollOn(life: PollLife, time: Time): Promise<void> {
	for (let count = 0; count < 3; count++) {
		await time.reach(time.now + 10 * MINUTE);
		await life.poll();
	}
}

const isOff = ({ off, interval }: Style, tick: number): boolean =>
	off !== undefined && tick >= START + off[0] && tick < START + off[1] + interval;

async function happen(life: PollLife, style: Style, chance: Chance, time: Time): Promise<void> {
	const { kills = 0, faults = 0, odd = 0, overlaps = 0, damaged = 0, leaves = 0, credits = 0, off } = style;
	const wasOff = off !== undefined && life.polls.length > 0 && time.now - lastOf(life) > off[1] - off[0];
	if (wasOff || chance.happens(kills)) {
		life.kill();
		if (!wasOff) await time.reach(time.now + chance.between(0, style.interval * 5));
		else if (faults > 0) life.x.faults.push('503', 'silence', '429', 'reset');
		if (chance.happens(damaged)) life.memory = damage(life.memory, chance);
		await life.start();
	}
	if (chance.happens(leaves)) {
		// The person buys credits before.
		life.x.faults = [];
		await life.leave(chance.one([MINUTE, HOUR, 9 * HOUR]) * chance.next());
	}
	if (chance.happens(credits)) {
		// They are bought in small amounts: some requests succeed in between.
		const out = () => Array.from({ length: chance.whole(1, 20) }, () => '402' as const);
		life.x.faults.push(...out(), 'none', ...out(), 'none', 'none', ...out());
	}
	if (chance.happens(faults)) {
		const kind = chance.one(FAULTS);
		life.x.faults.push(...Array.from({ length: chance.whole(1, 6) }, () => kind));
	}
	if (chance.happens(odd))
		life.x.faults.push(chance.one(['only errors', 'a count without data', 'nothing'] as const));
	if (chance.happens(overlaps)) await life.pollTwice();
	else await life.poll();
}

const FAULTS = ['503', '429', 'reset', 'silence', '401', '402', '403', '404', 'a web page'] as const;

const lastOf = (life: PollLife): number => life.polls.at(-1)?.end ?? START;
