/** One kind of operation, as the fault matrix runs it. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Simulator } from '../../support/simulator';
import type { NodeRun } from '../../support';
import type { ApiName } from './faults';

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
	readonly prepare?: () => Promise<unknown>;
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
	readonly api: ApiName;
	/** The request that meets the fault. */
	readonly at: { readonly method: string; readonly path: string };
	/** How many of these requests go well before. */
	readonly skip?: number;
	readonly results: number;
	/** Things on X where nothing goes wrong; absent where the request changes nothing. */
	readonly makes?: number;
	/** How what is on X is counted. */
	readonly noun: string;
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
