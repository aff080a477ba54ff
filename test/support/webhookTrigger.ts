/** A trigger in n8n's own contexts, reachable over HTTP; see `Trigger` for what a test can do with it. */
import type { TriggerHost } from './host/webhookTrigger';
import { host } from './index';
import { ofTrigger, triggerIn, type TriggerOptions } from './openedTrigger';
import type * as RemovalModule from '../../nodes/XWebhookTrigger/registration/delayedRemoval';

type Removals = typeof RemovalModule;

interface WebhookOptions extends TriggerOptions {
	/** Two triggers with different values have different addresses. */
	webhookId?: string;
	/** Origin that the node believes it is reached at (an instance behind a proxy); by default its real one. */
	publicOrigin?: string;
}

export type Trigger = TriggerHost;

/** Stores a workflow of the trigger and a node after it, and listens; close it in `afterEach`. */
export async function openTrigger(options: WebhookOptions): Promise<Trigger> {
	const { webhookId = 'harness-webhook', staticData, publicOrigin } = options;
	const parts = await triggerIn(options, { webhookId, ...ofTrigger(staticData) });
	const opened = await host().TriggerHost.open(...parts, publicOrigin);
	if (options.node === 'xWebhookTrigger') opened.afterwards = async () => await removals().removeWaiting('');
	return opened;
}

/** Removals from X that the webhook trigger has put off. */
const removals = () => host().builtModule('nodes/XWebhookTrigger/registration/delayedRemoval.js') as Removals;
