import { z } from 'zod';
import { WebhookSimulator } from './facade';
import type { WebhooksState } from './state';

type Input = Readonly<Record<string, unknown>>;

const routeInput = z.object({ publicUrl: z.string(), url: z.string() }).strict();
const webhookInput = z.object({ url: z.string(), valid: z.boolean().default(true) }).strict();

/** What tests of other areas may do over `sim.control('webhooks', …)`. */
export const controls: Readonly<Record<string, (state: WebhooksState, input: Input) => unknown>> = {
	/** `{publicUrl, url}`: traffic for a public address goes to a loopback server. */
	route: (state, input) => {
		const { publicUrl, url } = routeInput.parse(input);
		state.detours.route(publicUrl, url);
	},
	/** Some of the settings → all of them. */
	settings: (state, input) => {
		const unknown = Object.keys(input).filter((name) => !(name in state.settings));
		if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}`);
		return Object.assign(state.settings, input);
	},
	/** What is registered now. */
	inventory: (state) => new WebhookSimulator(() => state).inventory(),
	/** Waits until all that is due has been sent. */
	settle: (state) => state.timers.settled(),
	/** `{url, valid?}` → a webhook registered without a challenge. */
	register: (state, input) => {
		const { url, valid } = webhookInput.parse(input);
		return { id: new WebhookSimulator(() => state).register(url, { valid }).id };
	},
};
