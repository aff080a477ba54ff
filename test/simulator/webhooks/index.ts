/**
 * The event side of the simulated X: webhooks and their challenges, stream links and rules, activity and
 * account-activity subscriptions, and the deliveries themselves.
 */
import { control, defineArea, type Control } from '../frame';
import type { Platform } from '../platform';
import { WebhookSimulator } from './facade';
import { activityRoutes } from './routes/activity';
import { ruleRoutes } from './routes/rules';
import { accountActivityRoutes, replayRoutes, streamLinkRoutes, webhookRoutes } from './routes/webhooks';
import { WebhooksState } from './state';

const facade = (state: WebhooksState) => new WebhookSimulator(() => state);

/** What tests of other areas may do over `sim.control('webhooks', …)`. */
const controls: Readonly<Record<string, Control<WebhooksState>>> = {
	route: control(
		'`{publicUrl, url}`: traffic for a public address goes to a loopback server.',
		(state, { publicUrl, url }) => facade(state).route(String(publicUrl), String(url)),
	),
	settings: control(
		"Some of the settings. `{webhookSigning: 'oauth1' | 'oauth2' | 'both'}` says which kind of app X delivers to: an old one, a new one, or one with both secrets.",
		(state, input) => facade(state).configure(input),
	),
	inventory: control('What is registered now.', (state) => facade(state).inventory()),
	settle: control('Waits until all that is due has been sent.', (state) => facade(state).settled()),
	register: control(
		'`{url, valid?}` → a webhook registered without a challenge.',
		(state, { url, valid }) => ({
			id: facade(state).register(String(url), { valid: valid !== false }).id,
		}),
	),
};

export const webhooks = defineArea<WebhooksState>({
	name: 'webhooks',
	createState: (platform) => new WebhooksState(platform),
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
export { headerOf, sign, type SigningScheme } from './signing';
export { PATIENT_SETTINGS, type Delivery, type Settings, type Webhook } from './state';
