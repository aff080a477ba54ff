/** One kind of operation, as the fault matrix runs it. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Simulator } from '../../support/simulator';
import type { NodeRun } from '../../support';
import type { FaultCase } from './faults';

export interface Told {
	readonly message: string;
	readonly advice: string;
}

/** What came of a run. */
export interface Seen {
	/** How many of the expected results came out: entities, events, a registration. */
	readonly results: number;
	readonly errors: readonly Told[];
	readonly hints: readonly string[];
	/** Everything that came out, to be searched. */
	readonly all: unknown;
}

export interface Scene {
	readonly sim: () => Simulator;
	/** What the operation needs to exist. */
	readonly prepare?: () => unknown;
	/** Runs it; what runs again on its own later does so once `repair` has ended the fault. */
	readonly run: (repair: () => void) => Promise<Seen>;
	/** How many of the things that it makes, changes or deletes are on X as it wanted them. */
	readonly state?: () => Promise<number> | number;
	/** Milliseconds that the nodes waited in this test. */
	readonly waited: () => number;
}

export interface Kind {
	readonly name: string;
	/** The operation that stands for the kind. */
	readonly example: string;
	/** The request that meets the fault. */
	readonly at: { readonly method: string; readonly path: string };
	/** How many of these requests go well before. */
	readonly skip?: number;
	readonly results: number;
	/** Things on X where nothing goes wrong; absent where the request changes nothing. */
	readonly makes?: number;
	/** Doing it twice makes two of it: it must not be repeated unless it certainly did not arrive. */
	readonly isCreate?: boolean;
	readonly hasPages?: boolean;
	/** n8n sends the request itself: its limit of five minutes for an answer cannot be shortened. */
	readonly isOfN8n?: boolean;
	/** It runs again on its own later, so that nothing is lost for good: a poll, a stream. */
	readonly runsAgain?: boolean;
	/** The node asks again in steps of its own, which X's wish does not change. */
	readonly hasOwnSteps?: boolean;
	/** The answer does not end: only what replaces it is measured. */
	readonly isStream?: boolean;
	/** Sets the scene, within `describe`. */
	readonly scene: () => Scene;
}

interface ErrorItem {
	readonly error?: unknown;
	readonly details?: { readonly description?: string };
}

const told = ({ error, details }: ErrorItem): Told => ({
	message: typeof error === 'string' ? error : JSON.stringify(error),
	advice: details?.description ?? '',
});

/** What a run with Continue On Fail gave. */
export function seenIn(run: NodeRun, results = (items: INodeExecutionData['json'][]) => items.length): Seen {
	const isError = (json: INodeExecutionData['json']) => json['error'] !== undefined;
	const errors = run.json.filter(isError).map((json) => told(json as ErrorItem));
	if (run.error) errors.push({ message: run.error.message, advice: run.error.description ?? '' });
	return {
		results: results(run.json.filter((json) => !isError(json))),
		errors,
		// What is missing is a warning; other messages say how long the node waited, or give advice.
		hints: run.hints.filter(({ type }) => type !== 'info').map(({ message }) => message),
		all: [run.outputs, run.hints, run.error, run.run.data.resultData],
	};
}

/** The words of an error that a trigger or n8n throws. */
export const toldBy = (error: unknown): Told => {
	const { message = String(error), description } = error as { message?: string; description?: string | null };
	return { message, advice: description ?? '' };
};

export type Duration = 'once' | 'as long as it lasts';

export interface Measured extends Seen {
	/** Requests of the kind that arrived at X, those that met no fault included. */
	readonly arrived: number;
	/** How many of them X did. */
	readonly made: number | undefined;
	/** Milliseconds that were waited. */
	readonly waited: number;
}

/** Max Wait of the nodes is 16 minutes; pauses between repetitions come on top. */
const LONGEST_WAIT = 17 * 60_000;
/** Four attempts at one request; n8n may send each of them twice to renew a token. */
const MOST_ATTEMPTS = 8;
/** Of a used-up limit, the pauses double: some minutes hold few requests. */
const MOST_WHILE_LIMITED = 30;

/** Milliseconds that pass while an answer is read. */
const MARGIN = 500;

const VAGUE =
	/undefined|\[object|NaN|perhaps check your|^Bad request - please|your parameters\?$|axios|AxiosError/;
const LOOK_FIRST = /whether (it was done|the item is there)|is there by then is used/;
/** Advice for creates, where nothing is created. */
const OF_CREATES = /creat|exists|be done twice/i;

/** The rules that a measured cell breaks. */
export function brokenRules(
	kind: Kind,
	{ name, isRefusal, asksForSeconds }: FaultCase,
	seen: Measured,
): string[] {
	const { results, errors, hints, arrived, made, waited } = seen;
	const broken: string[] = [];
	const rule = (holds: boolean, text: string) => void (holds || broken.push(text));
	const isLimited = name.startsWith('429');
	const isAskedAgain = arrived > (kind.skip ?? 0) + 1 && kind.runsAgain !== true;
	const isDone = errors.length === 0 && hints.length === 0;

	rule(made === undefined || made <= (kind.makes ?? 0), `made ${made} of ${kind.makes} on X: twice`);
	rule(results <= kind.results, `${results} results of ${kind.results}: something came twice`);
	// What X no longer has is not missed.
	const isAll = results === kind.results || name === 'page that lost entities meanwhile';
	rule(isAll || !isDone, `${results} of ${kind.results} results, and not a word of the rest`);
	if (kind.makes !== undefined && made !== undefined) {
		rule(!isDone || made === kind.makes, `not a word, but X has ${made} of ${kind.makes}`);
		const mayExist = made > 0 && errors.length > 0 && kind.isCreate === true && kind.results === 1;
		rule(
			!mayExist || errors.every(({ advice }) => LOOK_FIRST.test(advice)),
			'X did it, and the advice does not say that it may exist',
		);
	}
	for (const { message, advice } of errors) {
		rule(message.trim() !== '' && !VAGUE.test(message), `the message says no cause: ${message}`);
		rule(advice.trim() !== '' && !VAGUE.test(advice), `no advice: ${message} | ${advice}`);
	}
	if (kind.at.method !== 'POST')
		for (const { advice } of errors)
			rule(!OF_CREATES.test(advice), `advice for a create, but nothing is created: ${advice}`);
	// n8n and a report's steps do not know what X asks for.
	const isObeyed = !isAskedAgain || waited + MARGIN >= (asksForSeconds ?? 0) * 1000;
	rule(
		isObeyed || kind.isOfN8n === true || kind.hasOwnSteps === true,
		`waited ${waited / 1000} s, though X asks for ${asksForSeconds} s`,
	);
	// What X refuses is not asked again; a refused token is renewed once.
	const most = (kind.skip ?? 0) + (name.startsWith('401') ? 2 : 1);
	const isLasting = errors.length > 0 && kind.runsAgain !== true;
	rule(!isRefusal || !isLasting || arrived <= most, `${arrived} requests arrived, though X refused`);
	rule(waited <= LONGEST_WAIT, `waited ${Math.round(waited / 1000)} s`);
	if (kind.runsAgain !== true)
		rule(
			arrived <= (kind.skip ?? 0) + kind.results + (isLimited ? MOST_WHILE_LIMITED : MOST_ATTEMPTS),
			`${arrived} requests arrived`,
		);
	return broken;
}
