/** Signs and verifies as X does, with a header for each kind of secret: https://docs.x.com/x-api/webhooks/quickstart */
import { createHmac, timingSafeEqual } from 'crypto';

export type Scheme = 'oauth2' | 'oauth1';

/** In X's order: the first secret that an app has answers challenges, and the first header present counts. */
export const SCHEMES: readonly Scheme[] = ['oauth2', 'oauth1'];

/** The names of each scheme: the header as X writes it, and the secret as the credential does. */
export const SIGNING = {
	oauth2: { header: 'X-Twitter-Webhooks-Signature-OAuth2', secret: 'Client Secret' },
	oauth1: { header: 'X-Twitter-Webhooks-Signature', secret: 'Consumer Secret' },
} as const satisfies Record<Scheme, { header: string; secret: string }>;

/** Header names in lower case. Some gateways write `service` for `twitter` in them. */
const SCHEME_OF_HEADER: ReadonlyMap<string, Scheme> = new Map(
	SCHEMES.flatMap((scheme) => {
		const header = SIGNING[scheme].header.toLowerCase();
		return [[header, scheme] as const, [header.replace('twitter', 'service'), scheme] as const];
	}),
);

/** The secrets of an app: the current one of each scheme, then the previous one. Empty if the app has none. */
export type Secrets = Readonly<Record<Scheme, readonly string[]>>;

export type Signatures = Readonly<Partial<Record<Scheme, string>>>;

/** The reason why a delivery was accepted or refused, and the signature that decided it. */
export type SignatureVerdict =
	| { readonly outcome: 'noSecret' }
	| { readonly outcome: 'missing' }
	| { readonly outcome: 'valid' | 'wrong' | 'malformed' | 'unverifiable'; readonly scheme: Scheme };

const SHAPE = /^sha256=[A-Za-z0-9+/]{43}=$/;

/** The value of a header that came more than once. Two programs could each trust a different one of its values. */
const REPEATED = 'repeated';

/** Finds the signature headers of a request, under either of their names and in any letter case. */
export function signaturesIn(headers: Readonly<Record<string, unknown>>): Signatures {
	const found: Partial<Record<Scheme, string>> = {};
	for (const [name, value] of Object.entries(headers)) {
		const scheme = SCHEME_OF_HEADER.get(name.toLowerCase());
		if (scheme === undefined || value === undefined) continue;
		found[scheme] = typeof value === 'string' && found[scheme] === undefined ? value : REPEATED;
	}
	return found;
}

/** Writes signatures as headers of a request. */
export const toHeaders = (signatures: Signatures): Record<string, string> =>
	Object.fromEntries(
		SCHEMES.flatMap((scheme) => {
			const signature = signatures[scheme];
			return signature === undefined ? [] : [[SIGNING[scheme].header, signature]];
		}),
	);

/**
 * Judges the signatures of a delivery. If there is one with the client secret, it alone counts; otherwise the one with
 * the consumer secret does. If the credential has only one secret, only a signature with that counts. A malformed or
 * repeated header is always refused, and without a secret every delivery is. Compares in constant time.
 */
export function verify(rawBody: Uint8Array, signatures: Signatures, secrets: Secrets): SignatureVerdict {
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

/** Signs a body as X does, with a secret of the app, never with a bearer token. */
export const sign = (rawBody: Uint8Array | string, secret: string): string =>
	`sha256=${createHmac('sha256', secret).update(rawBody).digest('base64')}`;

/** Signs a body with every secret of the app, so that one of them is enough to verify it. */
export function signWithAll(rawBody: Uint8Array, secrets: Secrets): Signatures {
	const signatures: Partial<Record<Scheme, string>> = {};
	for (const scheme of SCHEMES) {
		const secret = secrets[scheme].find(isUsable);
		if (secret !== undefined) signatures[scheme] = sign(rawBody, secret);
	}
	return signatures;
}

/** Chooses the secret that must answer X's challenges: the client secret if the app has one. */
export const challengeScheme = (secrets: Secrets): Scheme | undefined =>
	SCHEMES.find((scheme) => secrets[scheme].some(isUsable));

/**
 * Makes the answer to X's challenge. A wrong one makes the webhook invalid immediately; a missing one does not:
 * https://docs.x.com/x-api/webhooks/quickstart#2-the-crc-check
 *
 * @throws RangeError when there is no secret. A wrong answer makes the webhook invalid immediately; a missing one does not.
 */
export function responseToken(crcToken: string, secrets: Secrets): string {
	const secret = SCHEMES.flatMap((scheme) => secrets[scheme]).find(isUsable);
	if (secret === undefined) throw new RangeError('There is no secret');
	return sign(crcToken, secret);
}
