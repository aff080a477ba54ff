/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';

import { APP, ME } from '../simulator/identities';
import type { CredentialOverrides } from '../support';
import { runNode, testCredential } from '../support';
import { useSimulator } from '../support/simulator';

const sim = useSimulator();

const send = (credential: string, request: IDataObject, credentials: CredentialOverrides = {}) =>
	runNode({
		node: 'harness.probe',
		sim: sim(),
		credentials,
		parameters: { credential, request: { json: true, ...request } },
	});

const TYPES = ['xAppApi', 'xUserOAuth2Api', 'xUserOAuth1Api', 'xAccessTokenApi'];

describe('the Test button', () => {
	test.each(TYPES)('accepts the right keys: %s', async (type) => {
		await expect(testCredential(type, { sim: sim() })).resolves.toBeUndefined();
	});

	it('accepts a consumer key and secret alone, which are exchanged', async () => {
		await expect(
			testCredential('xAppApi', { sim: sim(), data: { bearerToken: '' } }),
		).resolves.toBeUndefined();
		expect(sim().requests.map(({ path }) => path)).toEqual(['/oauth2/token', '/2/usage/tweets']);
	});

	it('sends the consumer secret to no host that the credential does not allow', async () => {
		const data = { bearerToken: '', allowedDomains: 'api.x.com' };
		await expect(testCredential('xAppApi', { sim: sim(), data })).rejects.toThrow(/Domain not allowed/);
		expect(sim().requests).toEqual([]);
	});

	test.each<[string, string, IDataObject, RegExp]>([
		['a wrong bearer token', 'xAppApi', { bearerToken: 'AAAAwrong' }, /check your credentials/],
		[
			'a wrong consumer secret',
			'xAppApi',
			{ bearerToken: '', consumerSecret: 'wrong-secret' },
			/^Could not get an app token: .*consumer key and secret/,
		],
		[
			'no token and no keys',
			'xAppApi',
			{ bearerToken: '', consumerKey: '', consumerSecret: '' },
			/neither a bearer token nor a consumer key/,
		],
		[
			'an address that is none',
			'xUserOAuth1Api',
			{ useOtherHosts: true, otherBaseUrl: 'api.x.com' },
			/^API URL under Use Other Hosts is no address/,
		],
		['a wrong access token', 'xAccessTokenApi', { accessToken: 'wrong-token' }, /check your credentials/],
		['no access token', 'xAccessTokenApi', { accessToken: '' }, /has no access token/],
		[
			'a part for webhooks without the token',
			'xAccessTokenApi',
			{ useForEvents: true, bearerToken: '' },
			/^Use for Streams and Webhooks is on, and Bearer Token is empty/,
		],
		...['xUserOAuth1Api', 'xAccessTokenApi'].map((type): [string, string, IDataObject, RegExp] => [
			`private keys that are none (${type})`,
			type,
			{ useForChat: true, privateKeys: 'bm8gc2VjcmV0IGhlcmU=' },
			/^The private keys must have 64 bytes/,
		]),
	])('refuses %s', async (_case, type, data, message) => {
		await expect(testCredential(type, { sim: sim(), data: data as never })).rejects.toThrow(message);
	});
});

describe('the app token', () => {
	const url = () => `${sim().baseUrl}/2/usage/tweets`;
	const exchanges = () => sim().requests.filter(({ path }) => path === '/oauth2/token').length;

	it('is renewed when it was revoked', async () => {
		const run = await send(
			'xAppApi',
			{ url: url() },
			{ xAppApi: { bearerToken: '', exchangedToken: 'AAAAold' } },
		);
		expect(run.status).toBe('success');
		expect(sim().requests.map(({ path, status }) => [path, status])).toEqual([
			['/2/usage/tweets', 401],
			['/oauth2/token', 200],
			['/2/usage/tweets', 200],
		]);
	});

	it('is not fetched again and again when the keys are wrong', async () => {
		const wrong = { xAppApi: { bearerToken: '', consumerSecret: 'wrong-secret' } };
		const run = await send('xAppApi', { url: url() }, wrong);
		expect(run.error?.message).toMatch(
			/^Could not get an app token: X did not accept the consumer key and secret/,
		);
		expect(JSON.stringify(run.error)).not.toContain('wrong-secret');
		expect(exchanges()).toBe(1);
	});
});

describe('the part for streams and webhooks', () => {
	const rows = async (authentication: string, credentials: CredentialOverrides = {}) =>
		await runNode({
			node: 'xCoreAdmin',
			sim: sim(),
			credentials,
			parameters: { resource: 'health', operation: 'check', authentication },
		});
	const asApp = () => sim().requests.filter(({ path }) => path === '/2/usage/tweets');
	const OTHER = 'AAAAother-app-token';

	it.each(['oAuth2', 'accessToken'])('(%s) sends the bearer token of the credential', async (kind) => {
		const type = kind === 'oAuth2' ? 'xUserOAuth2Api' : 'xAccessTokenApi';
		await rows(kind, { [type]: { bearerToken: OTHER } });
		sim().platform.credentials.appTokens.set(OTHER, APP.id);
		await rows(kind, { [type]: { bearerToken: OTHER } });
		expect(asApp().map(({ status }) => status)).toEqual([401, 401, 200]);
	});

	it('(oAuth1) fetches the token with the keys, once, and keeps it in the credential', async () => {
		const first = await rows('oAuth1');
		const kept = first.credentials['xUserOAuth1Api'] ?? {};
		expect(kept.exchangedToken).toEqual(expect.stringMatching(/.+/));
		expect(kept).toMatchObject({ accessToken: ME.accessToken, accessTokenSecret: ME.accessTokenSecret });
		await rows('oAuth1', { xUserOAuth1Api: kept });
		expect(asApp().map(({ status }) => status)).toEqual([200, 200]);
		expect(sim().requests.filter(({ path }) => path === '/oauth2/token')).toHaveLength(1);
	});
});
