/** What a record's own `run` works with. */
import type { IExecuteFunctions, INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Host } from '../auth/credentialKinds';
import type { Api, ApiRequest } from '../http/connection';
import type { BrokenRule } from './brokenRule';
import type { Fields, Lookup, Values, ValuesOf } from './field';

/** How much of an answer becomes output. */
export type OutputMode = 'simplified' | 'selectedFields' | 'raw';

/** The values of the fields that every operation has, whatever its record says. */
export interface EngineOptions {
	readonly returnAll: boolean;
	/** How many entities are wanted at most; Infinity with Return All. */
	readonly limit: number;
	readonly output: OutputMode;
	/** Dotted names, for Selected Fields. */
	readonly outputFields: readonly string[];
	/** Longest wait for a rate limit, in seconds. */
	readonly maxWait: number | undefined;
	readonly failOnPartialErrors: boolean;
	/** Most requests at once. */
	readonly parallelRequests: number;
	/** The most that the execution may cost, in USD; Infinity where the user sets no limit. */
	readonly maxCost: number;
}

/** One item being executed. */
export interface Call<V = Values> {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
	readonly api: Api;
	readonly lookup: Lookup;
	/** Encoded and resolved values by field key. */
	readonly values: V;
	readonly options: EngineOptions;
	/** The request that the record describes. */
	request(): ApiRequest;
	/**
	 * Sends a request that is one step of several and gives the body of its answer. Errors inside of a success are told
	 * as those of an answer; where nothing came but errors, they are thrown.
	 */
	send(request: ApiRequest): Promise<unknown>;
	/** The same item on another host of X, by the same credential. What is billed there is counted. */
	on(host: Host): Promise<Pick<Call, 'send'>>;
	/** Sends a request and makes items of the answer as the record's `result` and the Output choice say. */
	sendAndOutput(request: ApiRequest): Promise<INodeExecutionData[]>;
	/** Makes items of an answer that came some other way, as `sendAndOutput` does. */
	items(body: unknown): INodeExecutionData[];
	/** An output item, paired with its input item. */
	item(json: Record<string, unknown>): INodeExecutionData;
	/** An error for rules that were found broken after the values had been checked. */
	invalid(rules: readonly BrokenRule[]): NodeOperationError;
	/** Shows a message beside the output. */
	hint(message: string): void;
}

/** A whole run, for operations that group input items into fewer requests. */
export interface BatchCall<V = Values> {
	readonly context: IExecuteFunctions;
	readonly items: readonly INodeExecutionData[];
	/** Reads, checks and resolves one item's values. Throws NodeOperationError. */
	call(itemIndex: number): Promise<Call<V>>;
	/** Reads and checks a few fields of an item and nothing else of its form. Throws NodeOperationError. */
	read<F extends Fields>(fields: F, itemIndex: number): ValuesOf<F>;
	/** The error as an output item where Continue On Fail is set, else thrown. */
	fail(error: unknown, itemIndex: number): INodeExecutionData;
	/**
	 * Takes note of an item that was left out because the execution would have cost too much.
	 *
	 * @returns Whether it was left out so. Else, or where Continue On Fail is set, it failed.
	 */
	isLeftOut(error: unknown, itemIndex: number): boolean;
}
