/**
 * How X signs. An app has one or two secrets, and a delivery one signature header for each: the OAuth 2.0 client secret
 * with a header of its own, and the OAuth 1.0a consumer secret with the older header.
 *
 * @see https://docs.x.com/x-api/webhooks/quickstart
 */
import { createHmac, timingSafeEqual } from 'crypto';

/** With which secret something is signed: the client secret of OAuth 2.0, or the consumer secret of OAuth 1.0a. */
export type Scheme = 'oauth2' | 'oauth1';

/** In X's order: the first secret that an app has answers challenges, and the first header that is there counts. */
export const SCHEMES: readonly Scheme[] = ['oauth2', 'oauth1'];

/** What each scheme is called: the header as X writes it, and the secret as the credential does. */
export const SIGNING = {
	oauth2: { header: 'X-Twitter-Webhooks-Signature-OAuth2', secret: 'Client Secret' },
	oauth1: { header: 'X-Twitter-Webhooks-Signature', secret: 'Consumer Secret' },
} as const satisfies Record<Scheme, { header: string; secret: string }>;

/** Header names in lower case; a gateway may give the service's name in place of X's. */
const SCHEME_OF_HEADER: ReadonlyMap<string, Scheme> = new Map(
	SCHEMES.flatMap((scheme) => {
		const header = SIGNING[scheme].header.toLowerCase();
		return [[header, scheme] as const, [header.replace('twitter', 'service'), scheme] as const];
	}),
);

/** The secrets of an app: the current one of each scheme, then the one before it; empty where the app has none. */
export type Secrets = Readonly<Record<Scheme, readonly string[]>>;

/** The signature headers of a request. */
export type Signatures = Readonly<Partial<Record<Scheme, string>>>;

/** Why a delivery was accepted or refused, and which signature that is about. */
export type Verdict =
	| { readonly outcome: 'noSecret' }
	| { readonly outcome: 'missing' }
	| { readonly outcome: 'valid' | 'wrong' | 'malformed' | 'unverifiable'; readonly scheme: Scheme };

const SHAPE = /^sha256=[A-Za-z0-9+/]{43}=$/;

/** Stands for a header that came more than once: two programs could each believe in another value. */
const REPEATED = 'repeated';

/**
 * The signature headers of a request, under either of their names and in any letter case.
 *
 * @param headers Header names to values; repeated headers come as a list, or joined by commas.
 */
export function signaturesIn(headers: Readonly<Record<string, unknown>>): Signatures {
	const found: Partial<Record<Scheme, string>> = {};
	for (const [name, value] of Object.entries(headers)) {
		const scheme = SCHEME_OF_HEADER.get(name.toLowerCase());
		if (scheme === undefined || value === undefined) continue;
		found[scheme] = typeof value === 'string' && found[scheme] === undefined ? value : REPEATED;
	}
	return found;
}

/** The same as headers of a request. */
export const toHeaders = (signatures: Signatures): Record<string, string> =>
	Object.fromEntries(
		SCHEMES.flatMap((scheme) => {
			const signature = signatures[scheme];
			return signature === undefined ? [] : [[SIGNING[scheme].header, signature]];
		}),
	);

/**
 * Judges the signatures of a delivery. The client secret's counts where it is there, whatever stands beside it, else
 * the consumer secret's. Where the app's credential has one secret alone, the signature made with that one counts, and
 * a delivery without it is refused. A malformed or repeated header is refused beside any other.
 *
 * Compares in constant time, over the bytes as they came, and fails closed when there is no secret.
 *
 * @param rawBody The request body's bytes, before any parsing.
 * @param secrets Blank ones are ignored: anybody could sign with them.
 */
export function verify(rawBody: Uint8Array, signatures: Signatures, secrets: Secrets): Verdict {
	if (!SCHEMES.some((scheme) => secrets[scheme].some(isUsable))) return { outcome: 'noSecret' };
	const there = SCHEMES.filter((scheme) => signatures[scheme] !== undefined);
	const [first] = there;
	if (first === undefined) return { outcome: 'missing' };
	const broken = there.find((scheme) => !SHAPE.test(signatures[scheme] ?? ''));
	if (broken !== undefined) return { outcome: 'malformed', scheme: broken };
	const scheme = there.find((candidate) => secrets[candidate].some(isUsable));
	if (scheme === undefined) return { outcome: 'unverifiable', scheme: first };
	const isRight = isSignedWith(secrets[scheme], rawBody, signatures[scheme] ?? '');
	return { outcome: isRight ? 'valid' : 'wrong', scheme };
}

function isSignedWith(secrets: readonly string[], rawBody: Uint8Array, signature: string): boolean {
	const claimed = Buffer.from(signature);
	return secrets
		.filter(isUsable)
		.some((secret) => timingSafeEqual(claimed, Buffer.from(sign(rawBody, secret))));
}

const isUsable = (secret: string): boolean => secret.trim() !== '';

/**
 * Signs a body as X does: `sha256=` and the base64 HMAC-SHA256 of the bytes.
 *
 * @param rawBody The bytes, or the text in UTF-8, that will be sent.
 * @param secret The client secret or the consumer secret of the app, never a bearer token.
 */
export function sign(rawBody: Uint8Array | string, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(rawBody).digest('base64')}`;
}

/** Signs a body with every secret that the app has, so that whoever knows one of them can verify it. */
export function signWithAll(rawBody: Uint8Array, secrets: Secrets): Signatures {
	const signatures: Partial<Record<Scheme, string>> = {};
	for (const scheme of SCHEMES) {
		const secret = secrets[scheme].find(isUsable);
		if (secret !== undefined) signatures[scheme] = sign(rawBody, secret);
	}
	return signatures;
}

/** Which secret X wants its challenges answered with: the client secret where the app has one. */
export const challengeScheme = (secrets: Secrets): Scheme | undefined =>
	SCHEMES.find((scheme) => secrets[scheme].some(isUsable));

/**
 * Answer to X's challenge: proof that this address knows the app's secret.
 *
 * @param crcToken Value of the query parameter `crc_token`, as received.
 * @throws RangeError when there is no secret: a wrong answer makes the webhook invalid at once, none does not.
 * @see https://docs.x.com/x-api/webhooks/quickstart#2-the-crc-check
 */
export function responseToken(crcToken: string, secrets: Secrets): string {
	const secret = SCHEMES.flatMap((scheme) => secrets[scheme]).find(isUsable);
	if (secret === undefined) throw new RangeError('There is no secret');
	return sign(crcToken, secret);
}
