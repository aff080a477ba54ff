/** Reads requests to the node's address, answers them, and logs a flood of refused ones only once a minute. */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { remembered } from '../shared/memory/process';
import { messageOf } from '../shared/util/text';
import { log } from './context';
import type { Scheme, Signatures } from './signature';

/** The part of n8n's request that is used. n8n keeps the bytes beside the parsed body. */
interface WebhookRequest {
	rawBody?: Buffer;
	headers: Record<string, string | string[] | undefined>;
}

export interface WebhookResponse {
	statusCode: number;
	writableEnded: boolean;
	status(code: number): { json(body: IDataObject): unknown };
	once(event: 'finish', listener: () => void): unknown;
}

export const requestOf = (context: IWebhookFunctions) => context.getRequestObject() as WebhookRequest;
export const responseOf = (context: IWebhookFunctions) => context.getResponseObject() as WebhookResponse;

export interface Incoming {
	readonly context: IWebhookFunctions;
	readonly scope: string;
}

export interface WebhookDelivery extends Incoming {
	readonly isTest: boolean;
	/** The node's static data, as n8n read them when the delivery arrived. */
	readonly data: IDataObject;
	readonly rawBody: Buffer;
	readonly signatures: Signatures;
	readonly scheme: Scheme;
}

/** Ends a delivery with an answer that is not 2xx. After some of these answers X sends the delivery again. */
export class Refusal extends Error {
	/** @param logged The line for n8n's log. Nothing is logged without it. */
	constructor(
		readonly status: number,
		message: string,
		readonly logged?: string,
	) {
		super(message);
	}
}

const REFUSALS_EVERY = 60_000;

/** By node and reason: when the last line was logged, and how many requests were refused since. */
const refusals = remembered<{ at: number; more: number }>({ name: 'refused requests', of: 'node' });

/** Logs that a request was refused. Anyone can send such requests, so they are counted and logged once a minute. */
export function logRefusal({ context, scope }: Incoming, message: string, now = Date.now()): void {
	const key = `${scope} ${message}`;
	const last = refusals.get(key);
	if (last !== undefined && now - last.at < REFUSALS_EVERY) {
		last.more++;
		return;
	}
	log(context, 'warn', last?.more ? `${message} (and ${last.more} more since the last line)` : message);
	refusals.set(key, { at: now, more: 0 });
}

export function answer(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	responseOf(context).status(status).json(body);
	return { noWebhookResponse: true };
}

/** Answers 500, so that X sends the request again. */
export function answerFailure(context: IWebhookFunctions, what: string, error: unknown) {
	log(context, 'error', `${what}: ${messageOf(error)}`);
	return answer(context, 500, { error: what });
}
