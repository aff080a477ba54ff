/** What the trigger takes of n8n's contexts: the names of a node, its log, and the HTTP request and response. */
import type {
	IDataObject,
	IHookFunctions,
	INode,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

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

/**
 * Names a node among all that this process runs; test runs remember apart from production.
 *
 * @param isTest Whether the run was started from the editor.
 */
export function nodeScope(workflowId: string | undefined, node: INode, isTest: boolean): string {
	return `${workflowId ?? ''}:${node.webhookId ?? node.id}${isTest ? ':test' : ''}`;
}

/** The scope of the node that a request came to. */
export function scopeOf(context: IWebhookFunctions): string {
	return nodeScope(context.getWorkflow().id, context.getNode(), context.getMode() === 'manual');
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
export function log(
	context: IHookFunctions | IWebhookFunctions,
	level: 'warn' | 'error',
	message: string,
): void {
	const { id, name } = context.getWorkflow();
	const node = context.getNode().name;
	context.logger[level](`X Webhook Trigger "${node}" of workflow "${name ?? id ?? ''}": ${message}`);
}

/** Answers the request and starts no run. */
export function answer(context: IWebhookFunctions, status: number, body: IDataObject): IWebhookResponseData {
	responseOf(context).status(status).json(body);
	return { noWebhookResponse: true };
}

/** Answers 500, so that the platform sends the request again. */
export function answerFailure(
	context: IWebhookFunctions,
	what: string,
	error: unknown,
): IWebhookResponseData {
	log(context, 'error', `${what}: ${messageOf(error)}`);
	return answer(context, 500, { error: what });
}

/** One line about an error, for the log. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : 'unknown error';
}
