import type { IHttpRequestOptions } from 'n8n-workflow';
import { otherSignature } from '../../support/otherOAuth';

import { XUserOAuth1Api } from '../../../credentials/XUserOAuth1Api.credentials';

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
	it('signs a query that is part of the address and leaves the address as it is', async () => {
		const url = `${API}/2/users/me?user.fields=created_at%2Cdescription&expansions=pinned_tweet_id`;
		const signed = await sign({ method: 'GET', url });
		expect(signed.url).toBe(url);
		expect(signed.qs).toBeUndefined();
		expectSigned(signed, 'GET', `${API}/2/users/me`, {
			'user.fields': 'created_at,description',
			expansions: 'pinned_tweet_id',
		});
	});

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

	it('repeats the name of a list when asked to', async () => {
		const signed = await sign({ url: `${API}/2/x`, qs: { ids: ['b', 'a'] }, arrayFormat: 'repeat' });
		expect(signed.url).toBe(`${API}/2/x?ids=b&ids=a`);
		expectSigned(signed, 'GET', `${API}/2/x`, { ids: ['b', 'a'] });
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

	it('keeps JSON bodies out of the signature', async () => {
		const signed = await sign({
			method: 'POST',
			url: `${API}/2/tweets`,
			body: { text: 'Hello' },
			json: true,
		});
		expect(signed.body).toEqual({ text: 'Hello' });
		expectSigned(signed, 'POST', `${API}/2/tweets`, {});
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

	it('keeps the other headers and options', async () => {
		const signed = await sign({ url: `${API}/2/users/me`, headers: { Accept: 'text/csv' }, timeout: 5 });
		expect(signed).toMatchObject({ timeout: 5, headers: { Accept: 'text/csv' } });
		expect(authorizationOf(signed)).toMatch(/^OAuth oauth_consumer_key="key%20of%20the%20app", /);
	});

	it('serves the HTTP Request node, which names address and form differently', async () => {
		const borrowed = { url: '', uri: `${API}/1.1/x.json`, form, method: 'POST' as const };
		const signed = await sign(borrowed);
		expect(signed).toMatchObject({ uri: `${API}/1.1/x.json` });
		expectSigned(signed, 'POST', `${API}/1.1/x.json`, form);
	});

	it('never repeats a header', async () => {
		const [one, two] = await Promise.all([sign({ url: `${API}/2/x` }), sign({ url: `${API}/2/x` })]);
		expect(authorizationOf(one)).not.toBe(authorizationOf(two));
	});
});
