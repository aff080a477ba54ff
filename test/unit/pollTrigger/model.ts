/**
 * A platform's list as it changes over time, written without the trigger's own code: what it shows at a moment, and
 * what should have come out of polling it.
 */
import { range } from 'lodash';
import type { PageRequest, ListPage } from '../../../nodes/XCoreTrigger/cursor/cursor';

type Place = 'since' | 'until' | 'token';

const refusal = (place: Place) => Object.assign(new Error(`${place} is refused`), { place });

export const refusalOf = (error: unknown) => (error as { place?: Place }).place;

/** What a token says, if it still counts. */
export function readToken(token: string | undefined, tokensSince: number): string[] {
	const [issued = '0', ...position] = token?.split('|') ?? [];
	if (token !== undefined && Number(issued) < tokensSince) throw refusal('token');
	return position;
}

/** The ID of a moment: https://docs.x.com/fundamentals/x-ids */
export const idAt = (milliseconds: number, sequence = 0): string =>
	String((BigInt(Math.max(0, Math.floor(milliseconds - 1_288_834_974_657))) << 22n) + BigInt(sequence));

export interface Post {
	id: string;
	/** The first version of an edited Post. */
	original?: string;
	/** When it shows up in lists. */
	visibleAt: number;
	deletedAt?: number;
}

/** Numbers without leading zeros. */
const below = (one: string, other: string) =>
	one.length === other.length ? one < other : one.length < other.length;

/** A timeline in descending order of IDs; tokens point at an ID and expire. */
export class Timeline {
	now = 0;
	/** By how much the time of its answers is ahead. */
	ahead = 0;
	/** In ascending order of IDs, whenever they become visible. */
	readonly posts: Post[] = [];
	/** How far back X takes IDs and shows Posts. */
	reach = Infinity;
	/** Tokens from before this moment are refused. */
	tokensSince = 0;

	constructor(
		private readonly hasBounds: boolean,
		/** The largest page of this platform. */
		private readonly largest: number,
	) {}

	shown(): Post[] {
		const oldest = idAt(Math.max(0, this.now - this.reach));
		const replaced = new Set(
			this.posts
				.filter((post) => post.visibleAt <= this.now && post.original !== undefined)
				.map(({ original }) => original),
		);
		return this.posts
			.filter(({ id, visibleAt, deletedAt = Infinity }) => {
				return visibleAt <= this.now && this.now < deletedAt && !replaced.has(id) && !below(id, oldest);
			})
			.reverse();
	}

	readonly ask = ({ size, since, until, token }: PageRequest): Promise<ListPage<string>> => {
		const oldest = idAt(Math.max(0, this.now - this.reach));
		const isRefused = (bound: string | undefined) =>
			bound !== undefined && (!this.hasBounds || below(bound, oldest));
		if (isRefused(since)) throw refusal('since');
		if (isRefused(until)) throw refusal('until');
		const [position] = readToken(token, this.tokensSince);
		const found = this.shown().filter(
			({ id }) =>
				(since === undefined || below(since, id)) &&
				(until === undefined || below(id, until)) &&
				(position === undefined || below(id, position)),
		);
		const page = found.slice(0, Math.min(size, this.largest));
		const last = page.at(-1);
		const more = found.length > page.length && last !== undefined;
		return Promise.resolve({
			rows: page.map(({ id, original }) => ({ id, key: original ?? id, entity: id })),
			next: more ? `${this.now}|${last.id}` : undefined,
			at: this.now + this.ahead,
			arrivedAt: this.now,
		});
	};
}

/** A list in which the latest addition comes first; tokens point at an entry and expire. */
export class Additions {
	now = 0;
	members: string[] = [];
	tokensSince = 0;
	requests = 0;

	constructor(private readonly largest: number) {}

	add(name: string): void {
		this.members = [name, ...this.members.filter((each) => each !== name)];
	}

	remove(name: string): void {
		this.members = this.members.filter((each) => each !== name);
	}

	readonly ask = ({ size, token }: PageRequest): Promise<ListPage<string>> => {
		this.requests++;
		const before = readToken(token, this.tokensSince);
		// It points behind the last entry; if that is gone, behind the one before it.
		const last = before.reverse().find((name) => this.members.includes(name));
		const from = last === undefined ? 0 : this.members.indexOf(last) + 1;
		const page = this.members.slice(from, from + Math.min(size, this.largest));
		const more = from + page.length < this.members.length;
		return Promise.resolve({
			rows: page.map((name) => ({ id: name, key: name, entity: name })),
			next: more ? [this.now, ...page].join('|') : undefined,
			at: this.now,
		});
	};
}

export interface Change {
	key: string;
	time: number;
	/** When it shows up: some come late. */
	visibleAt: number;
	deletedAt?: number;
}

/** Changes with their times, asked for by windows; tokens point at a change and expire. */
export class History {
	now = 0;
	readonly changes: Change[] = [];
	tokensSince = 0;

	constructor(
		private readonly largest: number,
		/** X does not say which way round they come. */
		private readonly isNewestFirst: boolean,
	) {}

	readonly ask = ({ size, since = '', until = '', token }: PageRequest): Promise<ListPage<string>> => {
		const [position] = readToken(token, this.tokensSince);
		const placeOf = ({ time, key }: Change) => `${new Date(time).toISOString()} ${key}`;
		const isBehind = (place: string) =>
			position === undefined || (this.isNewestFirst ? place < position : place > position);
		const found = this.changes
			.filter(
				({ time, visibleAt, deletedAt = Infinity }) =>
					visibleAt <= this.now &&
					this.now < deletedAt &&
					time >= Date.parse(since) &&
					time < Date.parse(until),
			)
			.sort((one, other) => (placeOf(one) < placeOf(other) === this.isNewestFirst ? 1 : -1))
			.filter((change) => isBehind(placeOf(change)));
		const page = found.slice(0, Math.min(size, this.largest));
		const last = page.at(-1);
		const rows = page.map(({ key, time }) => ({ id: new Date(time).toISOString(), key, entity: key }));
		const more = found.length > page.length && last !== undefined;
		return Promise.resolve({ rows, next: more ? `${this.now}|${placeOf(last)}` : undefined });
	};
}

export const names = (count: number, prefix = 'm') => range(count).map((each) => `${prefix}${each}`);
