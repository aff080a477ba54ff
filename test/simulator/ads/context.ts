/** What a handler of an operation gets, and what it gives back. */
import type { Operation } from '../../facts';
import type { SimRequest, SimResponse } from '../frame';
import type { Values } from '../frame/validate';
import type { AdsState, Json } from './state';

export interface Context {
	readonly state: AdsState;
	readonly fact: Operation;
	readonly request: SimRequest;
	readonly path: Readonly<Record<string, string>>;
	/** Checked parameters. */
	readonly values: Values;
	readonly userId: string;
	/** Empty outside of accounts. */
	readonly accountId: string;
}

/** The members of the envelope that an operation fills; `request` is added for all of them. */
export interface Payload {
	readonly data: Json;
	readonly next_cursor?: string | null;
	readonly total_count?: number;
	readonly data_type?: string;
	readonly time_series_length?: number;
	/** Headers of the answer besides the usual ones. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Echoed instead of the parameters as they were understood. */
	readonly echo?: Readonly<Record<string, unknown>>;
	/** Sent as it is, in place of the envelope: a file. */
	readonly whole?: SimResponse;
}

export type Handler = (context: Context) => Payload;

/** Handlers by route, `GET /12/accounts/{account_id}`. */
export type Handlers = Readonly<Record<string, Handler>>;

export const textValue = (values: Values, name: string): string | undefined => {
	const value = values[name];
	return typeof value === 'string' ? value : undefined;
};

export const numberValue = (values: Values, name: string): number | undefined => {
	const value = values[name];
	return typeof value === 'number' ? value : undefined;
};

export const listValue = (values: Values, name: string): readonly string[] | undefined => {
	const value = values[name];
	return typeof value === 'object' && value !== null ? value : undefined;
};
