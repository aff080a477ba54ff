import { trimEnd } from 'lodash';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { queryString, asText } from '../util/text';
import { authorizationHeader, type Pair } from './oauth1';

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
