/** What the trigger takes of n8n's contexts: the names of a node, its log, and the HTTP request and response. */
import type { IDataObject, IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { BoundedMap } from '../shared/util/boundedMap';
import { messageOf } from '../shared/util/messageOf';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** The part of n8n's request that is used: n8n keeps the bytes beside the parsed body. */
export interface WebhookRequest {
	/** Absent when the request had no body. */
	rawBody?: Buffer;
	headers: Record<string, string | string[] | undefined>;
}

/** The part of n8n's response that is used. */
export interface WebhookResponse {
	statusCode: number;
	writableEnded: boolean;
	status(code: number): { json(body: IDataObject): unknown };
	once(event: 'finish', listener: () => void): unknown;
}

export const requestOf = (context: IWebhookFunctions) => context.getRequestObject() as WebhookRequest;
export const responseOf = (context: IWebhookFunctions) => context.getResponseObject() as WebhookResponse;

/** Whether the run was started from the editor. */
export const isTestRun = (context: TriggerContext): boolean => context.getMode() === 'manual';

/** Names a node among all that this process runs; what a test run remembers is kept apart from production. */
export function scopeOf(context: TriggerContext, isTest = isTestRun(context)): string {
	const { id, webhookId = id } = context.getNode();
	return `${context.getWorkflow().id ?? ''}:${webhookId}${isTest ? ':test' : ''}`;
}

/** A reason why a workflow cannot be activated, with what to do about it. */
export class ActivationError extends Error {
	/** @param data Machine-readable facts. */
	constructor(
		message: string,
		readonly description: string,
		readonly data?: IDataObject,
	) {
		super(message);
	}
}

/** Writes a line to n8n's log that says which node and workflow it is about. */
export function log(context: TriggerContext, level: 'warn' | 'error', message: string): void {
	const { id, name } = context.getWorkflow();
	const node = context.getNode().name;
	context.logger[level](`X Webhook Trigger "${node}" of workflow "${name ?? id ?? ''}": ${message}`);
}

/** How often a line about refused requests is logged for one node and one reason, in milliseconds. */
const REFUSALS_EVERY = 60_000;

/** By node and reason: when the last line was logged, and how many requests were refused since. */
const refusals = new BoundedMap<string, { at: number; more: number }>(500);

/** Logs that a request was refused. Anybody can send such requests, so they are counted, with one line a minute. */
export function logRefusal(context: IWebhookFunctions, message: string, now = Date.now()): void {
	const key = `${scopeOf(context)} ${message}`;
	const last = refusals.get(key);
	if (last !== undefined && now - last.at < REFUSALS_EVERY) {
		last.more++;
		return;
	}
	log(context, 'warn', last?.more ? `${message} (and ${last.more} more since the last line)` : message);
	refusals.set(key, { at: now, more: 0 });
}

/** Answers the request and starts no run. */
export function answer(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	responseOf(context).status(status).json(body);
	return { noWebhookResponse: true };
}

/** Answers 500, so that X sends the request again. */
export function answerFailure(
	context: IWebhookFunctions,
	what: string,
	error: unknown,
): IWebhookResponseData {
	log(context, 'error', `${what}: ${messageOf(error)}`);
	return answer(context, 500, { error: what });
}
