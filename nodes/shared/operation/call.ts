/** The `run` of an operation works with these, and with nothing else of n8n. */
import type { IExecuteFunctions, INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Host } from '../auth/credentialKinds';
import type { GuardRules } from '../guard/policy';
import type { Api, ApiRequest } from '../http/connection';
import type { BrokenRule, Fields, Lookup, Values, ValuesOf } from './field';
import type { LeftItem } from './resume';

export type OutputMode = 'simplified' | 'selectedFields' | 'raw';

/** The format in which the results of a list are written to a file. */
export type FileFormat = 'csv' | 'ndjson';

/** The values of the fields that all operations share. */
export interface EngineOptions {
	readonly returnAll: boolean;
	readonly limit: number;
	readonly output: OutputMode;
	/** Dotted names, for Selected Fields. */
	readonly outputFields: readonly string[];
	/** Longest wait for a rate limit, in seconds. */
	readonly maxWait: number | undefined;
	readonly failOnPartialErrors: boolean;
	/** The most requests in parallel. */
	readonly parallelRequests: number;
	readonly maxCost: number;
	/** Whether the run ends without an error where the next request could exceed that. */
	readonly endsQuietly: boolean;
	/** The most that the user assumes for something without a public price, in USD. */
	readonly assumedPrice: number | undefined;
	/** The guard's limits on the workflow over all its runs. */
	readonly guard?: GuardRules | undefined;
	/** The format of a file of results. Is undefined if each becomes an item. */
	readonly file: FileFormat | undefined;
	/** The place at which this item begins; undefined for its start. */
	readonly resumeFrom: string | undefined;
	/** Since when an earlier run does not know what X has done for this item, in milliseconds. */
	readonly since?: number | undefined;
	/** Whether the user wants it sent again, whatever X has done. */
	readonly sendsAgain?: boolean;
}

export interface Call<V = Values> {
	readonly context: IExecuteFunctions;
	readonly itemIndex: number;
	readonly api: Api;
	readonly lookup: Lookup;
	readonly values: V;
	readonly options: EngineOptions;
	request(): ApiRequest;
	/** Sends one of several requests, and returns the body. Errors inside a success become a hint, or are thrown. */
	send(request: ApiRequest): Promise<unknown>;
	/** Sends requests of this item as `send` does, to another host of X with the same credential or to its own. */
	on(host?: Host): Promise<Pick<Call, 'api' | 'send'>>;
	/** Says which errors an answer has beside its data, or throws them. */
	sayErrors(body: unknown): void;
	sendAndOutput(request: ApiRequest): Promise<INodeExecutionData[]>;
	/** Turns an answer from another source into items, as `sendAndOutput` does. */
	items(body: unknown): INodeExecutionData[];
	item(json: Record<string, unknown>): INodeExecutionData;
	invalid(rules: readonly BrokenRule[]): NodeOperationError;
	hint(message: string): void;
	about(name: string): void;
	/** Does something once no item has ended the run, such as remembering what the output has. */
	atEnd(act: () => void): void;
	/** Ends a list before its end: at Max Cost without an error if the user wants that. It goes on at `next`. */
	endList(error: unknown, output: readonly INodeExecutionData[], next: string | undefined): void;
	/** Whether the list is a part of the whole: it began where an earlier run stopped, or ended before its end. */
	readonly isPart: () => boolean;
	/** Keeps where this item would go on: what Resume From takes; undefined for the start. */
	readonly reached: (from: string | undefined, done: number) => void;
	/** Since when it is not known what X has done for this item, in milliseconds; undefined if it is known. */
	readonly unsureSince: () => number | undefined;
	/** What is left of this item, as the output would have it if the run ended now. */
	readonly left: () => LeftItem;
}

/** A whole run, for operations that group input items into fewer requests. */
export interface BatchCall<V = Values> {
	readonly context: IExecuteFunctions;
	readonly items: readonly INodeExecutionData[];
	/** The indexes of the items to run, in order: an earlier run may have done the others. */
	readonly wanted: readonly number[];
	/** The output of an item that an earlier try of the node has done. */
	known(itemIndex: number): readonly INodeExecutionData[] | undefined;
	/** Whether X has confirmed to an earlier try all that it sent for an item. */
	isApplied(itemIndex: number): boolean;
	settle(itemIndex: number, made?: readonly INodeExecutionData[]): void;
	/** Reads, checks and resolves one item's values. Throws NodeOperationError. */
	call(itemIndex: number): Promise<Call<V>>;
	/** Reads and checks only these fields of an item. Throws NodeOperationError. */
	read<F extends Fields>(fields: F, itemIndex: number): ValuesOf<F>;
	/** Checks whether the guard prevents all writes. This is known once an item was opened with `call`. */
	isDryRun(): boolean;
	/** Checks whether to send further requests after one that failed. A dry run shows all of them. */
	goesOn(): boolean;
	/** With Continue On Fail, the error as an output item; otherwise it is thrown. */
	fail(error: unknown, itemIndex: number): INodeExecutionData;
	/** Records an item that was left out for its cost, and returns whether it was. Otherwise it failed. */
	isLeftOut(error: unknown, itemIndex: number): boolean;
}
