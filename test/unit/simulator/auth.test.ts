import { createHash } from 'node:crypto';
import { parseForm, parseOAuthHeader, sign } from '../../simulator/auth/signature';
import { APP, ME } from '../../simulator/identities';
import { AS_APP, list, object, signed, useClient } from './client';

const { sim, call } = useClient();

describe('OAuth 1.0a signatures', () => {
	const oauth = new Map([
		['oauth_consumer_key', 'xvz1evFS4wEEPTGEFPHBog'],
		['oauth_nonce', 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg'],
		['oauth_signature_method', 'HMAC-SHA1'],
		['oauth_timestamp', '1318622958'],
		['oauth_token', '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb'],
		['oauth_version', '1.0'],
	]);
	const secrets = {
		consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
		tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
	};

	it.each([
		[
			'the published form post',
			'POST',
			'https://api.x.com/1.1/statuses/update.json',
			'include_entities=true&status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21',
			'Ls93hJiZbQ3akF3HF3x1Bz8/zU4=',
		],
		[
			'a JSON post, whose body takes no part',
			'POST',
			'https://api.x.com/2/tweets',
			'',
			'lr+tV/DKclEvXKVjG6tgaSSLV0k=',
		],
		[
			'a list in the query',
			'GET',
			'https://api.x.com/2/users/me',
			'user.fields=created_at,description',
			'6LrMvmUKGWB/t3Q+SyTwdj0daEQ=',
		],
	])('reproduces %s', (_name, method, url, parameters, expected) => {
		expect(sign({ method, url, parameters: parseForm(parameters), oauth, ...secrets })).toBe(expected);
	});

	it('reads the parts of a header and refuses malformed ones', () => {
		expect(parseOAuthHeader('OAuth oauth_nonce="a%20b", oauth_token="t"')?.get('oauth_nonce')).toBe('a b');
		expect(parseOAuthHeader('OAuth oauth_nonce="a b"')).toBeUndefined();
		expect(parseOAuthHeader('OAuth oauth_nonce="a",oauth_nonce="b"')).toBeUndefined();
	});

	it('accepts what an independent library signs, reserved characters included', async () => {
		const path =
			'/2/tweets/search/recent?query=caf%C3%A9%20%22a%2Bb%22%20%21%2A%27%20%28x%29%20OR%20acme&max_results=10';
		const answer = await call(path, { authorization: signed(sim().baseUrl + path) });
		expect(answer.status).toBe(200);
	});

	it('leaves a JSON body out of the signature', async () => {
		const authorization = signed(`${sim().baseUrl}/2/tweets`, 'POST');
		expect((await call('/2/tweets', { body: { text: 'signed' }, authorization })).status).toBe(201);
	});

	const url = () => `${sim().baseUrl}/2/users/me`;
	it.each([
		['another query than the signed one', () => signed(`${url()}?user.fields=url`)],
		['another method', () => signed(url(), 'POST')],
		[
			'a timestamp of an hour ago',
			() => signed(url(), 'GET', {}, { timestamp: Math.floor(Date.now() / 1000) - 3600 }),
		],
		['an unknown consumer key', () => signed(url()).replace(APP.consumerKey, 'nobody')],
		['an unknown token', () => signed(url()).replace(ME.accessToken, '1-nothing')],
		['no credential', () => ''],
		['an unknown bearer token', () => 'Bearer nothing'],
	])('refuses %s with the documented 401', async (_name, authorization) => {
		const answer = await call('/2/users/me', { authorization: authorization() });
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
		expect((await call('/2/users/me', { authorization })).status).toBe(200);
		expect((await call('/2/users/me', { authorization })).status).toBe(401);
	});
});

describe('credential kinds and scopes', () => {
	it('refuses an app token where a user is needed, naming what is accepted', async () => {
		const { status, json } = await call('/2/users/me', { authorization: AS_APP });
		expect(status).toBe(403);
		expect(json['type']).toMatch(/\/unsupported-authentication$/);
		expect(json['detail']).toContain('OAuth 1.0a User Context');
	});

	it('refuses a token that lacks a scope, and one that was revoked or has expired', async () => {
		const { credentials, clock } = sim().platform;
		const small = credentials.grant(ME.id, ['users.read']).access_token;
		expect((await call('/2/users/me', { authorization: `Bearer ${small}` })).status).toBe(403);
		const short = credentials.grant(ME.id).access_token;
		clock.advance(2 * 60 * 60 * 1000 + 1);
		expect((await call('/2/users/me', { authorization: `Bearer ${short}` })).status).toBe(401);
		credentials.revoke(ME.oauth2AccessToken);
		expect((await call('/2/users/me')).status).toBe(401);
	});
});

describe('token endpoints', () => {
	const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

	it('gives the one app token for key and secret, and 403 code 99 for wrong ones', async () => {
		const form = { grant_type: 'client_credentials' };
		const good = await call('/oauth2/token', {
			form,
			authorization: basic(APP.consumerKey, APP.consumerSecret),
		});
		expect(good.json).toEqual({ token_type: 'bearer', access_token: APP.bearerToken });
		const bad = await call('/oauth2/token', { form, authorization: basic(APP.consumerKey, 'wrong') });
		expect(bad.status).toBe(403);
		expect(list(bad.json['errors'])[0]?.['code']).toBe(99);
	});

	const verifier = 'a-verifier-that-is-long-enough-to-be-a-good-one-0123456789';
	const redirectUri = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';

	async function code(scope: string): Promise<string> {
		const query = new URLSearchParams({
			response_type: 'code',
			client_id: APP.clientId,
			redirect_uri: redirectUri,
			scope,
			state: 'some state',
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
		});
		const answer = await call(`/i/oauth2/authorize?${query.toString()}`, { authorization: '' });
		expect(answer.status).toBe(302);
		const back = new URL(answer.headers.get('location') ?? '');
		expect(back.searchParams.get('state')).toBe('some state');
		return back.searchParams.get('code') ?? '';
	}

	const exchange = (form: Record<string, string>, authorization = basic(APP.clientId, APP.clientSecret)) =>
		call('/2/oauth2/token', { form, authorization });
	const codeForm = (value: string, rest: Record<string, string> = {}) => ({
		grant_type: 'authorization_code',
		code: value,
		redirect_uri: redirectUri,
		code_verifier: verifier,
		...rest,
	});

	it('exchanges a code, answers to the new token, and rotates refresh tokens', async () => {
		const first = await exchange(codeForm(await code('tweet.read users.read offline.access')));
		expect(first.json).toMatchObject({
			token_type: 'bearer',
			expires_in: 7200,
			scope: 'tweet.read users.read offline.access',
		});
		const authorization = `Bearer ${String(first.json['access_token'])}`;
		expect(object((await call('/2/users/me', { authorization })).json['data'])['id']).toBe(ME.id);
		const refresh = { grant_type: 'refresh_token', refresh_token: String(first.json['refresh_token']) };
		const second = await exchange(refresh);
		expect(second.status).toBe(200);
		expect(second.json['refresh_token']).not.toBe(first.json['refresh_token']);
		expect((await exchange(refresh)).status).toBe(400);
	});

	it('refuses a wrong verifier, a wrong redirect, a used code, a dead code and a wrong client', async () => {
		expect((await exchange(codeForm(await code('users.read'), { code_verifier: 'wrong' }))).status).toBe(400);
		expect(
			(await exchange(codeForm(await code('users.read'), { redirect_uri: 'http://other' }))).status,
		).toBe(400);
		const used = await code('users.read');
		expect((await exchange(codeForm(used))).status).toBe(200);
		expect((await exchange(codeForm(used))).status).toBe(400);
		const dead = await code('users.read');
		sim().platform.clock.advance(31_000);
		expect((await exchange(codeForm(dead))).status).toBe(400);
		expect((await exchange(codeForm(await code('users.read')), basic(APP.clientId, 'wrong'))).status).toBe(
			401,
		);
	});

	it('keeps tokens and secrets out of the log', async () => {
		await call('/oauth2/token', {
			form: { grant_type: 'client_credentials' },
			authorization: basic(APP.consumerKey, APP.consumerSecret),
		});
		await call('/2/oauth2/revoke', {
			form: { token: ME.oauth2AccessToken },
			authorization: basic(APP.clientId, APP.clientSecret),
		});
		const log = JSON.stringify(sim().requests);
		for (const secret of [APP.bearerToken, APP.consumerSecret, ME.oauth2AccessToken, 'Basic'])
			expect(log).not.toContain(secret);
	});
});
