import { createHash } from 'node:crypto';
import { authorizationHeader } from '../../../nodes/shared/auth/oauth1';
import { ME, APP } from '../../simulator/identities';
import { useClient } from './client';

const { sim, call } = useClient({ followers: 40 });

/** The parameters that a refusal names. */
const namedIn = ({ errors = [] }: { errors?: Array<{ parameters?: object }> }) =>
	errors.flatMap(({ parameters = {} }) => Object.keys(parameters));

describe('parameters', () => {
	const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
	const search = 'GET /2/tweets/search/recent?query=a';
	const like = `POST /2/users/${ME.id}/likes`;

	it.each<[string, string, unknown, string]>([
		['a value given twice', 'GET /2/users/me?user.fields=url,url', undefined, 'user.fields'],
		['a parameter given twice', 'GET /2/users/me?user.fields=url&user.fields=name', undefined, 'user.fields'],
		['a malformed identifier in the path', 'GET /2/users/abc/followers', undefined, 'id'],
		[
			'a window that ends before it starts',
			`${search}&start_time=${ago(2)}&end_time=${ago(4)}`,
			undefined,
			'start_time',
		],
		['a start before the last seven days', `${search}&start_time=${ago(24 * 8)}`, undefined, 'start_time'],
		['an unknown nested field', 'POST /2/tweets', { text: 'a', reply: { to: '2' } }, 'reply.to'],
		['a missing nested field', 'POST /2/tweets', { text: 'a', reply: {} }, 'reply.in_reply_to_tweet_id'],
		['a missing body', like, undefined, 'body'],
		['a null', like, { tweet_id: null }, 'tweet_id'],
	])('refuses %s', async (_name, request, body, parameter) => {
		const { status, json } = await call(request, { body });
		expect(status).toBe(400);
		expect(json['type']).toMatch(/\/problems\/invalid-request$/);
		expect(namedIn(json)).toContain(parameter);
	});

	it('refuses an unknown token of a page, a token of another query, and an expired one', async () => {
		const pages = `GET /2/users/${ME.id}/followers?max_results=10`;
		const { meta } = (await call(pages)).json as { meta: { next_token: string } };
		const old = `${pages}&pagination_token=${meta.next_token}`;
		for (const request of [
			`${pages}&pagination_token=0123456789abcdef`,
			`${pages}&user.fields=url&pagination_token=${meta.next_token}`,
		]) {
			const { status, json } = await call(request);
			expect([status, namedIn(json)]).toEqual([400, ['pagination_token']]);
		}
		expect((await call(old)).status).toBe(200);
		sim().platform.clock.advance(60 * 60 * 1000 + 1);
		expect((await call(old)).status).toBe(400);
	});
});

describe('rules across the fields of a Post', () => {
	const poll = (count: number) => ({
		options: Array.from({ length: count }, (_, index) => `Option ${index}`),
		duration_minutes: 60,
	});

	it.each([
		['no text and no media', { text: ' ' }],
		['a poll beside a quote', { text: 'a', poll: poll(2), quote_tweet_id: '1' }],
		['a poll of five options', { text: 'a', poll: poll(5) }],
		[
			'a poll option of 26 characters',
			{ text: 'a', poll: { options: ['a', 'b'.repeat(26)], duration_minutes: 60 } },
		],
		['five media', { text: 'a', media: { media_ids: ['1', '2', '3', '4', '5'] } }],
		['a quote of what is not there', { text: 'a', quote_tweet_id: '1' }],
	])('refuses %s', async (_name, body) => {
		expect((await call('POST /2/tweets', { body })).status).toBe(400);
	});
});

