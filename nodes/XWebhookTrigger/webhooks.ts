import { sleep } from 'n8n-workflow';

import type { Api } from './api';
import { objects, object, text } from './events/read';

/** A webhook registered for the app. */
export interface Webhook {
	id: string;
	url: string;
	valid: boolean;
}

/** The app's webhooks. Source: OpenAPI 2.167, GET /2/webhooks. */
export async function listWebhooks(app: Api): Promise<Webhook[]> {
	return objects(object(await app.request('GET', '/2/webhooks')).data).map(read);
}

/**
 * Registers an address; the platform challenges it before it answers.
 *
 * @throws when the challenge fails, the address is refused, or no place is left
 */
export async function createWebhook(app: Api, url: string): Promise<Webhook> {
	const answer = object(await app.request('POST', '/2/webhooks', { body: { url } }));
	return read(object(answer.data ?? answer));
}

/** How often, and how far apart in milliseconds, the outcome of a challenge is looked for. */
const LOOKS = 3;
const APART = 1_000;

/**
 * Has the platform challenge the address again, which makes an invalid webhook valid.
 *
 * @returns whether it is valid now; asked for separately, and more than once, as the answer to the request may only say
 *   that the challenge is on its way
 * Source: OpenAPI 2.167 and webhooks documentation, which differ about PUT /2/webhooks/{webhook_id}.
 */
export async function validateWebhook(app: Api, id: string): Promise<boolean> {
	await app.request('PUT', `/2/webhooks/${encodeURIComponent(id)}`);
	for (let look = 1; ; look++) {
		const found = (await listWebhooks(app)).find((webhook) => webhook.id === id);
		if (found === undefined || found.valid || look === LOOKS) return found?.valid === true;
		await sleep(APART);
	}
}

/** Removes a webhook. */
export async function deleteWebhook(app: Api, id: string): Promise<void> {
	await app.request('DELETE', `/2/webhooks/${encodeURIComponent(id)}`);
}

function read(webhook: Record<string, unknown>): Webhook {
	return { id: text(webhook.id) ?? '', url: text(webhook.url) ?? '', valid: webhook.valid === true };
}
