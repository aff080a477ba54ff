/** @jest-environment ./test/support/environment.ts */
import { APP, ME } from '../../simulator/identities';
import { useSkippedWaits } from '../../support/waits';
import { byId, itemsWith, useCore } from './support';

const { sim, core, count, sent } = useCore();
useSkippedWaits(sim);

describe('OAuth 2.0', () => {
	it('renews an expired token once, keeps it, and goes on', async () => {
		sim().platform.credentials.expire(ME.oauth2AccessToken);
		const run = await core('user.getMe', {}, { items: itemsWith(1, 2, 3) });
		expect(run.json).toHaveLength(3);
		expect(count('/2/oauth2/token')).toBe(1);
		const { oauthTokenData } = run.credentials.xUserOAuth2Api ?? {};
		expect(oauthTokenData).toMatchObject({ refresh_token: expect.any(String) as string });
		expect((oauthTokenData as { access_token: string }).access_token).not.toBe(ME.oauth2AccessToken);
	});

	it('renews before a create and creates once', async () => {
		sim().platform.credentials.expire(ME.oauth2AccessToken);
		const run = await core('post.create', { text: 'Fresh' });
		expect(run.error).toBeUndefined();
		expect(sim().requests.map(({ path, status }) => [path, status])).toEqual([
			['/2/tweets', 401],
			['/2/oauth2/token', 200],
			['/2/tweets', 201],
		]);
	});

	it('says to connect again when it was revoked', async () => {
		for (const token of [ME.oauth2AccessToken, ME.oauth2RefreshToken])
			sim().platform.credentials.revoke(token);
		const run = await core('user.getMe');
		expect(run.error?.message).toBe(
			'The connection of the credential has ended and could not be renewed: Value passed for the token was invalid',
		);
		expect(run.error?.description).toMatch(/connect .*again/i);
		expect(count('/2/users/me')).toBe(1);
	});

	it('says so when X cannot renew just now', async () => {
		sim().platform.credentials.expire(ME.oauth2AccessToken);
		sim().fail({ match: { path: '/2/oauth2/token' }, kind: 'html', status: 503 });
		const run = await core('post.create', { text: 'Later' });
		expect(run.error?.message).toMatch(/^X is not available/);
		expect(run.error?.description).toBe('Try again in a few minutes');
		expect(count('/2/tweets')).toBe(1);
	});

	it('says which scope to add when one is missing', async () => {
		const { access_token } = sim().platform.credentials.grant(ME.id, ['users.read', 'tweet.read']);
		const oauthTokenData = { access_token, token_type: 'bearer' };
		const run = await core(
			'post.create',
			{ text: 'No' },
			{ credentials: { xUserOAuth2Api: { oauthTokenData } } },
		);
		expect(run.error?.httpCode).toBe('403');
		expect(run.error?.message).toMatch(/^This is not allowed: You are not permitted/);
		expect(run.error?.description).toMatch(/needs the scopes tweet\.read, tweet\.write, users\.read\.$/);
	});

	it('names the missing scope where the token says what it has', async () => {
		const { access_token, scope } = sim().platform.credentials.grant(ME.id, ['users.read', 'tweet.read']);
		const oauthTokenData = { access_token, scope, token_type: 'bearer' };
		const credentials = { xUserOAuth2Api: { oauthTokenData } };
		const run = await core('post.create', { text: 'No' }, { credentials });
		expect(run.error?.description).toMatch(
			/^The connection lacks the scope tweet\.write: set Permissions to X Core and Triggers \(Recommended\) in/,
		);
	});
});

describe('the app', () => {
	it('has its key and secret exchanged for a token, once', async () => {
		const run = await core(
			'user.get',
			{ id: byId(ME.id), output: 'raw' },
			{ as: 'app', credentials: { xAppApi: { bearerToken: '' } }, items: itemsWith(1, 2) },
		);
		expect(run.json).toHaveLength(2);
		expect(sent()).toEqual(['POST /oauth2/token', `GET /2/users/${ME.id}`, `GET /2/users/${ME.id}`]);
		expect(run.credentials.xAppApi?.exchangedToken).toEqual(expect.stringMatching(/.+/));
	});

	it('with a wrong token says what to mend', async () => {
		const credentials = { xAppApi: { bearerToken: 'AAAAwrong', consumerKey: '', consumerSecret: '' } };
		const run = await core('user.get', { id: byId(ME.id) }, { as: 'app', credentials });
		expect(run.error?.httpCode).toBe('401');
		expect(run.error?.message).toBe('X did not accept the credential: Unauthorized');
		expect(JSON.stringify(run.error)).not.toContain('AAAAwrong');
	});
});

