/** One request to the core API while it is answered: what it says, what there is, and the envelopes of answers. */
import {
	invalidRequest,
	notFound,
	ok,
	Refusal,
	type Platform,
	type RateLimit,
	type Route,
	type SimRequest,
	type SimResponse,
} from '../frame';
import { documented } from '../documented';
import { isRecord } from '../frame/validate';
import { tokenPage } from '../frame/pages';
import { notFoundProblem } from '../frame/problems';
import { kinds, lookUp, type Kind, type KindName } from './kinds';
import type { Post, User } from './model';
import { hiddenPost, isHidden, Renderer } from './render';
import type { CoreState } from './state';

export type Json = Record<string, unknown>;

export class Call {
	/** Identifier of the caller; empty for an app. */
	readonly me: string;
	readonly body: Json;
	private readonly render: Renderer;

	constructor(
		readonly state: CoreState,
		readonly request: SimRequest,
		readonly platform: Platform,
	) {
		this.me = request.caller.userId;
		this.body = isRecord(request.body) ? request.body : {};
		this.render = new Renderer(state, request);
	}

	/** A parameter of the path. */
	path(name: string): string {
		return this.request.params[name] ?? '';
	}

	/** What an operation is about: the path names it, or else the body. */
	target(name: string): string {
		return this.path(name) || this.text(name);
	}

	/** A parameter of the query; empty when it is absent. */
	query(name: string): string {
		return this.request.query.get(name) ?? '';
	}

	/** A parameter of the query that is a list. */
	list(name: string): string[] {
		return this.query(name).split(',').filter(Boolean);
	}

	/** A text of the body; empty when it is absent. Dots lead into objects. */
	text(name: string): string {
		return textOf(this.member(name));
	}

	/** A member of the body. Dots lead into objects. */
	member(name: string): unknown {
		return name.split('.').reduce<unknown>((value, key) => objectOf(value)?.[key], this.body);
	}

	/** An entity that must be there. */
	need<T extends object>(all: ReadonlyMap<string, T>, label: string, id: string, parameter = 'id'): T {
		const found = all.get(id);
		if (!found) throw new Refusal(notFound(parameter, id, label));
		return found;
	}

	user(id: string, parameter = 'id'): User {
		return this.need(this.state.users, 'user', id, parameter);
	}

	post(id: string, parameter = 'id'): Post {
		return this.need(this.state.posts, 'tweet', id, parameter);
	}

	/** Paths that carry a user must carry the caller. */
	self(): string {
		const parameter = this.path('source_user_id') ? 'source_user_id' : 'id';
		const given = this.path(parameter);
		if (given === this.me) return given;
		return refuse(
			`The \`${parameter}\` query parameter value [${given}] must be the same as the authenticating user [${this.me}]`,
			{ [parameter]: [given] },
		);
	}

	/** An entity by what a request calls it; undefined where there is none for the caller. */
	find(name: KindName, key: string): object | undefined {
		const kind: Kind = kinds[name];
		const row = lookUp(this.state, name, key);
		return row && (kind.isVisible?.(row as never, this.me) ?? true) ? row : undefined;
	}

	/** One entity. */
	one(kind: KindName, row: object, status = 200): SimResponse {
		return ok({ data: this.render.entity(kind, row), ...this.render.finish() }, status);
	}

	/** The entity that the path names: a missing one answers 200 with only `errors`, as X does. */
	get(
		kind: KindName,
		parameter = 'id',
		then = (row: object): SimResponse => this.one(kind, row),
	): SimResponse {
		const id = this.path(parameter);
		const row = this.find(kind, id);
		if (!row) return ok({ errors: [notFoundProblem(parameter, id, kinds[kind].label)] });
		if (isHidden(this.state, this.me, kind, row)) return ok({ errors: [hiddenPost(id, parameter, 'data')] });
		return then(row);
	}

	/** Several entities by identifier: missing ones are listed in `errors`; if all are missing, there is no `data`. */
	byIds(kind: KindName, parameter: string): SimResponse {
		const data = this.list(parameter).flatMap((id) => {
			const row = this.find(kind, id);
			if (!row) this.render.complain(notFoundProblem(parameter, id, kinds[kind].label));
			else if (!isHidden(this.state, this.me, kind, row)) return [this.render.entity(kind, row)];
			else this.render.complain(hiddenPost(id, parameter, 'data'));
			return [];
		});
		return ok({ ...(data.length > 0 && { data }), ...this.render.finish() });
	}

	/** One page of entities; Posts that are closed to the caller are left out. */
	page(kind: KindName, rows: readonly object[], size = 100): SimResponse {
		const { isVisible }: Kind = kinds[kind];
		const open = rows.filter(
			(row) => !isHidden(this.state, this.me, kind, row) && (isVisible?.(row as never, this.me) ?? true),
		);
		const { items, meta } = tokenPage(this.platform.pages, this.request, open, { default: size });
		const data = items.map((row) => this.render.entity(kind, row));
		const ids = data.map(({ id }) => id);
		const ends = kind === 'tweets' && ids.length > 0 && { newest_id: ids[0], oldest_id: ids.at(-1) };
		return ok({ ...(data.length > 0 && { data }), ...this.render.finish(), meta: { ...ends, ...meta } });
	}

