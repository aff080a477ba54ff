/** Names the owners of the app's webhooks by their workflows. */
import { digest, readMark } from '../../shared/events/mark';
import { listSubscriptions } from '../../shared/events/activitySubscriptions';
import type { Api } from '../../shared/http/connection';
import { remembered } from '../../shared/memory/process';
import type { Webhook } from './webhooks';

const names = remembered<string>({ name: 'names of workflows', of: 'address' });

/** Remembers the workflow of an address. */
export function noteAddress(url: string, workflow: string | undefined): void {
	if (workflow !== undefined) names.set(url, workflow);
}

/** Returns whether another address ends as the node's does: with the ID of the node. */
export function isOfSameNode(address: string, url: string): boolean {
	const tail = (text: string) => /(?:\/[^/]+){2}$/.exec(text)?.[0];
	return address !== url && URL.canParse(address) && tail(address) === tail(url);
}

/** The n8n that asks, and the address of the node that it asks for. */
export interface Asker {
	readonly instanceId: string;
	readonly url?: string;
	readonly workflowId?: string;
}

/** Names the owner of each webhook, by the webhook's ID. Unknown owners are missing. */
export async function ownersOf(
	app: Api,
	webhooks: readonly Webhook[],
	{ instanceId, url, workflowId }: Asker,
): Promise<Map<string, string>> {
	// The list works without subscriptions, which only add names.
	const subscriptions = await listSubscriptions(app).catch(() => []);
	const found = new Map<string, string>();
	for (const webhook of webhooks) {
		const marks = subscriptions
			.filter(({ webhookId }) => webhookId === webhook.id)
			.flatMap(({ tag }) => readMark(tag) ?? []);
		const [mark] = marks;
		const name = names.get(webhook.url);
		const isHere = mark?.instance === digest(instanceId);
		if (url !== undefined && isOfSameNode(webhook.url, url)) found.set(webhook.id, 'this very workflow');
		else if (isHere && mark.workflow === workflowId) found.set(webhook.id, 'this very workflow');
		else if (name !== undefined) found.set(webhook.id, `workflow "${name}"`);
		else if (mark) found.set(webhook.id, `workflow ${mark.workflow}${isHere ? '' : ' of another n8n'}`);
	}
	return found;
}
