import { pickBy } from 'lodash';
import { z } from 'zod';
import { deliveryJson, type DeliveryOptions } from './deliveries';
import type { EventOptions, JsonObject, PlatformEvent, Receiver } from './events';
import { WebhookSimulator } from './facade';
import type { Settings, WebhooksState } from './state';

type Input = Readonly<Record<string, unknown>>;

/** Names that a delivery takes; the values are the caller's own business, as those of a function call are. */
const deliveryNames = [
	...['event', 'options', 'json', 'text', 'base64', 'wait', 'webhookId', 'url', 'secret', 'appId', 'header'],
	...['forgery', 'contentType', 'truncateTo', 'signWhole', 'padTo', 'copies', 'once', 'headers', 'filter'],
	...['tag', 'matchingRules'],
];

function only<T>(input: Input, names: readonly string[]): T {
	const unknown = Object.keys(input).filter((name) => !names.includes(name));
	if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}`);
	return pickBy(input, (value) => value !== undefined) as T;
}

type DeliverInput = DeliveryOptions &
	Receiver & {
		event?: string;
		options?: EventOptions;
		json?: JsonObject;
		text?: string;
		base64?: string;
		/** Answer after the first attempt, or when it was taken or given up. */
		wait?: 'first' | 'end';
	};

/** What other processes may do over `/__control/webhooks/<action>`; each takes and returns JSON. */
export const controls: Readonly<Record<string, (state: WebhooksState, input: Input) => unknown>> = {
	/** `{event|json|text|base64, options?, …delivery options}` → the deliveries. */
	deliver: async (state, input) => {
		const given = only<DeliverInput>(input, deliveryNames);
		const { event, options, json: object, text, base64, wait, ...rest } = given;
		const simulator = new WebhookSimulator(() => state);
		const raw = object ?? text ?? (base64 === undefined ? undefined : Buffer.from(base64, 'base64'));
		const what = raw === undefined ? named(simulator, event, options) : { raw };
		const deliveries = await simulator.deliver(what, rest);
		if (wait === 'end') await Promise.all(deliveries.map(async ({ done }) => await done));
		return { deliveries: deliveries.map(deliveryJson) };
	},
	/** `{event, options?}` → the deliveries to those subscribed. */
	publish: async (state, input) => {
		const { event, options } = only<DeliverInput>(input, ['event', 'options']);
		const simulator = new WebhookSimulator(() => state);
		const deliveries = await simulator.publish(named(simulator, event, options));
		return { deliveries: deliveries.map(deliveryJson) };
	},
	/** `{publicUrl, url}`: traffic for a public address goes to a loopback server. */
	route: (state, input) => {
		const { publicUrl, url } = z.object({ publicUrl: z.string(), url: z.string() }).strict().parse(input);
		state.detours.route(publicUrl, url);
		return { routes: state.detours.entries() };
	},
	/** Some of the settings → all of them. */
	settings: (state, input) => {
		Object.assign(state.settings, only<Partial<Settings>>(input, Object.keys(state.settings)));
		return state.settings;
	},
	/** What is registered now. */
	inventory: (state) => new WebhookSimulator(() => state).inventory(),
	deliveries: (state) => ({ deliveries: state.deliveries.map(deliveryJson) }),
	challenges: (state) => ({ challenges: state.challenges }),
	/** `{webhookId?}`: the scheduled challenge, now. */
	check: async (state, input) => {
		const { webhookId } = z.object({ webhookId: z.string().optional() }).strict().parse(input);
		return { challenges: await new WebhookSimulator(() => state).check(webhookId) };
	},
	/** Waits until all that is due has been sent. */
	settle: async (state) => {
		await state.timers.settled();
		return {};
	},
	/** `{secret, appId?}`: a new consumer secret; the old one becomes the previous one. */
	rotate: (state, input) => {
		const { secret, appId } = only<{ secret: string; appId?: string }>(input, ['secret', 'appId']);
		new WebhookSimulator(() => state).rotateSecret(secret, appId);
		return {};
	},
	/** `{appId, secret, bearerToken?}`: a further app. */
	app: (state, input) => {
		const {
			appId = '',
			secret = '',
			bearerToken,
		} = only<Partial<Record<string, string>>>(input, [...['appId', 'secret', 'bearerToken']]);
		new WebhookSimulator(() => state).addApp(appId, secret, bearerToken);
		return {};
	},
	/** `{url, appId?, valid?}` → a webhook registered without a challenge. */
	register: (state, input) => {
		const { url, ...options } = only<{ url: string; appId?: string; valid?: boolean }>(input, [
			...['url', 'appId', 'valid'],
		]);
		const { id } = new WebhookSimulator(() => state).register(url, options);
		return { id };
	},
};

function named(
	simulator: WebhookSimulator,
	event: string | undefined,
	options: EventOptions | undefined,
): PlatformEvent {
	if (event === undefined) throw new Error('Name an event, or give a body as json, text or base64');
	return simulator.build(event, options ?? {});
}
