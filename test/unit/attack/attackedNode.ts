import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { handleDelivery } from '../../../nodes/XWebhookTrigger/delivery/handleDelivery';

const PARAMETERS: Record<string, unknown> = {
	authentication: 'app',
	eventTypes: ['post.create'],
	userIds: '1',
	options: {},
};

export interface AttackedNode {
	/** What the node answered, by status. */
	statuses: Map<number, number>;
	staticData: object;
	lines: { warnings: number; errors: Set<string> };
	/** How often n8n was asked for the credential. */
	reads: () => number;
	/** Gives the items of the run that a request starts; undefined where it starts none. */
	deliver: (
		headers: Record<string, unknown>,
		rawBody: Buffer | undefined,
	) => Promise<IWebhookResponseData['workflowData']>;
}

/** A webhook trigger with what n8n gives to `webhook()`, as far as a delivery needs it. */
export function attackedNode(id: string, credential: Record<string, string>): AttackedNode {
	let request: { headers: Record<string, unknown>; rawBody: Buffer | undefined };
	let reads = 0;
	const statuses = new Map<number, number>();
	const staticData = {};
	const lines = { warnings: 0, errors: new Set<string>() };
	const context = {
		getNode: () => ({ id, name: 'Trigger', parameters: PARAMETERS, typeVersion: 1 }),
		getWorkflow: () => ({ id: 'workflow', name: 'My workflow' }),
		getWorkflowStaticData: () => staticData,
		getMode: () => 'webhook',
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, fallback: unknown) => PARAMETERS[name] ?? fallback,
		getCredentials: () => {
			reads++;
			return Promise.resolve(credential);
		},
		getRequestObject: () => request,
		getResponseObject: () => ({
			statusCode: 200,
			writableEnded: true,
			once: () => undefined,
			status: (status: number) => ({
				json: () => void statuses.set(status, (statuses.get(status) ?? 0) + 1),
			}),
		}),
		getInputConnectionData: () => Promise.resolve(undefined),
		logger: {
			warn: () => void lines.warnings++,
			error: (line: string) => void lines.errors.add(line),
			info: () => undefined,
			debug: () => undefined,
		},
	} as unknown as IWebhookFunctions;
	return {
		statuses,
		staticData,
		lines,
		reads: () => reads,
		deliver: async (headers, rawBody) => {
			request = { headers, rawBody };
			return (await handleDelivery(context)).workflowData;
		},
	};
}
