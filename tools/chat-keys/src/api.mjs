/** Requests to X: https://docs.x.com/xchat/getting-started, https://docs.x.com/xchat/bots */
import { createHmac, randomBytes } from 'node:crypto';
import { Fault } from './fault.mjs';

/** How long X may take for an answer. */
const PATIENCE = 30_000;

/**
 * Four keys of OAuth 1.0a, or a bearer token.
 *
 * @typedef {{ token: string } | { consumerKey: string, consumerSecret: string, token: string, tokenSecret: string }} Access
 */

/** @param {string} text */
const encode = (text) =>
	encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** @param {string} method @param {URL} url @param {Access} access */
function authorization(method, url, access) {
	if (!('consumerKey' in access)) return `Bearer ${access.token}`;
	const { consumerKey, consumerSecret, token, tokenSecret } = access;
	/** @type {Record<string, string>} */
	const oauth = {
		oauth_consumer_key: consumerKey,
		oauth_nonce: randomBytes(16).toString('hex'),
		oauth_signature_method: 'HMAC-SHA1',
		oauth_timestamp: String(Math.floor(Date.now() / 1000)),
		oauth_token: token,
		oauth_version: '1.0',
	};
	const parameters = [...Object.entries(oauth), ...url.searchParams]
		.map(([name, value]) => `${encode(name)}=${encode(value)}`)
		.sort()
		.join('&');
	const base = [method, `${url.origin}${url.pathname}`, parameters].map(encode).join('&');
	const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
	oauth['oauth_signature'] = createHmac('sha1', key).update(base).digest('base64');
	return `OAuth ${Object.entries(oauth)
		.map(([name, value]) => `${encode(name)}="${encode(value)}"`)
		.join(', ')}`;
}

/** What to do about an answer, by its status. */
const ADVICE = new Map([
	[400, 'X does not accept the request. Its reason is above.'],
	[
		401,
		'X does not know the token. Check that it is complete, that it has not expired, and that it is of the right kind.',
	],
	[402, 'The app has no credits left: see the billing page of console.x.com.'],
	[
		403,
		'The token may not do this. It needs dm.read, dm.write, tweet.read and users.read, and the app must be in a project.',
	],
	[429, 'X takes no more requests of this kind now. Try again in 15 minutes.'],
]);

export class Api {
	/**
	 * @param {string} baseUrl
	 * @param {Access} access
	 */
	constructor(baseUrl, access) {
		this.baseUrl = baseUrl;
		this.access = access;
	}

	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {object} [body]
	 * @returns {Promise<any>} The answer.
	 */
	async send(method, path, body) {
		const url = new URL(`${this.baseUrl.replace(/\/+$/, '')}${path}`);
		const response = await fetch(url, {
			method,
			headers: {
				authorization: authorization(method, url, this.access),
				...(body && { 'content-type': 'application/json' }),
			},
			...(body && { body: JSON.stringify(body) }),
			redirect: 'error',
			signal: AbortSignal.timeout(PATIENCE),
		}).catch((/** @type {Error & { cause?: Error }} */ error) => {
			throw new Fault(
				`${url.host} cannot be reached: ${error.cause?.message ?? error.message}`,
				method === 'GET'
					? 'Check the connection, and try again.'
					: 'Whether X has done it is not known. Run the same command again: it looks first.',
			);
		});
		const text = await response.text();
		const answer = parsed(text);
		if (response.ok) return answer ?? {};
		const said = answer?.detail ?? answer?.title ?? answer?.errors?.[0]?.message ?? text.slice(0, 200);
		throw new Fault(
			`X refused ${method} ${url.pathname} with ${response.status}: ${said}`,
			ADVICE.get(response.status) ?? 'X has a problem of its own. Try again later.',
		);
	}

	/** @returns {Promise<{ id: string, username: string }>} The account that the token acts for. */
	async me() {
		const { data } = await this.send('GET', '/2/users/me');
		if (typeof data?.id !== 'string')
			throw new Fault('X did not say whose token it is', 'Use the token of a user, not that of an app.');
		return data;
	}

	/** @param {string} id @returns {Promise<import('./servers.mjs').PublicKeyRow[]>} */
	async publicKeys(id) {
		const fields = [
			'identity_public_key_signature',
			'juicebox_config',
			'public_key',
			'public_key_version',
			'signing_public_key',
		];
		const query = `public_key.fields=${fields.join('%2C')}`;
		const { data } = await this.send('GET', `/2/users/${id}/public_keys?${query}`);
		return Array.isArray(data) ? data : [];
	}
}

/** @param {string} text @returns {any} */
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
