/** Starting a workflow as it is started in production: by a request to a webhook of n8n. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { WorkflowNode } from './types';
import { until } from './until';

/** A webhook at an address of its own, by which a published workflow starts. */
export function webhookNode(name: string): WorkflowNode & { webhookId: string } {
	const path = randomUUID();
	return {
		name,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { httpMethod: 'POST', path, options: {} },
	};
}

/** Starts a published workflow once n8n listens at its webhook. */
export async function callWebhook(n8nUrl: string, { webhookId }: { webhookId: string }): Promise<void> {
	await until('n8n to listen at the webhook', async () => {
		const { statusCode, body } = await request(`${n8nUrl}/webhook/${webhookId}`, { method: 'POST' });
		await body.dump();
		return statusCode === 200 || undefined;
	});
}
