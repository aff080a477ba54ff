import { pick } from 'lodash';
import { isRecord } from '../frame';
import { parseRule } from '../queryLanguage';
import { activityTypes } from './activityTypes';
import { withDeadline } from './crc';
import { render, type ActivityEvent, type JsonObject, type PlatformEvent, type StreamEvent } from './events';
import { forge, headerOf, sign, type Forgery, type SigningScheme } from './signing';
import {
	running,
	signersOf,
	type ActivitySubscription,
	type Delivery,
	type StreamLink,
	type StreamRule,
	type Webhook,
	type WebhooksState,
} from './state';
import { call, outcomeName, taken } from './wire';

/** What may be changed about a delivery; by default it is genuine, whole and tried again until it is taken. */
export interface DeliveryOptions {
	/** The webhook it goes to; the app's only one when neither this nor `url` is given. */
	webhookId?: string;
	/** A callback address, registered or not. */
	url?: string;
	/** The app whose secrets sign, by its ID. */
	appId?: string;
	/** Name of the older signature header. */
	header?: string;
	/** Sign wrongly on purpose. */
	forgery?: Forgery;
	/** Leave the other signature header out. */
	only?: SigningScheme;
	contentType?: string;
	/** Send only this many bytes of the body, signed as they are sent. */
	truncateTo?: number;
	/** With `truncateTo`: signed before it was cut, as a body that is lost on its way. */
	signWhole?: boolean;
	/** Blow the body up to this many bytes with a `padding` member. */
	padTo?: number;
	/** How many copies to send at the same time. */
	copies?: number;
	/** Do not try again when it is not taken. */
	once?: boolean;
	/** Further headers. */
	headers?: Record<string, string>;
}

/** What a delivery needs once its options are worked out. */
export interface Parcel {
	url: string;
	webhookId?: string;
	bytes: Buffer;
	headers: Record<string, string>;
	once: boolean;
}

/** The bytes and headers of a delivery. A string or Buffer is sent as it is, an object as JSON. */
export function pack(
	state: WebhooksState,
	body: JsonObject | string | Buffer,
	to: { url: string; appId: string; webhookId?: string },
	options: DeliveryOptions = {},
): Parcel {
	const whole = toBytes(options.padTo === undefined ? body : padded(body, options.padTo));
	const bytes = options.truncateTo === undefined ? whole : whole.subarray(0, options.truncateTo);
	const signed = options.signWhole === true ? whole : bytes;
	return {
		url: to.url,
		...(to.webhookId === undefined ? {} : { webhookId: to.webhookId }),
		bytes,
		headers: {
			'content-type': options.contentType ?? 'application/json',
			'user-agent': 'webhook-simulator',
			...options.headers,
			...signatures(state, options.appId ?? to.appId, signed, options),
		},
		once: options.once ?? false,
	};
}

/** The signature headers of a delivery: one for each secret that X signs the app's deliveries with. */
function signatures(
	state: WebhooksState,
	appId: string,
	bytes: Buffer,
	options: DeliveryOptions,
): Record<string, string> {
	const { forgery, only, header = 'x-twitter-webhooks-signature' } = options;
	const headers: Record<string, string> = {};
	for (const { scheme, secret } of signersOf(state, appId)) {
		if (only !== undefined && only !== scheme) continue;
		const signature = forgery === undefined ? sign(secret, bytes) : forge(forgery, secret, bytes);
		if (signature !== undefined) headers[headerOf(header, scheme)] = signature;
	}
	return headers;
}

/**
 * Sends a parcel, and again after each wait until it is taken.
 *
 * @returns the delivery after its first attempt; its `done` resolves at the end of the last one
 */
export async function send(state: WebhooksState, parcel: Parcel): Promise<Delivery> {
	let finish: (delivery: Delivery) => void = () => undefined;
	const delivery: Delivery = {
		id: state.platform.newId(),
		webhookId: parcel.webhookId,
		url: parcel.url,
		bytes: parcel.bytes,
		at: state.platform.clock.now(),
		attempts: [],
		state: 'pending',
		done: new Promise((resolve) => (finish = resolve)),
	};
	state.deliveries.push(delivery);
	await state.timers.track(attempt(state, delivery, parcel, delivery.at, finish));
	return delivery;
}

async function attempt(
	state: WebhooksState,
	delivery: Delivery,
	parcel: Parcel,
	due: number,
	finish: (delivery: Delivery) => void,
): Promise<void> {
	const removed = parcel.webhookId !== undefined && !state.webhooks.has(parcel.webhookId);
	if (removed && delivery.attempts.length > 0) {
		delivery.state = 'failed';
		finish(delivery);
		return;
	}
	const started = performance.now();
	const outcome = await withDeadline(state, state.settings.deliveryDeadlineMs, async (deadline) => {
		const target = state.detours.resolve(parcel.url);
		return await call({ method: 'POST', target, headers: parcel.headers, body: parcel.bytes, deadline });
	});
	delivery.attempts.push({
		at: due,
		durationMs: Math.round(performance.now() - started),
		outcome: outcomeName(outcome),
	});
	const wait = state.settings.retryWaitsMs[delivery.attempts.length - 1];
	if (taken(outcome) || parcel.once || wait === undefined) {
		delivery.state = taken(outcome) ? 'delivered' : 'failed';
		finish(delivery);
		return;
	}
	const again = due + wait;
	state.timers.at(again, () => void state.timers.track(attempt(state, delivery, parcel, again, finish)));
}

