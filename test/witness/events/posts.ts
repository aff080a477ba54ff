/** What people write and do in a history, and when X shows it. */
import type { Chance } from './chance';
import { DAY, MINUTE, SECOND } from './time';

/** 2010-11-04T01:42:54.657Z, from which the IDs of X count milliseconds. */
const EPOCH = 1_288_834_974_657n;

export const snowflake = (moment: number, sequence: number): string =>
	String(((BigInt(Math.floor(moment)) - EPOCH) << 22n) + BigInt(sequence));

export const isAbove = (one: string, other: string): boolean =>
	one.length === other.length ? one > other : one.length > other.length;

export const madeAt = (id: string): number => Number((BigInt(id) >> 22n) + EPOCH);

export interface Entry {
	readonly id: string;
	/** What stays the same when it is edited: the ID of its first version. */
	readonly first: string;
	/** Differs from the ID for someone who left a list and came back. */
	readonly stay?: string;
	/** The IDs of its versions up to this one. Absent if it is the only one. */
	readonly versions?: readonly string[];
	readonly author: string;
	readonly text: string;
	readonly made: number;
	/** From when on lists have it: late ones come after later ones. */
	readonly seen: number;
	/** Until when: deleted, or replaced by a version of itself. */
	readonly gone: number;
	/** The only account that sees it. Absent if all do. */
	readonly to?: string;
	/** It takes a place on a page on which X does not show it, as what a suspended account wrote. */
	readonly hidden: boolean;
}

export interface Habits {
	readonly from: number;
	readonly to: number;
	/** Milliseconds between two, on average. */
	readonly every: number;
	/** From and to: no one writes. */
	readonly quiet?: readonly [number, number];
	/** The longest time until a list has it. */
	readonly late?: number;
	readonly edited?: number;
	readonly deleted?: number;
	readonly hidden?: number;
	readonly text?: (chance: Chance) => string;
}

/** How many are made in the same millisecond as the one before. */
const TOGETHER = 0.05;

/** Entries in the order in which they were made. */
export function write(chance: Chance, habits: Habits): Entry[] {
	const entries: Entry[] = [];
	const { from, to, every, quiet = [0, 0] } = habits;
	for (
		let made = from + chance.gap(every);
		made < to;
		made += chance.happens(TOGETHER) ? 0 : chance.gap(every)
	) {
		if (made >= quiet[0] && made < quiet[1]) continue;
		const text = habits.text?.(chance) ?? 'a zebra';
		const id = snowflake(Math.floor(made), entries.length % 4096);
		entries.push(...versions(chance, habits, { id, author: `88${chance.whole(1, 40)}`, text }));
	}
	return entries;
}

function versions(chance: Chance, habits: Habits, post: Pick<Entry, 'id' | 'author' | 'text'>): Entry[] {
	const { late = 0, edited = 0, deleted = 0, hidden = 0 } = habits;
	const { id } = post;
	const made = madeAt(id);
	const lateness = chance.happens(0.2) ? chance.between(0, late) : chance.between(0, Math.min(late, SECOND));
	const seen = made + lateness;
	const end = chance.happens(deleted) ? seen + chance.between(0, DAY) : Infinity;
	const entry = { ...post, first: id, made, seen, gone: end, hidden: chance.happens(hidden) };
	return edits(chance, chance.happens(edited) ? MOST_EDITS : 0, entry);
}

/** A Post may be edited up to five times, each version with an ID of its own. */
const MOST_EDITS = 5;

function edits(chance: Chance, most: number, entry: Entry): Entry[] {
	const { id, seen, gone, versions = [id] } = entry;
	const again = seen + chance.between(MINUTE, 30 * MINUTE);
	if (most === 0 || again >= gone || again - madeAt(entry.first) >= 60 * MINUTE) return [entry];
	const newer = snowflake(again, 4095);
	const next = { ...entry, id: newer, versions: [...versions, newer], made: Math.floor(again), seen: again };
	return [{ ...entry, gone: again }, ...edits(chance, chance.happens(0.3) ? most - 1 : 0, next)];
}

/** People, or Posts of any age, that are added to a list. Some leave it and come back to the top. */
export function additions(chance: Chance, habits: Habits, idOf: (index: number) => string): Entry[] {
	const added = write(chance, { ...habits, edited: 0 });
	return added.flatMap((entry, index) => {
		const id = idOf(index);
		const one = { ...entry, id, first: id };
		const again = one.gone + chance.between(MINUTE, DAY);
		if (one.gone === Infinity || !chance.happens(RETURNS)) return [one];
		return [one, { ...one, stay: `${id} again`, made: again, seen: again, gone: Infinity }];
	});
}

/** How many of those who leave come back. */
const RETURNS = 0.3;
