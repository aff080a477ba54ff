/** @jest-environment ./test/support/environment.ts */
import { ME } from '../../simulator/identities';
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

describe('OAuth 1.0a', () => {
	it('says what to mend when the keys were revoked', async () => {
		sim().platform.credentials.revoke(ME.accessToken);
		const run = await core('user.getMe', {}, { as: 'oAuth1' });
		expect(run.error?.message).toBe('X did not accept the credential: Unauthorized');
	});

	it('signs awkward queries as they are sent', async () => {
		const query = 'from:acme_support (more OR "it\'s!") *~ 100% ünï';
		const run = await core('post.searchRecent', { query }, { as: 'oAuth1' });
		expect(run.error).toBeUndefined();
		expect(sim().requests[0]?.query.query).toBe(query);
	});
});
