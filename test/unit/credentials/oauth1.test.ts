import type { IHttpRequestOptions } from 'n8n-workflow';
import { fc } from '../../support/properties';
import { otherSignature } from '../../support/otherOAuth';
import { encodeRfc3986, queryString } from '../../../nodes/shared/util/text';
import { authorizationHeader, signatureBaseString } from '../../../nodes/shared/auth/oauth1';
import { XUserOAuth1Api } from '../../../credentials/XUserOAuth1Api.credentials';

/** The published example of X's page on creating a signature; these keys open nothing. */
const PUBLISHED = {
	consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
	consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
	accessToken: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
	accessTokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
	nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
	timestamp: '1318622958',
};

function signatureIn(header: string): string | undefined {
	const encoded = /oauth_signature="([^"]*)"/.exec(header)?.[1];
	return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

describe('authorizationHeader', () => {
	const status = 'Hello Ladies + Gentlemen, a signed OAuth request!';
	const update = { method: 'POST', url: 'https://api.x.com/1.1/statuses/update.json?include_entities=true' };

	it('signs a request with a JSON body as X does, without the body', () => {
		const post = { method: 'POST', url: 'https://api.x.com/2/tweets' };
		expect(signatureIn(authorizationHeader({ ...PUBLISHED, ...post }))).toBe('lr+tV/DKclEvXKVjG6tgaSSLV0k=');
	});

	it('writes the header as published: quoted, encoded, separated by comma and space', () => {
		expect(authorizationHeader({ ...PUBLISHED, ...update, formBody: [['status', status]] })).toBe(
			'OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", ' +
				'oauth_nonce="kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", ' +
				'oauth_signature="Ls93hJiZbQ3akF3HF3x1Bz8%2FzU4%3D", ' +
				'oauth_signature_method="HMAC-SHA1", ' +
				'oauth_timestamp="1318622958", ' +
				'oauth_token="370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", ' +
				'oauth_version="1.0"',
		);
	});

	it('agrees with the package oauth-1.0a for any keys and values', () => {
		const awkward = fc.stringMatching(/^[a-zA-Z0-9 !*'()+:,&=%/?#~._-]{1,12}$/);
		const text = fc.oneof(awkward, fc.string({ minLength: 1, unit: 'binary' }).filter(isWellFormed));
		// the other implementation keeps parameters in plain objects, which take this name for their prototype
		const name = text.filter((key) => key !== '__proto__');
		const parameters = fc.dictionary(name, text, { maxKeys: 6 });
		fc.assert(
			fc.property(
				text,
				text,
				text,
				text,
				parameters,
				parameters,
				fc.constantFrom('GET', 'POST', 'PUT', 'DELETE'),
				(consumerKey, consumerSecret, accessToken, accessTokenSecret, query, body, method) => {
					const keys = { consumerKey, consumerSecret, accessToken, accessTokenSecret };
					const form = Object.fromEntries(Object.entries(body).filter(([name]) => !(name in query)));
					const address = 'https://ads-api.x.com/12/accounts/18ce54d4x5t/campaigns';
					const time = { nonce: 'abc', timestamp: '1700000000' };
					const ours = authorizationHeader({
						...keys,
						method,
						...time,
						url: `${address}?${queryString(Object.entries(query))}`,
						formBody: queryString(Object.entries(form)),
					});
					expect(signatureIn(ours)).toBe(
						otherSignature(keys, time, {
							url: address,
							method,
							data: { ...query, ...form },
						}),
					);
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe('signatureBaseString', () => {
	it('is that of RFC 5849 section 3.4.1.1', () => {
		const base = signatureBaseString('POST', 'http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', [
			['oauth_consumer_key', '9djdj82h48djs9d2'],
			['oauth_token', 'kkk9d7dh3k39sjv7'],
			['oauth_signature_method', 'HMAC-SHA1'],
			['oauth_timestamp', '137131201'],
			['oauth_nonce', '7d8f3e4a'],
			['c2', ''],
			['a3', '2 q'],
		]);
		expect(base).toBe(
			'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540' +
				'%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method' +
				'%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
		);
	});

	// The first two rows are those of RFC 5849 section 3.4.1.2.
	test.each([
		['HTTP://EXAMPLE.COM:80/r%20v/X?id=123', 'http://example.com/r%20v/X'],
		['https://www.example.net:8080/?q=1', 'https://www.example.net:8080/'],
		['https://API.x.com:443/2/users/me', 'https://api.x.com/2/users/me'],
		['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
	])('takes %s as %s', (url, address) => {
		expect(signatureBaseString('get', url, []).split('&').slice(0, 2)).toEqual([
			'GET',
			encodeRfc3986(address),
		]);
	});
});

function isWellFormed(text: string): boolean {
	return Buffer.from(text).toString() === text;
}

const KEYS = {
	consumerKey: 'key of the app',
	consumerSecret: 'secret & of the app',
	accessToken: '12-token',
	accessTokenSecret: 'secret+of/the=token',
};

const API = 'https://api.x.com';

function sign(options: IHttpRequestOptions): Promise<IHttpRequestOptions> {
	return new XUserOAuth1Api().authenticate({ baseUrl: API, ...KEYS }, options);
}

function authorizationOf({ headers }: IHttpRequestOptions): string {
	const { Authorization: header } = headers ?? {};
	return typeof header === 'string' ? header : '';
}

/** What an independent implementation signs for this address and these parameters, with the header's nonce and time. */
function expectSigned(signed: IHttpRequestOptions, method: string, url: string, data: object): void {
	const header = authorizationOf(signed);
	const part = (name: string) => decodeURIComponent(new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '');
	const time = { nonce: part('oauth_nonce'), timestamp: part('oauth_timestamp') };
	expect(part('oauth_signature')).toBe(otherSignature(KEYS, time, { url, method, data }));
}

describe('XUserOAuth1Api', () => {
	it('moves qs into the address: what is signed is what is sent', async () => {
		const signed = await sign({
			method: 'GET',
			baseURL: `${API}/`,
			url: '/2/tweets/search/recent?max_results=10',
			qs: {
				query: "it's (here)!*",
				'tweet.fields': ['created_at', 'lang'],
				since_id: undefined,
				dry_run: false,
			},
		});
		expect(signed.url).toBe(
			`${API}/2/tweets/search/recent?max_results=10&query=it%27s%20%28here%29%21%2A&tweet.fields=created_at%2Clang&dry_run=false`,
		);
		expect(signed).not.toHaveProperty('qs');
		expect(signed).not.toHaveProperty('baseURL');
		expectSigned(signed, 'GET', `${API}/2/tweets/search/recent`, {
			max_results: '10',
			query: "it's (here)!*",
			'tweet.fields': 'created_at,lang',
			dry_run: 'false',
		});
	});

	const form = { status: 'Ladies + Gentlemen: a, b & c', id: '1' };
	const urlencoded = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
	test.each<[string, Partial<IHttpRequestOptions>]>([
		['URLSearchParams', { body: new URLSearchParams(form) }],
		['text', { body: new URLSearchParams(form).toString(), headers: urlencoded }],
		['an object', { body: form, headers: urlencoded }],
	])('signs a form given as %s', async (_how, options) => {
		const signed = await sign({ method: 'POST', url: `${API}/1.1/x.json`, ...options });
		expect(signed.body).toBe(options.body);
		expectSigned(signed, 'POST', `${API}/1.1/x.json`, form);
	});

	it('keeps bytes out of the signature, whatever they are called', async () => {
		const body = Buffer.from('a=b');
		const signed = await sign({
			method: 'POST',
			url: `${API}/2/media/upload/1/append`,
			body,
			headers: urlencoded,
		});
		expectSigned(signed, 'POST', `${API}/2/media/upload/1/append`, {});
	});

	it('serves the HTTP Request node, which names address and form differently', async () => {
		const borrowed = { url: '', uri: `${API}/1.1/x.json`, form, method: 'POST' as const };
		const signed = await sign(borrowed);
		expect(signed).toMatchObject({ uri: `${API}/1.1/x.json` });
		expectSigned(signed, 'POST', `${API}/1.1/x.json`, form);
	});
});
