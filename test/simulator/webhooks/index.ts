/**
 * The event side of the simulated X: webhooks and their challenges, stream links and rules, activity and
 * account-activity subscriptions, and the deliveries themselves.
 */
import { defineArea } from '../frame';
import type { Platform } from '../platform';
import { controls } from './control';
import { WebhookSimulator } from './facade';
import { accountActivityRoutes } from './routes/accountActivity';
import { activityRoutes } from './routes/activity';
import { replayRoutes } from './routes/replay';
import { ruleRoutes } from './routes/rules';
import { streamLinkRoutes } from './routes/stream';
import { webhookRoutes } from './routes/webhooks';
import { createState, type WebhooksState } from './state';

export const webhooks = defineArea<WebhooksState>({
	name: 'webhooks',
	createState,
	routes: [
		...webhookRoutes,
		...replayRoutes,
		...streamLinkRoutes,
		...ruleRoutes,
		...activityRoutes,
		...accountActivityRoutes,
	],
	control: controls,
	dispose: (state) => {
		for (const webhook of state.webhooks.values()) webhook.cancelCheck();
		state.timers.stop();
	},
});

/** The event side of one platform, for tests in the same process; it stays good over resets. */
export function webhookSimulator(platform: Platform): WebhookSimulator {
	return new WebhookSimulator(() => webhooks.state(platform));
}

export { BROKEN_TLS } from './address';
export { WebhookSimulator } from './facade';
export type { DeliveryOptions } from './deliveries';
export * from './events';
export { headerOf, sign, SIGNATURE_HEADERS, type SigningScheme } from './signing';
export { PATIENT_SETTINGS, type Delivery, type Settings, type Webhook } from './state';
