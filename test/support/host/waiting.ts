/** An execution that waits, as n8n stores it: requests to its addresses, and the end of its limit. */
import { ExecuteContext, WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	NodeHelpers,
	type IHttpRequestMethods,
	type IRun,
	type IRunExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import { CredentialStore } from './credentialStore';
import type { Registry } from './registry';
import { build, type WorkflowJson } from './run';
import type { WebhookRequest, WebhookResponse } from './webhookServer';

/** A request to the address of a waiting execution. */
export interface WaitingRequest {
	readonly method: 'GET' | 'POST';
	readonly query: Record<string, string>;
	readonly body?: unknown;
}

/** What came of it. */
export interface WaitingAnswer {
	readonly status: number;
	readonly headers: Record<string, string>;
	readonly html: string;
	/** What the execution goes on with; undefined if it goes on waiting. */
	readonly data: IWebhookResponseData['workflowData'];
}

/** Stored and read again, as n8n does between the question and its answer. */
const stored = ({ data }: IRun): IRunExecutionData => structuredClone(data);

const MODE = 'trigger';

export async function answerWaiting(
	registry: Registry,
	run: IRun,
	json: WorkflowJson,
	name: string,
	{ method, query, body = {} }: WaitingRequest,
): Promise<WaitingAnswer> {
	const workflow = build(registry, json);
	const node = workflow.getNode(name);
	if (!node) throw new Error(`No node ${name} in the workflow`);
	const type = registry.getByNameAndVersion(node.type, node.typeVersion);
	const description = type.description.webhooks?.find(({ httpMethod }) => httpMethod === method);
	if (!description) throw new Error(`${node.type} takes no ${method}`);
	const data = additionalData({ credentials: new CredentialStore(registry) }, workflow, MODE);
	const sent = { status: 200, headers: {} as Record<string, string>, html: '' };
	const response = {
		setHeader: (header: string, value: string) => (sent.headers[header] = value),
		status: (status: number) => {
			sent.status = status;
			return response;
		},
		send: (html: string) => (sent.html = html),
	};
	Object.assign(data, {
		httpRequest: { method, query, body, headers: {} } as unknown as WebhookRequest,
		httpResponse: response as unknown as WebhookResponse,
	});
	const webhook = {
		httpMethod: method as IHttpRequestMethods,
		node: name,
		path: NodeHelpers.getNodeWebhookPath(workflow.id, node, node.id, true),
		webhookDescription: description,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: data,
	};
	const context = new WebhookContext(workflow, node, data, MODE, webhook, [], stored(run));
	const answer: IWebhookResponseData =
		(await type.webhook?.call(context as unknown as IWebhookFunctions)) ?? {};
	const said: unknown = answer.webhookResponse;
	return { ...sent, html: typeof said === 'string' ? said : sent.html, data: answer.workflowData };
}

/** What n8n does with a waiting execution when its time is over. */
export async function limitReached(registry: Registry, run: IRun, json: WorkflowJson): Promise<IRun> {
	const workflow = build(registry, json);
	const data = additionalData({ credentials: new CredentialStore(registry) }, workflow, MODE);
	return await new WorkflowExecute(data, MODE, stored(run)).processRunExecutionData(workflow);
}

/** How often nodes ask n8n to check the signatures of links. Only the contexts of n8n 1 have a function for it. */
export async function signatureChecksAsked(work: () => Promise<unknown>): Promise<number> {
	let asked = 0;
	const name = 'setSignatureValidationRequired';
	Object.assign(ExecuteContext.prototype, { [name]: () => asked++ });
	try {
		await work();
	} finally {
		Reflect.deleteProperty(ExecuteContext.prototype, name);
	}
	return asked;
}