describe('a token of OAuth 2.0 for one of OAuth 1.0a', () => {
	const client = { client_id: APP.clientId, client_secret: APP.clientSecret };
	const exchange = async (more: object = {}) =>
		await core('token.exchange', { ...client, ...more }, { as: 'oAuth1' });

	it('gives a pair that works, and the token of OAuth 1.0a goes on working', async () => {
		const run = await exchange({ additionalFields: { scope: 'tweet.read, users.read, offline.access' } });
		expect(run.error).toBeUndefined();
		expect(run.json).toEqual([
			{
				token_type: 'bearer',
				expires_in: 7200,
				access_token: expect.stringMatching(/^sim-user-/) as string,
				refresh_token: expect.stringMatching(/^sim-refresh-/) as string,
				scope: 'tweet.read users.read offline.access',
			},
		]);
		const { access_token, refresh_token } = run.json[0] as Record<string, string>;
		const oauthTokenData = { access_token, refresh_token };
		const credentials = { xUserOAuth2Api: { oauthTokenData } };
		const who = await core('user.getMe', {}, { as: 'oAuth2', credentials });
		expect(who.json).toMatchObject([{ id: ME.id }]);
		expect((await core('user.getMe', {}, { as: 'oAuth1' })).error).toBeUndefined();
		// The pair before ends with the next one.
		await exchange();
		expect(sim().platform.credentials.userTokens.has(access_token ?? '')).toBe(false);
	});

	it.each<[string, object, RegExp, RegExp]>([
		[
			'a wrong token',
			{ additionalFields: { subject_token: 'other-token', oauth_token_secret: 'other-secret' } },
			/^The token was not exchanged: /,
			/was revoked/,
		],
		[
			'too many scopes',
			{ additionalFields: { scope: 'all' } },
			/scope all was not granted/,
			/leave Scopes empty/,
		],
		['a wrong client', { client_secret: 'wrong-secret' }, /^The token was not exchanged/, /Check Client ID/],
	])('explains %s, without secrets', async (_case, form, message, advice) => {
		const run = await exchange(form);
		expect(run.error?.message).toMatch(message);
		expect(run.error?.description).toMatch(advice);
		const shown = JSON.stringify([run.error?.message, run.error?.description, run.error?.context]);
		for (const secret of [
			'other-token',
			'other-secret',
			'wrong-secret',
			ME.accessTokenSecret,
			APP.clientSecret,
		])
			expect(shown).not.toContain(secret);
	});

	it('is sent once, whatever comes', async () => {
		sim().fail({ match: { path: '/2/oauth2/token' }, kind: 'unavailable', times: 3 });
		expect((await exchange()).error).toMatchObject({ httpCode: '503' });
		expect(sent()).toEqual(['POST /2/oauth2/token']);
	});

	it('is not sent under a Max Cost that it could pass', async () => {
		const run = await exchange({ options: { maxCost: 0.01 } });
		expect(run.error?.message).toMatch(/^Max Cost cannot be held: no public source has a price/);
		expect(sent()).toEqual([]);
	});

	it('shows no secret in a dry run', async () => {
		const run = await exchange({ options: { dryRun: true } });
		expect(run.json).toMatchObject([{ dryRun: true, requests: [{ method: 'POST' }] }]);
		for (const secret of [ME.accessTokenSecret, APP.clientSecret])
			expect(JSON.stringify(run.json)).not.toContain(secret);
		expect(sent()).toEqual([]);
	});

	it('goes on after tokens that X refused: each is of another user', async () => {
		const given = { subject_token: '={{ $json.token }}', oauth_token_secret: 'other-secret' };
		const items = Array.from({ length: 5 }, (_, index) => ({ json: { token: `1-${index}` } }));
		const run = await core(
			'token.exchange',
			{ ...client, additionalFields: given },
			{ as: 'oAuth1', items, continueOnFail: true },
		);
		expect(run.json).toHaveLength(5);
		expect(sent()).toHaveLength(5);
	});

	it('wants a token with its secret', async () => {
		const run = await exchange({ additionalFields: { subject_token: '1-abc' } });
		expect(run.error?.message).toBe('"Access Token Secret" is required with "Access Token"');
		expect(sent()).toEqual([]);
	});
});
