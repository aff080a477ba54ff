import { createHmac, timingSafeEqual } from 'crypto';

/**
 * Header names that carry the signature; the guide names the first:
 * https://docs.x.com/x-api/webhooks/quickstart#signature-verification
 */
export const SIGNATURE_HEADERS = ['x-twitter-webhooks-signature', 'x-service-webhooks-signature'] as const;

/** Why a delivery was accepted or refused. */
export type Verdict = 'valid' | 'missing' | 'malformed' | 'wrong' | 'noSecret';

const SHAPE = /^sha256=[A-Za-z0-9+/]{43}=$/;

/**
 * Tells whether a delivery was signed with one of the app's consumer secrets. Compares in constant time, over the
 * bytes as they came, and fails closed when there is no secret.
 *
 * @param rawBody The request body's bytes, before any parsing.
 * @param header The signature header's value, `sha256=` and base64.
 * @param secrets The consumer secret, and the previous one while it is being rotated; empty ones are ignored.
 * @see https://docs.x.com/x-api/webhooks/quickstart#signature-verification
 */
export function verify(
	rawBody: Uint8Array,
	header: string | undefined,
	secrets: ReadonlyArray<string | undefined>,
): Verdict {
	if (!secrets.some(isUsable)) return 'noSecret';
	if (header === undefined || header === '') return 'missing';
	if (!SHAPE.test(header)) return 'malformed';
	const claimed = Buffer.from(header);
	for (const secret of secrets) {
		if (!isUsable(secret)) continue;
		if (timingSafeEqual(claimed, Buffer.from(sign(rawBody, secret)))) return 'valid';
	}
	return 'wrong';
}

const isUsable = (secret: string | undefined): secret is string => secret !== undefined && secret !== '';

/**
 * The signature header of a request under either of its names, in any letter case.
 *
 * @param headers Header names to values; repeated headers come as a list.
 * @returns The value, or undefined when there is none or it was sent more than once.
 */
export function signatureHeader(
	headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
	for (const wanted of SIGNATURE_HEADERS) {
		const direct = headers[wanted];
		if (typeof direct === 'string') return direct;
	}
	const found = Object.entries(headers).find(([name]) =>
		SIGNATURE_HEADERS.some((wanted) => wanted === name.toLowerCase()),
	)?.[1];
	return typeof found === 'string' ? found : undefined;
}

/**
 * Signs a body as X does: `sha256=` and the base64 HMAC-SHA256 of the bytes.
 *
 * @param rawBody The bytes, or the text in UTF-8, that will be sent.
 * @param consumerSecret The app's consumer secret (not a bearer token, not the OAuth 2.0 client secret).
 */
export function sign(rawBody: Uint8Array | string, consumerSecret: string): string {
	return `sha256=${createHmac('sha256', consumerSecret).update(rawBody).digest('base64')}`;
}

/**
 * Answer to X's challenge: proof that this address knows the app's consumer secret.
 *
 * @param crcToken Value of the query parameter `crc_token`, as received.
 * @throws RangeError when the secret is empty: a wrong answer makes the webhook invalid at once, none does not.
 * @see https://docs.x.com/x-api/webhooks/quickstart#2-the-crc-check
 */
export function responseToken(crcToken: string, consumerSecret: string): string {
	if (consumerSecret === '') throw new RangeError('The consumer secret is empty');
	return sign(crcToken, consumerSecret);
}
