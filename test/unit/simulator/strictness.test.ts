import { createHash } from 'node:crypto';
import { ME, APP } from '../../simulator/identities';
import { list, object, useClient, type Call, AS_APP, signed } from './client';
import { parseForm, sign } from '../../simulator/auth/signature';

const { sim, call } = useClient();

describe('the OpenAPI file to the letter', () => {
	beforeEach(async () => void (await sim().control('core', 'settings', { strict: 'openapi' })));

	it.each([
		['/2/dm_events?dm_event.fields=participant_ids,text', 'dm_event.fields', 'participant_ids'],
		['/2/dm_events?dm_event.fields=sender_id', 'dm_event.fields', 'sender_id'],
		['/2/dm_events?expansions=referenced_tweets.id', 'expansions', 'referenced_tweets.id'],
		['/2/users/me?user.fields=pinned_tweet_id', 'user.fields', 'pinned_tweet_id'],
		['/2/tweets/20?tweet.fields=text', 'tweet.fields', 'text'],
		['/2/news/search?query=a&news.fields=last_updated_at_ms', 'news.fields', 'last_updated_at_ms'],
	])('refuses %s, which the documentation pages allow', async (path, parameter, value) => {
		const { status, json } = await call(path);
		expect(status).toBe(400);
		expect(json).toMatchObject({
			errors: [{ parameters: { [parameter]: [value] } }],
			title: 'Invalid Request',
			type: 'https://api.x.com/2/problems/invalid-request',
		});
		await sim().control('core', 'settings', { strict: 'pages' });
		expect((await call(path)).status).toBe(200);
	});
});

describe('parameters', () => {
	it.each([
		['a value given twice', '/2/users/me?user.fields=url,url', {}, 'user.fields'],
		['a parameter given twice', '/2/users/me?user.fields=url&user.fields=name', {}, 'user.fields'],
		['a malformed identifier in the path', '/2/users/abc/followers', {}, 'id'],
		[
			'a window that ends before it starts',
			`/2/tweets/search/recent?query=a&start_time=${ago(2)}&end_time=${ago(4)}`,
			{},
			'start_time',
		],
		[
			'a start before the last seven days',
			`/2/tweets/search/recent?query=a&start_time=${ago(24 * 8)}`,
			{},
			'start_time',
		],
		['an unknown nested field', '/2/tweets', { body: { text: 'a', reply: { to: '2' } } }, 'reply.to'],
		['a missing nested field', '/2/tweets', { body: { text: 'a', reply: {} } }, 'reply.in_reply_to_tweet_id'],
		['a missing body', `/2/users/${ME.id}/likes`, { method: 'POST' }, 'body'],
		['a null', `/2/users/${ME.id}/likes`, { body: { tweet_id: null } }, 'tweet_id'],
	] as Array<[string, string, Call, string]>)('refuses %s', async (_name, path, options, parameter) => {
		const { status, json } = await call(path, options);
		expect(status).toBe(400);
		expect(json['type']).toMatch(/\/problems\/invalid-request$/);
		const named = list(json['errors']).flatMap((error) => Object.keys(object(error['parameters'])));
		expect(named).toContain(parameter);
	});

	it('takes both vocabularies, and answers in the one that was chosen', async () => {
		const old = await call(
			'/2/users/me?expansions=pinned_tweet_id&tweet.fields=author_id&user.fields=public_metrics',
		);
		expect(object(old.json['includes'])).toHaveProperty('tweets');
		await sim().control('core', 'vocabulary', { name: 'post' });
		const current = await call(
			'/2/users/me?expansions=pinned_post_id&post.fields=entities&user.fields=public_metrics',
		);
		expect(current.status).toBe(200);
		expect(object(current.json['includes'])).toHaveProperty('posts');
		expect(object(object(current.json['data'])['public_metrics'])).toHaveProperty('post_count');
	});

	it('refuses an unknown token of a page, a token of another query, and an expired one', async () => {
		const pages = `/2/users/${ME.id}/followers?max_results=10`;
		const token = String(object((await call(pages)).json['meta'])['next_token']);
		const old = `${pages}&pagination_token=${token}`;
		for (const path of [
			`${pages}&pagination_token=0123456789abcdef`,
			`${pages}&user.fields=url&pagination_token=${token}`,
		]) {
			const { status, json } = await call(path);
			expect(status).toBe(400);
			expect(object(list(json['errors'])[0]?.['parameters'])).toHaveProperty('pagination_token');
		}
		expect((await call(old)).status).toBe(200);
		sim().platform.clock.advance(60 * 60 * 1000 + 1);
		expect((await call(old)).status).toBe(400);
	});
});

describe('rules across the fields of a Post', () => {
	const post = (body: unknown) => call('/2/tweets', { body });
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
		expect((await post(body)).status).toBe(400);
	});
});

function ago(hours: number): string {
	return new Date(Date.now() - hours * 3_600_000).toISOString();
}

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
	])('reproduces %s', (_name, method, url, parameters, expected) => {
		expect(sign({ method, url, parameters: parseForm(parameters), oauth, ...secrets })).toBe(expected);
	});

	const url = () => `${sim().baseUrl}/2/users/me`;
	it.each([
		['another query than the signed one', () => signed(`${url()}?user.fields=url`)],
		[
			'a timestamp of an hour ago',
			() => signed(url(), 'GET', {}, { timestamp: Math.floor(Date.now() / 1000) - 3600 }),
		],
		['an unknown token', () => signed(url()).replace(ME.accessToken, '1-nothing')],
		['no credential', () => ''],
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
});
