/**
 * From OAuth 1.0a to OAuth 2.0.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { APP, ME } from '../../simulator/identities';
import { useCore } from './support';

const { sim, core, sent } = useCore();
const AUTHENTICATION = 'oAuth1';
const client = { client_id: APP.clientId, client_secret: APP.clientSecret };
const exchange = async (more: object = {}) =>
	await core('token.exchange', { ...client, ...more }, { as: AUTHENTICATION });

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
	expect((await core('user.getMe', {}, { as: AUTHENTICATION })).error).toBeUndefined();
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
		{ as: AUTHENTICATION, items, continueOnFail: true },
	);
	expect(run.json).toHaveLength(5);
	expect(sent()).toHaveLength(5);
});

it('wants a token with its secret', async () => {
	const run = await exchange({ additionalFields: { subject_token: '1-abc' } });
	expect(run.error?.message).toBe('"Access Token Secret" is required with "Access Token"');
	expect(sent()).toEqual([]);
});
