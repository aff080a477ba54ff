import { createHmac, randomBytes } from 'crypto';
import { trimEnd } from 'lodash';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { encodeRfc3986, queryString, asText } from '../util/text';

type Pair = readonly [name: string, value: string];

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

/** With a borrowed credential, n8n's HTTP Request node still uses the older options `uri` and `form`. */
type Options = IHttpRequestOptions & { uri?: string; form?: IDataObject };

/**
 * Adds the OAuth 1.0a header to a request. Our own encoder moves the query into the URL, so that the signed text is
 * byte for byte what is sent; lists in `qs` are joined by commas unless `arrayFormat` is `repeat`. Only a
 * form-urlencoded body is signed (RFC 5849 section 3.4.1.3.1).
 */
export function signRequest(
	credentials: ICredentialDataDecryptedObject,
	requestOptions: IHttpRequestOptions,
): IHttpRequestOptions {
	const { baseURL, qs, ...rest }: Options = requestOptions;
	const url = withQuery(absoluteUrl(rest.uri ?? rest.url, baseURL), qs ?? {}, rest.arrayFormat === 'repeat');
	const formBody = signedBody(rest);
	const authorization = authorizationHeader({
		method: rest.method ?? 'GET',
		url,
		...(formBody === undefined ? {} : { formBody }),
		consumerKey: asText(credentials.consumerKey),
		consumerSecret: asText(credentials.consumerSecret),
		accessToken: asText(credentials.accessToken),
		accessTokenSecret: asText(credentials.accessTokenSecret),
	});
	return {
		...rest,
		url,
		...(rest.uri === undefined ? {} : { uri: url }),
		headers: { ...rest.headers, Authorization: authorization },
	};
}

/** Joins as n8n's HTTP client does: an absolute URL ignores the base. */
function absoluteUrl(url: string, baseURL?: string): string {
	if (!baseURL || /^[a-z][a-z\d+.-]*:\/\//i.test(url)) return url;
	return `${trimEnd(baseURL, '/')}/${url.replace(/^\/+/, '')}`;
}

function withQuery(url: string, qs: IDataObject, repeat: boolean): string {
	const query = queryString(Object.entries(qs).flatMap(([name, value]) => pairsOf(name, value, repeat)));
	if (query === '') return url;
	return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

function pairsOf(name: string, value: unknown, repeat: boolean): Pair[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) return [[name, asText(value)]];
	const items = value.map(asText);
	return repeat ? items.map((item) => [name, item] as const) : [[name, items.join(',')]];
}

function signedBody({ body, form, headers }: Options): Iterable<Pair> | string | undefined {
	if (form) return textPairs(form);
	if (body instanceof URLSearchParams) return body;
	if (!isForm(headers)) return undefined;
	if (typeof body === 'string') return body;
	if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return undefined;
	return textPairs(body);
}

const textPairs = (members: object): Pair[] =>
	Object.entries(members).map(([name, value]) => [name, asText(value)]);

function isForm(headers: IDataObject | undefined): boolean {
	const contentType = Object.entries(headers ?? {}).find(
		([name]) => name.toLowerCase() === 'content-type',
	)?.[1];
	return asText(contentType).toLowerCase().startsWith('application/x-www-form-urlencoded');
}
