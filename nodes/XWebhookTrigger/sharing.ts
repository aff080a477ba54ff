import { get } from 'lodash';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { responseToken } from './crc';
import { isObject, text } from './events/read';
import { sign, SIGNATURE_HEADERS } from './signature';

/**
 * One registered webhook for several workflows, for plans that allow no more. The workflow that owns the webhook
 * passes every delivery on, byte for byte and with the platform's signature, to the workflows that asked for it; each
 * verifies, filters and de-duplicates for itself. They ask with a message signed like a delivery, so only who holds
 * the app's consumer secret can.
 */
const MEMBER = 'n8n_share';

/** How old a request to share may be, in milliseconds: an old one could be an intercepted one. */
const MAX_AGE = 300_000;
/** The platform waits 10 s for an answer; passing on must be over before. In milliseconds. */
const PATIENCE = 7_000;

export interface ShareRequest {
	action: 'join' | 'leave';
	/** Where the asking workflow receives. */
	url: string;
	/** When it was asked, in milliseconds since 1970. */
	at: number;
}

/** When each address last joined or left. */
type Sharers = Record<string, { on: boolean; at: number }>;

/** What this process knows, by node: newer than static data while deliveries of the same moment overwrite each other. */
const known = new Map<string, Sharers>();

/**
 * The request in a delivery's body, if that is what it is.
 *
 * @param body the parsed body, its signature verified
 */
export function shareRequest(body: unknown): ShareRequest | undefined {
	const request = isObject(body) ? body[MEMBER] : undefined;
	if (!isObject(request)) return undefined;
	const [action, url, at] = [text(request.action), text(request.url), request.at];
	if ((action !== 'join' && action !== 'leave') || typeof at !== 'number') return undefined;
	return url !== undefined && /^https?:\/\/[^\s/]/.test(url) ? { action, url, at } : undefined;
}

/** Whether a request was made a moment ago. */
export function isFresh({ at }: ShareRequest, now = Date.now()): boolean {
	return Math.abs(now - at) <= MAX_AGE;
}

/** Carries out a request to share: notes it in this process and in the node's static data. */
export function applyShare(scope: string, data: IDataObject, { action, url, at }: ShareRequest): void {
	const sharers = merged(scope, data);
	if ((sharers[url]?.at ?? 0) <= at) sharers[url] = { on: action === 'join', at };
	known.set(scope, sharers);
	data.sharers = { ...sharers };
}

/** Puts who shares into static data that is about to be stored and may be older. */
export function keepGuests(scope: string, data: IDataObject): void {
	if (known.has(scope)) data.sharers = { ...merged(scope, data) };
}

/** Ends all sharing: for an owner that no longer shares, and for addresses that cannot leave any more. */
export function endSharing(scope: string, data: IDataObject): void {
	known.delete(scope);
	if (data.sharers !== undefined) delete data.sharers;
}

/** Addresses to pass deliveries on to. */
export function guestsOf(scope: string, data: IDataObject): string[] {
	const sharers = merged(scope, data);
	return Object.keys(sharers).filter((url) => sharers[url]?.on === true);
}

function merged(scope: string, data: IDataObject): Sharers {
	const sharers: Sharers = { ...known.get(scope) };
	for (const [url, entry] of Object.entries(isObject(data.sharers) ? data.sharers : {})) {
		if (!isObject(entry) || typeof entry.at !== 'number') continue;
		if ((sharers[url]?.at ?? -1) < entry.at) sharers[url] = { on: entry.on === true, at: entry.at };
	}
	return sharers;
}

/** Addresses that did not take a delivery, with what they answered. */
export type Refused = Array<{ url: string; answer: string; isGone: boolean }>;

/**
 * Passes a delivery on to every address at once.
 *
 * @param rawBody the bytes as they came
 * @param signature the signature header's value as it came
 * @returns who did not take it
 */
export async function forward(
	context: IWebhookFunctions,
	urls: readonly string[],
	rawBody: Buffer,
	signature: string,
): Promise<Refused> {
	const answers = await Promise.all(
		urls.map(async (url) => ({ url, status: await post(context, url, rawBody, signature) })),
	);
	return answers
		.filter(({ status }) => typeof status === 'string' || status < 200 || status >= 300)
		.map(({ url, status }) => ({ url, answer: String(status), isGone: status === 404 || status === 410 }));
}

/**
 * Asks the workflow that owns a webhook to pass deliveries on, or to stop it.
 *
 * @param hubUrl the webhook's address
 * @returns undefined when it agreed, else what it answered or why it did not
 */
export async function askToShare(
	context: IHookFunctions,
	hubUrl: string,
	request: Omit<ShareRequest, 'at'>,
	consumerSecret: string,
): Promise<string | undefined> {
	const body = Buffer.from(JSON.stringify({ [MEMBER]: { ...request, at: Date.now() } }));
	const status = await post(context, hubUrl, body, sign(body, consumerSecret));
	if (status === 202) return undefined;
	return typeof status === 'number' ? `it answered ${status}` : status;
}

/**
 * Whether somebody who holds the app's secret answers the challenge at an address.
 *
 * @param url a trigger's address
 */
export async function answersChallenge(
	context: IHookFunctions,
	url: string,
	consumerSecret: string | undefined,
): Promise<boolean> {
	if (consumerSecret === undefined) return false;
	const crc_token = String(Date.now());
	try {
		const said: unknown = await context.helpers.httpRequest({
			url,
			qs: { crc_token },
			json: true,
			timeout: PATIENCE,
			disableFollowRedirect: true,
		});
		return isObject(said) && said.response_token === responseToken(crc_token, consumerSecret);
	} catch {
		return false;
	}
}

async function post(
	context: IHookFunctions | IWebhookFunctions,
	url: string,
	body: Buffer,
	signature: string,
): Promise<number | string> {
	try {
		const answer = (await context.helpers.httpRequest({
			method: 'POST',
			url,
			// A Buffer is sent as it is; text would be trimmed on the way, and the signature would no longer fit.
			body,
			headers: { 'content-type': 'application/json', [SIGNATURE_HEADERS[0]]: signature },
			encoding: 'text',
			timeout: PATIENCE,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		})) as { statusCode: number };
		return answer.statusCode;
	} catch (error) {
		return reached(error);
	}
}

/** Why there was no answer, in words: n8n replaces a whole message in which it finds an error code. */
function reached(error: unknown): string {
	const said = error instanceof Error ? `${String(get(error, 'code'))} ${error.message}` : '';
	if (/ENOTFOUND|EAI_AGAIN/.test(said)) return 'its name was not found';
	if (/ECONNREFUSED/.test(said)) return 'it refused the connection';
	return /ETIMEDOUT|ECONNABORTED|timeout/.test(said) ? 'no answer in time' : 'no connection';
}

/** `webhook` or `webhook-test`, the node's own ID, and the path in the node's description. */
const OWN_PATH = /(?:\/[^/]+){2}\/x-events$/;

/**
 * The address of a trigger inside, for an n8n that cannot reach itself by its public name. A prefix that a proxy takes
 * off the path (`WEBHOOK_URL=https://example.com/n8n/`) is not there inside.
 *
 * @param url a trigger's public address
 * @param internalUrl where n8n is inside, without a slash at the end
 */
export function toInternalUrl(url: string, internalUrl: string | undefined): string {
	if (internalUrl === undefined) return url;
	const { pathname } = new URL(url);
	return `${internalUrl}${OWN_PATH.exec(pathname)?.[0] ?? pathname}`;
}
