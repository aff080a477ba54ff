import { get } from 'lodash';
import type { IWebhookFunctions } from 'n8n-workflow';
import { askForShortAnswer } from '../../shared/http/shortAnswer';
import { remembered } from '../../shared/memory/process';
import { log, type WebhookContext } from '../context';
import { Refusal, type WebhookDelivery } from '../incoming';
import { toHeaders, type Signatures } from '../signature';
import { guestsOf } from './guests';
import { MINUTE } from '../../shared/util/time';

/** X waits 10 s for an answer, and forwarding must end before. In milliseconds. */
export const PATIENCE = 7_000;

/** After this time a workflow with an unknown address counts as gone. A starting n8n knows no addresses. */
const GONE_AFTER = 15 * MINUTE;

/** The answer of a starting n8n to every request, with status 200, while it updates its database. */
const STARTING = 'n8n is starting up';

const unknownSince = remembered<number>({
	name: 'since when n8n does not know an address',
	of: 'address',
	until: 'it does',
});

/**
 * Forwards a delivery to its guests. If one of them did not take it, X has to send it again.
 *
 * @throws Refusal if one of them did not take it, so that X sends it again.
 */
export async function forwardToGuests({
	context,
	scope,
	data,
	rawBody,
	signatures,
}: WebhookDelivery): Promise<void> {
	const guests = guestsOf(scope, data);
	const notTaken = await forward(context, guests, rawBody, signatures);
	for (const { url, answer } of notTaken)
		log(context, 'warn', `could not forward a delivery to ${url}: ${answer}`);
	// Another attempt can help if a workflow failed, but not if it is gone.
	const failures = notTaken.filter(({ isGone }) => !isGone);
	if (failures.length > 0)
		throw new Refusal(
			502,
			`${failures.length} of ${guests.length} workflows that share this webhook did not take the delivery`,
		);
}

/** Forwards a delivery to all addresses in parallel, and returns those that did not take it. */
export async function forward(
	context: IWebhookFunctions,
	urls: readonly string[],
	rawBody: Buffer,
	signatures: Signatures,
) {
	const answers = await Promise.all(
		urls.map(async (url) => ({ url, ...(await post(context, url, rawBody, signatures)) })),
	);
	return answers.flatMap(({ url, status, refusal }) => {
		// The workflow is gone, so that sending again would not help.
		const isGone = status === 410 || isGoneByNow(url, status, Date.now());
		return refusal === undefined ? [] : [{ url, answer: refusal, isGone }];
	});
}

function isGoneByNow(url: string, status: number | undefined, now: number): boolean {
	if (status !== 404) {
		unknownSince.delete(url);
		return false;
	}
	const since = unknownSince.getOrMake(url, () => now);
	return now - since >= GONE_AFTER;
}

interface PostResult {
	readonly status?: number;
	readonly body?: string | undefined;
	readonly refusal?: string;
}

export async function post(
	context: WebhookContext,
	url: string,
	body: Buffer,
	signatures: Signatures,
): Promise<PostResult> {
	try {
		// A Buffer is sent unchanged. Text would be trimmed, and the signature would not match.
		const headers = { 'content-type': 'application/json', ...toHeaders(signatures) };
		const request = { method: 'POST', url, body, headers } as const;
		const answer = await askForShortAnswer(context.helpers, request, PATIENCE);
		return { status: answer.status, ...resultOf(answer.status, answer.text) };
	} catch (error) {
		return { refusal: noAnswerReason(error, url) };
	}
}

function resultOf(status: number, body: string | undefined): PostResult {
	if (body?.startsWith(STARTING)) return { body, refusal: 'n8n is starting up there' };
	return status >= 200 && status < 300 ? { body } : { body, refusal: `it answered ${status}` };
}

/** Explains why there was no answer. n8n replaces a whole message that contains an error code. */
function noAnswerReason(error: unknown, url: string): string {
	const message = error instanceof Error ? `${String(get(error, 'code'))} ${error.message}` : '';
	if (/ENOTFOUND|EAI_AGAIN/.test(message)) return `n8n cannot resolve ${new URL(url).hostname}`;
	if (/ECONNREFUSED/.test(message)) return 'it refused the connection';
	return /ETIMEDOUT|ECONNABORTED|timeout/.test(message) ? 'no answer in time' : 'no connection';
}
