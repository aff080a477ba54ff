import { WebhookSimulator } from './facade';
import type { WebhooksState } from './state';

type Input = Readonly<Record<string, unknown>>;

const facade = (state: WebhooksState) => new WebhookSimulator(() => state);

/** What tests of other areas may do over `sim.control('webhooks', …)`. */
export const controls: Readonly<Record<string, (state: WebhooksState, input: Input) => unknown>> = {
	/** `{publicUrl, url}`: traffic for a public address goes to a loopback server. */
	route: (state, { publicUrl, url }) => facade(state).route(String(publicUrl), String(url)),
	/**
	 * Some of the settings. `{webhookSigning: 'oauth1' | 'oauth2' | 'both'}` says which kind of app X delivers to: an old
	 * one, a new one, or one with both secrets.
	 */
	settings: (state, input) => facade(state).configure(input),
	/** What is registered now. */
	inventory: (state) => facade(state).inventory(),
	/** Waits until all that is due has been sent. */
	settle: (state) => facade(state).settled(),
	/** `{url, valid?}` → a webhook registered without a challenge. */
	register: (state, { url, valid }) => ({
		id: facade(state).register(String(url), { valid: valid !== false }).id,
	}),
};
