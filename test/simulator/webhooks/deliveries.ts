import { withDeadline } from './crc';
import type { JsonObject } from './events';
import { signersOf } from './secrets';
import { forge, headerOf, sign, type Forgery, type SignatureHeader, type SigningScheme } from './signing';
import type { Delivery, WebhooksState } from './state';
import { call, outcomeName, taken } from './wire';

/** What may be changed about a delivery; by default it is genuine, whole and tried again until it is taken. */
export interface DeliveryOptions {
	/** The webhook it goes to; the app's only one when neither this nor `url` is given. */
	webhookId?: string;
	/** A callback address, registered or not. */
	url?: string;
	/** The app whose secrets sign, by its ID. */
	appId?: string;
	header?: SignatureHeader;
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
	const name = options.header ?? state.settings.signatureHeader;
	const { forgery, only } = options;
	const headers: Record<string, string> = {};
	for (const { scheme, secret } of signersOf(state, appId)) {
		if (only !== undefined && only !== scheme) continue;
		const signature = forgery === undefined ? sign(secret, bytes) : forge(forgery, secret, bytes);
		if (signature !== undefined) headers[headerOf(name, scheme)] = signature;
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