	/** One page of users. */
	users(ids: readonly string[] = []): SimResponse {
		return this.page(
			'users',
			ids.map((id) => this.user(id)),
		);
	}

	/** All entities at once. */
	all(kind: KindName, rows: readonly object[]): SimResponse {
		const data = rows.map((row) => this.render.entity(kind, row));
		const meta = { result_count: data.length };
		return ok({ ...(data.length > 0 && { data }), ...this.render.finish(), meta });
	}

	/** Those of some rows whose text has every word of the parameter `query`. */
	matching<T>(rows: Iterable<T>, text: (row: T) => string): T[] {
		const words = this.query('query').toLowerCase().split(/\s+/).filter(Boolean);
		return [...rows].filter((row) => words.every((word) => text(row).toLowerCase().includes(word)));
	}
}

/** What answers an operation: the whole answer, or the `data` of a success. */
type Answer = (call: Call) => SimResponse | { data: unknown } | Promise<SimResponse>;
export type Answers = Readonly<Record<string, Answer>>;

const isResponse = (answer: object): answer is SimResponse => 'status' in answer;

/**
 * What a user does to something, and undoes: follows, likes, pins and similar.
 *
 * @param turn Does either, and gives the data of the answer.
 */
export const onOff = (on: string, off: string, turn: (call: Call, isOn: boolean) => object): Answers => ({
	[on]: (call) => ({ data: turn(call, true) }),
	[off]: (call) => ({ data: turn(call, false) }),
});

/** Routes of documented operations out of their answers, by method and path. */
export function routesOf(answers: Answers): Route<CoreState>[] {
	return Object.entries(answers).map(([name, answer]) => {
		const { successStatus, ...route } = documented(name);
		const rateLimit: RateLimit | readonly RateLimit[] | undefined = LIMITS[name];
		return {
			...route,
			...(rateLimit && { rateLimit }),
			handler: async (state, request, platform) => {
				const given = await answer(new Call(state, request, platform));
				return isResponse(given) ? given : ok(given, successStatus);
			},
		};
	});
}

/** Stop with 400 and the parameters that were wrong. */
export function refuse(message: string, parameters: Readonly<Record<string, readonly string[]>> = {}): never {
	throw new Refusal(invalidRequest({ message, parameters }));
}

export function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

export function objectOf(value: unknown): Json | undefined {
	return isRecord(value) ? value : undefined;
}

export function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((member): member is string => typeof member === 'string') : [];
}

export function objectsOf(value: unknown): Json[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

const DAY_SECONDS = 86_400;

/** One count for all three ways to send a message. */
const MESSAGES: RateLimit[] = [
	{ limit: 200, group: 'dm create' },
	{ limit: 1000, windowSeconds: DAY_SECONDS, group: 'dm create', headers: 'x-user-limit-24hour' },
	{
		limit: 15_000,
		windowSeconds: DAY_SECONDS,
		per: 'app',
		group: 'dm create',
		headers: 'x-app-limit-24hour',
	},
];
const LIKES: RateLimit[] = [{ limit: 50 }, { limit: 1000, windowSeconds: DAY_SECONDS }];

/** Requests in 15 minutes where it is not 900: https://docs.x.com/x-api/fundamentals/rate-limits. */
const LIMITS: Readonly<Record<string, RateLimit | readonly RateLimit[]>> = {
	'GET /2/users/me': { limit: 75 },
	'GET /2/users/{id}/followers': { limit: 300 },
	'GET /2/users/{id}/following': { limit: 300 },
	'POST /2/users/{id}/following': { limit: 50 },
	'POST /2/users/{id}/likes': LIKES,
	'DELETE /2/users/{id}/likes/{tweet_id}': LIKES,
	'DELETE /2/tweets/{id}': { limit: 50 },
	'POST /2/tweets': [
		{ limit: 100 },
		{ limit: 10_000, windowSeconds: DAY_SECONDS, per: 'app', headers: 'x-app-limit-24hour' },
	],
	'GET /2/tweets/search/recent': { limit: 450 },
	'GET /2/tweets/search/all': { limit: 300 },
	'POST /2/dm_conversations/with/{participant_id}/messages': MESSAGES,
	'POST /2/dm_conversations/{dm_conversation_id}/messages': MESSAGES,
	'POST /2/dm_conversations': MESSAGES,
	'GET /2/dm_events': { limit: 300 },
	'GET /2/users/personalized_trends': [
		{ limit: 10 },
		{ limit: 100, windowSeconds: DAY_SECONDS, headers: '' },
	],
};
