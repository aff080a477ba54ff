import { isIP } from 'node:net';

/**
 * Why a callback address is refused, or `undefined` when it may be registered: https, a public name, no port, at most
 * 200 characters.
 */
export function urlProblem(text: string): string | undefined {
	if (text.length > 200) return 'The URL is longer than 200 characters.';
	let url: URL;
	try {
		url = new URL(text);
	} catch {
		return 'The URL is malformed.';
	}
	if (url.protocol !== 'https:') return 'The URL must use https.';
	// Read from the text: URL drops ":443", which X still counts as a port.
	if (/^https:\/\/[^/?#]*:\d+(?:[/?#]|$)/i.test(text)) return 'The URL must not contain a port.';
	if (url.username !== '' || url.password !== '') return 'The URL must not contain credentials.';
	if (!isPublicName(url.hostname)) return 'The URL must be publicly reachable.';
	return undefined;
}

function isPublicName(host: string): boolean {
	if (host.startsWith('[')) return false;
	if (isIP(host) !== 0) return !/^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./.test(host);
	return host.includes('.') && !/\.(?:local|localhost|internal|lan|home)$/.test(host);
}

/** In place of a loopback address: the callback's certificate is refused. */
export const BROKEN_TLS = 'broken-tls:';

/** Addresses of the outside world and the loopback servers that stand in for them. */
export class Detours {
	private readonly table = new Map<string, string>();

	/**
	 * Sends traffic for a public origin or address prefix (`https://n8n.example`) to a loopback address, or to a host
	 * whose certificate no one trusts (`brokenTls`).
	 */
	route(publicUrl: string, loopbackUrl: string): void {
		const hostname = loopbackUrl === BROKEN_TLS ? 'localhost' : new URL(loopbackUrl).hostname;
		if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
			throw new Error(`The simulator only calls loopback addresses, not ${hostname}`);
		}
		this.table.set(publicUrl.replace(/\/+$/, ''), loopbackUrl.replace(/\/+$/, ''));
	}

	/** The loopback address to call, or `undefined` where nothing answers: a name that does not resolve. */
	resolve(url: string): string | undefined {
		const match = [...this.table.keys()]
			.filter((from) => url === from || (/^[/?#]/.test(url.slice(from.length)) && url.startsWith(from)))
			.sort((a, b) => b.length - a.length)[0];
		return match === undefined ? undefined : `${this.table.get(match) ?? ''}${url.slice(match.length)}`;
	}
}
