/**
 * Turns what is kept into what was asked for: default fields, requested fields, and expansions that fill `includes`.
 * What an expansion points at but is gone or hidden becomes a partial error beside the data.
 */
import { pick } from 'lodash';
import type { SimRequest } from '../frame';
import { notFoundProblem, problemObject, type Problem } from '../frame/problems';
import { kinds, lookUp, type Kind, type KindName } from './kinds';
import { mayRead, type CoreState } from './state';

type Output = Record<string, unknown>;

const PRIVATE_METRICS = ['non_public_metrics', 'organic_metrics', 'promoted_metrics'];

/** Reads the selection of one request once, then renders any number of entities with it. */
export class Renderer {
	private readonly included = new Map<KindName, Map<string, object>>();
	private readonly problems = new Map<string, Problem>();
	private readonly expansions: readonly string[];
	private readonly callerId: string;

	constructor(
		private readonly state: CoreState,
		private readonly request: SimRequest,
	) {
		this.expansions = [...new Set(this.asked('expansions').map(oldExpansion))];
		this.callerId = request.caller.userId;
	}

	/** An entity with its fields; what it refers to is put beside the data. */
	entity(name: KindName, row: object): Output {
		const kind: Kind = kinds[name];
		const wanted = this.expansions.filter((path) => kind.expansions && path in kind.expansions);
		for (const path of wanted) this.follow(kind, row, path);
		return this.view(
			name,
			row,
			wanted.map((path) => path.split('.')[0] ?? path),
		);
	}

	/** `includes` and `errors` of all that was rendered so far. */
	finish(): Output {
		const includes = [...this.included].map(([name, rows]) => [
			name,
			[...rows.values()].map((row) => this.view(name, row, [])),
		]);
		return {
			...(includes.length > 0 && { includes: Object.fromEntries(includes) as Output }),
			...(this.problems.size > 0 && { errors: [...this.problems.values()] }),
		};
	}

	/** Note a problem that goes beside the data. */
	complain(problem: Problem): void {
		this.problems.set(JSON.stringify(problem), problem);
	}

	private asked(parameter: string): string[] {
		return (this.request.query.get(parameter) ?? '').split(',').filter(Boolean);
	}

	private view(name: KindName, row: object, extra: readonly string[]): Output {
		const kind: Kind = kinds[name];
		const asked = kind.fields.flatMap((parameter) => this.asked(parameter)).map(oldField);
		const wanted = [...new Set([...kind.shown, ...extra, ...asked])];
		const shown = name === 'tweets' ? wanted.filter((field) => this.mayShow(field, row)) : wanted;
		return pick({ ...row, ...kind.computed?.(this.state, row as never, this.callerId) }, shown);
	}

	/** Private metrics are the author's alone. */
	private mayShow(field: string, post: { id?: string; author_id?: string }): boolean {
		if (!PRIVATE_METRICS.includes(field) || post.author_id === this.callerId) return true;
		const detail = `Sorry, you are not authorized to access '${field}' on the Tweet with [${post.id}].`;
		this.complain(
			problemObject('not-authorized-for-field', 'Field Authorization Error', detail, {
				field,
				parameter: 'tweet.fields',
				value: field,
				resource_id: post.id,
				resource_type: 'tweet',
				section: 'data',
			}),
		);
		return false;
	}

	/** Puts beside the data what a path leads to; where it goes through another entity, that one too. */
	private follow(kind: Kind, row: object, path: string): void {
		const target = kind.expansions?.[path] as KindName;
		const through = Object.keys(kind.expansions ?? {}).find((other) => path.startsWith(`${other}.`));
		if (through === undefined) {
			for (const key of valuesAt(row, path.split('.'))) this.reach(target, key, path);
			return;
		}
		this.follow(kind, row, through);
		const over = kind.expansions?.[through] as KindName;
		for (const id of valuesAt(row, through.split('.'))) {
			const found = lookUp(this.state, over, id);
			const rest = path.slice(through.length + 1).split('.');
			if (found) for (const key of valuesAt(found, rest)) this.reach(target, key, path);
		}
	}

	private reach(name: KindName, key: string, parameter: string): void {
		const kind: Kind = kinds[name];
		const found = lookUp(this.state, name, key);
		if (!found) {
			this.complain({ ...notFoundProblem(parameter, key, kind.label), section: 'includes' });
		} else if (isHidden(this.state, this.callerId, name, found)) {
			this.complain(hiddenPost(key, parameter, 'includes'));
		} else {
			const rows = this.included.get(name) ?? new Map<string, object>();
			this.included.set(name, rows.set(key, found));
		}
	}
}

/** All texts at a path, through lists. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
	if (Array.isArray(value))
		return value.flatMap((each: unknown) => valuesAt(each, name ? [name, ...rest] : []));
	if (name === undefined) return typeof value === 'string' ? [value] : [];
	return typeof value === 'object' && value !== null
		? valuesAt((value as Record<string, unknown>)[name], rest)
		: [];
}

/** Whether an entity is a Post of an account that is closed to the caller. */
export function isHidden(state: CoreState, callerId: string, name: KindName, row: object): boolean {
	return name === 'tweets' && 'author_id' in row && !mayRead(state, callerId, String(row.author_id));
}

/** A Post of a protected account. */
export function hiddenPost(id: string, parameter: string, section: 'data' | 'includes'): Problem {
	const detail = `Sorry, you are not authorized to see the Tweet with ${parameter}: [${id}].`;
	return problemObject('not-authorized-for-resource', 'Authorization Error', detail, {
		value: id,
		resource_id: id,
		resource_type: 'tweet',
		section,
		parameter,
	});
}

/** The two names of one thing: the current specification says `post`, everything written before it says `tweet`. */
const NEWER_FIELDS: Readonly<Record<string, string>> = {
	note_post: 'note_tweet',
	referenced_posts: 'referenced_tweets',
	edit_history_post_ids: 'edit_history_tweet_ids',
	pinned_post_id: 'pinned_tweet_id',
	most_recent_post_id: 'most_recent_tweet_id',
};

const OLDER_EXPANSIONS: Readonly<Record<string, string>> = {
	...NEWER_FIELDS,
	referenced_posts: 'referenced_tweets.id',
	affiliation: 'affiliation.user_id',
};

/** One spelling (the older one) for a value of `expansions`. */
function oldExpansion(name: string): string {
	return OLDER_EXPANSIONS[name] ?? name;
}

/** One spelling (the older one) for the name of a field. */
function oldField(name: string): string {
	return NEWER_FIELDS[name] ?? name;
}

const newerKeys: Readonly<Record<string, string>> = {
	...Object.fromEntries(Object.entries(NEWER_FIELDS).map(([newer, older]) => [older, newer])),
	tweets: 'posts',
	tweet_count: 'post_count',
	total_tweet_count: 'total_post_count',
};

/** The same answer in the newer spelling. */
export function renamed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(renamed);
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [newerKeys[key] ?? key, renamed(member)]),
	);
}
