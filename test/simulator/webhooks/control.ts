import { control, type Control } from '../frame';
import { WebhookSimulator } from './facade';
import type { WebhooksState } from './state';

const facade = (state: WebhooksState) => new WebhookSimulator(() => state);

/** What tests of other areas may do over `sim.control('webhooks', …)`. */
export const controls: Readonly<Record<string, Control<WebhooksState>>> = {
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