function toBytes(body: JsonObject | string | Buffer): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function padded(body: JsonObject | string | Buffer, size: number): JsonObject | string | Buffer {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
	const bare = Buffer.byteLength(JSON.stringify({ ...body, padding: '' }));
	return { ...body, padding: 'x'.repeat(Math.max(0, size - bare)) };
}

/**
 * Sends an event to everyone who asked for it: valid webhooks with a subscription, link or rule that matches. An
 * event that several subscriptions ask for goes out once for each, with that subscription's filter and tag.
 *
 * @returns the deliveries, each after its first attempt; none when no one is subscribed
 */
export async function publish(state: WebhooksState, event: PlatformEvent): Promise<Delivery[]> {
	const addressed = receivers(state, event);
	if (event.family === 'activity' && event.eventType === 'oauth.revoke') endSubscriptions(state, event);
	return await Promise.all(
		addressed.map(
			async ({ webhook, body }) =>
				await send(
					state,
					pack(state, body, { url: webhook.url, appId: webhook.appId, webhookId: webhook.id }),
				),
		),
	);
}

/** What a user has agreed to ends when the user revokes the access. */
function endSubscriptions(state: WebhooksState, { payload }: ActivityEvent): void {
	const { user_id: userId } = payload;
	for (const { subscription_id: id, event_type: type, filter } of running(state))
		if (filter.user_id === userId && activityTypes.get(type)?.isPublic === false) state.activity.delete(id);
}

function receivers(
	state: WebhooksState,
	event: PlatformEvent,
): Array<{ webhook: Webhook; body: JsonObject }> {
	const valid = [...state.webhooks.values()].filter((webhook) => webhook.valid);
	switch (event.family) {
		case 'activity':
			return running(state)
				.filter((subscription) => matches(subscription, event))
				.flatMap((subscription) => {
					const webhook = valid.find(({ id }) => id === subscription.webhook_id);
					if (webhook === undefined) return [];
					const { filter, tag } = subscription;
					return [
						{ webhook, body: render(event, { filter: { ...filter }, ...(tag !== undefined && { tag }) }) },
					];
				});
		case 'accountActivity':
			return valid
				.filter((webhook) => state.accounts.get(webhook.id)?.has(event.forUserId) === true)
				.map((webhook) => ({ webhook, body: render(event) }));
		case 'stream': {
			const rules = matchingRules(state, event);
			if (rules.length === 0) return [];
			return valid.flatMap((webhook) => {
				const link = state.links.get(webhook.id);
				if (link === undefined) return [];
				return [{ webhook, body: render(trimmed(event, link), { matchingRules: rules }) }];
			});
		}
		case 'notice':
			return [];
	}
}

function matches(subscription: ActivitySubscription, event: ActivityEvent): boolean {
	if (subscription.event_type !== event.eventType) return false;
	const { user_id: userId, direction, keyword } = subscription.filter;
	if (keyword !== undefined && !event.text.toLowerCase().includes(keyword.toLowerCase())) return false;
	if (userId === undefined) return true;
	return event.concerns.some(
		(concern) =>
			concern.userId === userId &&
			(direction === undefined || concern.direction === undefined || concern.direction === direction),
	);
}

function matchingRules(state: WebhooksState, { post, includes }: StreamEvent): StreamRule[] {
	const users = usersIn(includes);
	const author = users.find(({ id }) => id === post.author_id)?.username;
	const name = typeof author === 'string' ? author : undefined;
	return [...state.rules.values()].filter((rule) => parseRule(rule.value)(post, name));
}

/** A Post shows its default fields and the ones the link asked for; joined objects only for asked expansions. */
function trimmed(event: StreamEvent, link: StreamLink): StreamEvent {
	const post = pick(event.post, [
		'id',
		'text',
		'edit_history_tweet_ids',
		...(link.fields['tweet.fields'] ?? []),
	]);
	const expansions = link.fields.expansions ?? [];
	if (!expansions.includes('author_id')) return { family: 'stream', post };
	post.author_id = event.post.author_id ?? null;
	const wanted = ['id', 'name', 'username', ...(link.fields['user.fields'] ?? [])];
	const users = usersIn(event.includes).map((user) => pick(user, wanted));
	return { family: 'stream', post, includes: { users } };
}

const usersIn = (includes: JsonObject = {}) => [includes.users ?? []].flat().filter(isRecord) as JsonObject[];