describe('OAuth 1.0a signatures', () => {
	const url = () => `${sim().baseUrl}/2/users/me`;
	const signed = (address: string, age = 0) =>
		authorizationHeader({
			...APP,
			...ME,
			method: 'GET',
			url: address,
			timestamp: String(Math.floor(Date.now() / 1000) - age),
		});
	it.each([
		['another query than the signed one', () => signed(`${url()}?user.fields=url`)],
		['a timestamp of an hour ago', () => signed(url(), 3600)],
		['another signature', () => signed(url()).replace('oauth_signature="', '$&A')],
		['an unknown token', () => signed(url()).replace(ME.accessToken, '1-nothing')],
		['no credential', () => ''],
	])('refuses %s with the documented 401', async (_name, authorization) => {
		const answer = await call('GET /2/users/me', { authorization: authorization() });
		expect(answer.status).toBe(401);
		expect(answer.json).toEqual({
			title: 'Unauthorized',
			type: 'about:blank',
			status: 401,
			detail: 'Unauthorized',
		});
	});

	it('refuses a nonce that was used before', async () => {
		const authorization = signed(url());
		expect((await call('GET /2/users/me', { authorization })).status).toBe(200);
		expect((await call('GET /2/users/me', { authorization })).status).toBe(401);
	});
});

describe('credential kinds and scopes', () => {
	it('refuses an app token where a user is needed, naming what is accepted', async () => {
		const { status, json } = await call('GET /2/users/me', { authorization: `Bearer ${APP.bearerToken}` });
		expect(status).toBe(403);
		expect(json['type']).toMatch(/\/unsupported-authentication$/);
		expect(json['detail']).toContain('OAuth 1.0a User Context');
	});

	it('refuses a token that lacks a scope, and one that was revoked or has expired', async () => {
		const { credentials, clock } = sim().platform;
		const small = credentials.grant(ME.id, ['users.read']).access_token;
		expect((await call('GET /2/users/me', { authorization: `Bearer ${small}` })).status).toBe(403);
		const short = credentials.grant(ME.id).access_token;
		clock.advance(2 * 60 * 60 * 1000 + 1);
		expect((await call('GET /2/users/me', { authorization: `Bearer ${short}` })).status).toBe(401);
		credentials.revoke(ME.oauth2AccessToken);
		expect((await call('GET /2/users/me')).status).toBe(401);
	});
});

describe('token endpoints', () => {
	const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

	it('refuse a wrong secret of the app with 403 and code 99', async () => {
		const form = { grant_type: 'client_credentials' };
		const bad = await call('POST /oauth2/token', { form, authorization: basic(APP.consumerKey, 'wrong') });
		expect(bad).toMatchObject({ status: 403, json: { errors: [{ code: 99 }] } });
	});

	const verifier = 'a-verifier-that-is-long-enough-to-be-a-good-one-0123456789';
	const redirectUri = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';

	async function code(): Promise<string> {
		const query = new URLSearchParams({
			response_type: 'code',
			client_id: APP.clientId,
			redirect_uri: redirectUri,
			scope: 'users.read offline.access',
			state: 'some state',
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
		});
		const { headers } = await call(`GET /i/oauth2/authorize?${query.toString()}`, { authorization: '' });
		return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
	}

	const exchange = (form: Record<string, string>, authorization = basic(APP.clientId, APP.clientSecret)) =>
		call('POST /2/oauth2/token', { form, authorization });
	const codeForm = (value: string, rest: Record<string, string> = {}) => ({
		grant_type: 'authorization_code',
		code: value,
		redirect_uri: redirectUri,
		code_verifier: verifier,
		...rest,
	});

	it('take a code and a refresh token once', async () => {
		const form = codeForm(await code());
		const first = await exchange(form);
		expect(first).toMatchObject({ status: 200, json: { scope: 'users.read offline.access' } });
		expect((await exchange(form)).status).toBe(400);
		const refresh = { grant_type: 'refresh_token', refresh_token: String(first.json['refresh_token']) };
		expect((await exchange(refresh)).status).toBe(200);
		expect((await exchange(refresh)).status).toBe(400);
	});

	it('refuse a wrong verifier, a wrong redirect, a dead code and a wrong client', async () => {
		expect((await exchange(codeForm(await code(), { code_verifier: 'wrong' }))).status).toBe(400);
		expect((await exchange(codeForm(await code(), { redirect_uri: 'http://other' }))).status).toBe(400);
		expect((await exchange(codeForm(await code()), basic(APP.clientId, 'wrong'))).status).toBe(401);
		const dead = await code();
		sim().platform.clock.advance(31_000);
		expect((await exchange(codeForm(dead))).status).toBe(400);
	});
});
