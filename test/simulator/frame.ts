/**
 * How a part of the simulated X is described. An area (core, webhooks, ads, catalog) is a list of routes and
 * a function that makes its state; the server does everything that is the same for all of them: it finds the route,
 * checks the credential and its scopes, the parameters and the body, counts the rate limit, applies faults and logs.
 *
 * `areas.ts` lists the areas; `documented.ts` makes routes from the facts, so that only handlers are left to write.
 */
import { mapValues } from 'lodash';
import type { Body, CredentialKind, Method, Parameter } from '../facts';
import type { Platform } from './platform';
import type { Listener, Refused, RefusalStyle, SimRequest, SimResponse } from './exchange';

export { forbidden, invalidRequest, notFound, ok, problem, Refusal, wrongParameter } from './frame/problems';
export { isRecord, member, textMember } from './frame/validate';
export type { Body, CredentialKind, Parameter } from '../facts';
export type { Problem } from './frame/problems';
export type { Platform } from './platform';
export type * from './exchange';

export interface RateLimit {
	limit: number;
	/** Length of the window in seconds; by default 900. */
	windowSeconds?: number;
	/** Who shares the count; by default the user for user credentials and the app for app-only ones. */
	per?: 'user' | 'app' | 'account';
	/** Requests that it counts; by default all. */
	when?(request: Refused): boolean;
	/** Name by which its size can be changed. */
	category?: string;
	/** Routes with the same group share one count; by default each route counts for itself. */
	group?: string;
	/** Prefix of the three headers; by default `x-rate-limit`. Empty: no headers. */
	headers?: string;
}

export interface Route<State> {
	method: Method;
	/** Path template, e.g. `/2/users/{id}/following`. Routes with fewer parameters win over `{…}`. */
	path: string;
	/** Which addresses answer to it; by default `['api']`. */
	listeners?: readonly Listener[];
	/** Accepted credential kinds; `'none'` for public routes. */
	auth: readonly CredentialKind[] | 'none';
	/** Scopes that an OAuth 2.0 user token must have, all of them. */
	scopes?: readonly string[];
	/** Parameters of path and query; anything else is refused. `'any'` turns the check off. Left out: none allowed. */
	parameters?: readonly Parameter[] | 'any';
	/** Allowed body. `'any'` turns the check off. Left out: no body is looked at. */
	body?: Body | 'any';
	/** One or more limits; by default 900 per 15 minutes. The first one shows in the plain headers. */
	rateLimit?: RateLimit | readonly RateLimit[];
	handler(state: State, request: SimRequest, platform: Platform): SimResponse | Promise<SimResponse>;
}

type Action<State> = (state: State, input: Readonly<Record<string, unknown>>, platform: Platform) => unknown;

/** What a test can do to an area beside sending requests; `test/simulator/README.md` lists them. */
export interface Control<State> {
	/** What it does, with its input and what it gives back. */
	readonly description: string;
	readonly run: Action<State>;
}

/** A control: what it does in words, and how. */
export const control = <State>(description: string, run: Action<State>): Control<State> => ({
	description,
	run,
});

interface AreaDefinition<State> {
	name: string;
	/** Fresh seeded state: what there is at the last reset, made when something asks for it. */
	createState(platform: Platform): State;
	routes: readonly Route<State>[];
	/** Leave out for the core API's problem objects. */
	refusals?: RefusalStyle;
	/** Called over `sim.control(area, action, input)`. */
	control?: Readonly<Record<string, Control<State>>>;
	/** Undo what outlives a request (sockets, listeners); called before a reset and at the end. */
	dispose?(state: State, platform: Platform): void | Promise<void>;
}

/** A route whose state is bound, as the server sees it. */
export interface BoundRoute extends Omit<Route<never>, 'handler'> {
	area: string;
	refusals: RefusalStyle | undefined;
	handle(request: SimRequest): SimResponse | Promise<SimResponse>;
}

/** An area with its state type hidden, so that areas with different states share one list. */
export interface Area<State = unknown> {
	name: string;
	routes(platform: Platform): BoundRoute[];
	control(platform: Platform, action: string, input: Readonly<Record<string, unknown>>): unknown;
	/** What its controls do, by their names. */
	controls: Readonly<Record<string, string>>;
	reset(platform: Platform): void;
	dispose(platform: Platform): Promise<void>;
	/** The area's state on one platform; other areas use it to read what they share. Made on first use. */
	state(platform: Platform): State;
}

/**
 * Make an area out of its definition.
 *
 * @param definition Routes, state and controls of the area.
 * @returns the area, to be listed in `areas.ts`
 */
export function defineArea<State extends object>(definition: AreaDefinition<State>): Area<State> {
	const states = new WeakMap<Platform, State>();
	const stateOf = (platform: Platform): State => {
		const known = states.get(platform);
		if (known) return known;
		const made = platform.clock.atBeginning(() => definition.createState(platform));
		states.set(platform, made);
		return made;
	};
	return {
		name: definition.name,
		state: stateOf,
		routes: (platform) =>
			definition.routes.map((route) => ({
				...route,
				area: definition.name,
				refusals: definition.refusals,
				handle: (request) => route.handler(stateOf(platform), request, platform),
			})),
		control: (platform, action, input) => {
			const found = definition.control?.[action];
			if (!found) throw new Error(`Area ${definition.name} has no control named ${action}`);
			return found.run(stateOf(platform), input, platform);
		},
		controls: mapValues(definition.control ?? {}, ({ description }) => description),
		reset: (platform) => {
			states.delete(platform);
		},
		dispose: async (platform) => {
			const state = states.get(platform);
			if (state) await definition.dispose?.(state, platform);
		},
	};
}
