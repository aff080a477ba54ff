/**
 * OAuth 1.0a signatures (RFC 5849 section 3.4), written for the simulator on its own, so that the package's signer is
 * checked against something it shares no line with.
 */
import { createHmac } from 'node:crypto';

/** Percent-encoding of section 3.6: everything but letters, digits and `-._~`, byte by byte. */
function encode(text: string): string {
	let out = '';
	for (const byte of Buffer.from(text, 'utf8')) {
		const character = String.fromCharCode(byte);
		out += /[A-Za-z0-9\-._~]/.test(character)
			? character
			: `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
	}
	return out;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text.replace(/\+/g, ' '));
	} catch {
		return text;
	}
}

/** Name and value pairs of a query string or a form body, decoded, in order, duplicates kept. */
export function parseForm(text: string): Array<[string, string]> {
	return text
		.split('&')
		.filter((part) => part !== '')
		.map((part) => {
			const at = part.indexOf('=');
			return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
		});
}

/** The parts of an `Authorization: OAuth …` header, decoded; undefined when it is not well formed. */
export function parseOAuthHeader(header: string): Map<string, string> | undefined {
	const parts = new Map<string, string>();
	for (const piece of header.replace(/^OAuth\s+/i, '').split(',')) {
		const match = /^\s*([a-z_]+)="([^"]*)"\s*$/.exec(piece);
		if (!match?.[1] || match[2] === undefined) return undefined;
		if (!/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/.test(match[2])) return undefined;
		if (parts.has(match[1])) return undefined;
		parts.set(match[1], decodeURIComponent(match[2]));
	}
	return parts;
}

interface Signed {
	method: string;
	/** Scheme, host, port and path; without the query. */
	url: string;
	/** Decoded pairs of the query and, for form bodies, of the body. */
	parameters: ReadonlyArray<readonly [string, string]>;
	/** The header's parts, with or without `oauth_signature` and `realm`. */
	oauth: ReadonlyMap<string, string>;
	consumerSecret: string;
	tokenSecret: string;
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The signature base string of section 3.4.1. */
function baseString({ method, url, parameters, oauth }: Signed): string {
	const own = [...oauth].filter(([name]) => name !== 'oauth_signature' && name !== 'realm');
	const pairs = [...parameters, ...own].map(([name, value]) => [encode(name), encode(value)] as const);
	const normal = pairs
		.sort(([a, x], [b, y]) => byBytes(a, b) || byBytes(x, y))
		.map(([name, value]) => `${name}=${value}`)
		.join('&');
	return [method.toUpperCase(), encode(url), encode(normal)].join('&');
}

/** The HMAC-SHA1 signature in base64. */
export function sign(request: Signed): string {
	const key = `${encode(request.consumerSecret)}&${encode(request.tokenSecret)}`;
	return createHmac('sha1', key).update(baseString(request)).digest('base64');
}
