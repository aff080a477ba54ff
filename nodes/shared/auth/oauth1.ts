import { createHmac, randomBytes } from 'crypto';
import { encodeRfc3986 } from '../util/text';

export type Pair = readonly [name: string, value: string];

interface SignedRequest {
	method: string;
	/** The whole URL as it is sent, query included. */
	url: string;
	/** The `application/x-www-form-urlencoded` body, as text or as pairs. JSON and multipart bodies are not signed. */
	formBody?: string | Iterable<Pair>;
	consumerKey: string;
	consumerSecret: string;
	accessToken: string;
	accessTokenSecret: string;
	/** Text used once only; random by default. */
	nonce?: string;
	/** Seconds since 1970 (UTC); now by default. */
	timestamp?: string;
}

/**
 * Returns the `Authorization` header that signs a request with HMAC-SHA1 (RFC 5849 sections 3.4 and 3.5.1).
 *
 * @throws TypeError when `url` is not an absolute URL.
 */
export function authorizationHeader(request: SignedRequest): string {
	const protocol: Pair[] = [
		['oauth_consumer_key', request.consumerKey],
		['oauth_nonce', request.nonce ?? randomBytes(16).toString('hex')],
		['oauth_signature_method', 'HMAC-SHA1'],
		['oauth_timestamp', request.timestamp ?? Math.floor(Date.now() / 1000).toString()],
		['oauth_token', request.accessToken],
		['oauth_version', '1.0'],
	];
	const { formBody = '' } = request;
	const formPairs = typeof formBody === 'string' ? new URLSearchParams(formBody) : formBody;
	const base = signatureBaseString(request.method, request.url, [...protocol, ...formPairs]);
	const key = `${encodeRfc3986(request.consumerSecret)}&${encodeRfc3986(request.accessTokenSecret)}`;
	const signature = createHmac('sha1', key).update(base).digest('base64');
	const fields = [...protocol, ['oauth_signature', signature] as const].sort(byText);
	return `OAuth ${fields.map(([name, value]) => `${name}="${encodeRfc3986(value)}"`).join(', ')}`;
}

/** Returns the signed text: method, address without query, and all parameters, sorted (RFC 5849 section 3.4.1). */
export function signatureBaseString(method: string, url: string, parameters: readonly Pair[]): string {
	// URL lower-cases scheme and host, drops a default port and turns an empty path into "/": section 3.4.1.2.
	const { protocol, host, pathname, searchParams } = new URL(url);
	const normalized = [...searchParams, ...parameters]
		.map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
		.sort(byText)
		.map(([name, value]) => `${name}=${value}`)
		.join('&');
	return [method.toUpperCase(), `${protocol}//${host}${pathname}`, normalized].map(encodeRfc3986).join('&');
}

/** Sorts by name, then by value. Encoded text is ASCII, so comparing text compares bytes. */
const byText = ([nameA, valueA]: Pair, [nameB, valueB]: Pair): number =>
	compare(nameA, nameB) || compare(valueA, valueB);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
