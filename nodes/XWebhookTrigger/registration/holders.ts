/** Who holds the app's webhooks, by what people know: the names of workflows. */
import { digest, readMark } from '../../shared/events/mark';
import { listSubscriptions } from '../../shared/events/activitySubscriptions';
import type { Api } from '../../shared/http/connection';
import { BoundedMap } from '../../shared/util/boundedMap';
import type { Webhook } from './webhooks';

/** Names of workflows by the addresses of their triggers, of all that this process has published or tested. */
const names = new BoundedMap<string, string>(1000);

/**
 * Remembers whose address it is.
 *
 * @param url Address of a trigger.
 * @param workflow Name of its workflow.
 */
export function noteAddress(url: string, workflow: string | undefined): void {
	if (workflow !== undefined) names.set(url, workflow);
}

/** Whether an address that is not the node's own ends as it does: with the ID of the node. */
export function isOfSameNode(address: string, url: string): boolean {
	const tail = (text: string) => /(?:\/[^/]+){2}$/.exec(text)?.[0];
	return address !== url && URL.canParse(address) && tail(address) === tail(url);
}

/** The n8n that asks, and the address of the node for which it does. */
export interface Asker {
	readonly instanceId: string;
	readonly url?: string;
	readonly workflowId?: string;
}

/**
 * The holder of each webhook, in words; undefined where nothing tells.
 *
 * @param webhooks Webhooks of the app.
 */
export async function holdersOf(
	app: Api,
	webhooks: readonly Webhook[],
	{ instanceId, url, workflowId }: Asker,
): Promise<Map<string, string>> {
	// The node's own words for it do without X; what X does not say is left out.
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
