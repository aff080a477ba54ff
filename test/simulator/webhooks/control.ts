import { z } from 'zod';
import type { Settings, WebhooksState } from './state';
import { deliveryJson } from './deliveries';
import { WebhookSimulator } from './facade';
import type { PlatformEvent } from './events';
import { signatureHeaders } from './signing';

const person = z.object({ id: z.string(), username: z.string(), name: z.string() });
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
const json: z.ZodType<Json> = z.lazy(() =>
	z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(json)]),
);
const jsonObject = z.record(json);

const eventOptions = z
	.object({
		actor: person,
		target: person,
		forUserId: z.string(),
		text: z.string(),
		id: z.string(),
		asListed: z.boolean(),
		postId: z.string(),
		eventUuid: z.string(),
		payload: jsonObject,
	})
	.partial();

const deliverInput = z
	.object({
		/** Name of an event; or the body itself as JSON, text or base64. */
		event: z.string(),
		options: eventOptions,
		json: jsonObject,
		text: z.string(),
		base64: z.string(),
		webhookId: z.string(),
		url: z.string(),
		secret: z.enum(['current', 'previous']),
		appId: z.string(),
		header: z.enum(signatureHeaders),
		forgery: z.enum([
			'wrong',
			'missing',
			'malformed',
			'otherSecret',
			'hex',
			'noPrefix',
			'empty',
			'changedBody',
		]),
		contentType: z.string(),
		truncateTo: z.number().int(),
		signWhole: z.boolean(),
		padTo: z.number().int(),
		copies: z.number().int().positive(),
		once: z.boolean(),
		headers: z.record(z.string()),
		filter: jsonObject,
		tag: z.string(),
		matchingRules: z.array(z.object({ id: z.string() }).passthrough()),
		/** Answer after the first attempt, or when it was taken or given up. */
		wait: z.enum(['first', 'end']),
	})
	.partial()
	.strict();

const settingsInput = z
	.object({
		webhookLimit: z.number(),
		accountActivityLimit: z.number(),
		activityLimit: z.number(),
		ruleLimit: z.number(),
		ruleLength: z.number(),
		streamWebhooks: z.boolean(),
		linkList: z.enum(['links', 'data']),
		subscriptionShape: z.enum(['subscription', 'object', 'array']),
		reasonIn: z.enum(['message', 'detail', 'title', 'reason']),
		signatureHeader: z.enum(signatureHeaders),
		crcDeadlineMs: z.number(),
		crcEveryMs: z.number(),
		crcGraceMs: z.number(),
		deliveryDeadlineMs: z.number(),
		retryWaitsMs: z.array(z.number()),
		autoDeliver: z.boolean(),
	} satisfies Record<keyof Settings, z.ZodTypeAny>)
	.partial()
	.strict();

type Input = Readonly<Record<string, unknown>>;

/** Drops members that are `undefined`, which optional members of the options do not take. */
function given<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
		[K in keyof T]: Exclude<T[K], undefined>;
	};
}

/** What other processes may do over `/__control/webhooks/<action>`; each takes and returns JSON. */
export const controls: Readonly<Record<string, (state: WebhooksState, input: Input) => unknown>> = {
	/** `{event|json|text|base64, options?, …delivery options}` → the deliveries. */
	deliver: async (state, input) => {
		const { event, options, json: object, text, base64, wait, ...rest } = deliverInput.parse(input);
		const simulator = new WebhookSimulator(() => state);
		const raw = object ?? text ?? (base64 === undefined ? undefined : Buffer.from(base64, 'base64'));
		const what = raw === undefined ? named(simulator, event, options) : { raw };
		const deliveries = await simulator.deliver(what, given(rest));
		if (wait === 'end') await Promise.all(deliveries.map(async ({ done }) => await done));
		return { deliveries: deliveries.map(deliveryJson) };
	},
	/** `{event, options?}` → the deliveries to those subscribed. */
	publish: async (state, input) => {
		const { event, options } = z
			.object({ event: z.string(), options: eventOptions.optional() })
			.strict()
			.parse(input);
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
		Object.assign(state.settings, given(settingsInput.parse(input)));
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
		const { secret, appId } = z
			.object({ secret: z.string(), appId: z.string().optional() })
			.strict()
			.parse(input);
		new WebhookSimulator(() => state).rotateSecret(secret, appId);
		return {};
	},
	/** `{appId, secret, bearerToken?}`: a further app. */
	app: (state, input) => {
		const { appId, secret, bearerToken } = z
			.object({ appId: z.string(), secret: z.string(), bearerToken: z.string().optional() })
			.strict()
			.parse(input);
		new WebhookSimulator(() => state).addApp(appId, secret, bearerToken);
		return {};
	},
	/** `{url, appId?, valid?}` → a webhook registered without a challenge. */
	register: (state, input) => {
		const { url, ...options } = z
			.object({ url: z.string(), appId: z.string().optional(), valid: z.boolean().optional() })
			.strict()
			.parse(input);
		const { id } = new WebhookSimulator(() => state).register(url, given(options));
		return { id };
	},
};

function named(
	simulator: WebhookSimulator,
	event: string | undefined,
	options: z.infer<typeof eventOptions> | undefined,
): PlatformEvent {
	if (event === undefined) throw new Error('Name an event, or give a body as json, text or base64');
	return simulator.build(event, given(options ?? {}));
}
