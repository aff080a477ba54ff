/**
 * What a credential can do, as rows.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { runNode, type CredentialOverrides } from '../../support';
import { chatKeys } from '../../support/credentials';
import { useSimulator } from '../../support/simulator';
import { asText } from '../../../nodes/shared/util/text';

const sim = useSimulator();

const rows = async (authentication: string, credentials: CredentialOverrides = {}) => {
	const { json, error } = await runNode({
		node: 'xCoreAdmin',
		sim: sim(),
		credentials,
		parameters: { resource: 'health', operation: 'check', authentication },
	});
	expect(error).toBeUndefined();
	return json;
};

const told = (found: readonly IDataObject[]): Record<string, unknown> =>
	Object.fromEntries(
		found.map(({ check, state, detail }): [string, string] => [
			asText(check),
			`${asText(state)}: ${asText(detail)}`,
		]),
	);

describe('X Core Admin, Health: Check', () => {
	it.each(['oAuth2', 'oAuth1', 'accessToken'])('tells what all parts of %s can do', async (kind) => {
		expect(told(await rows(kind))).toEqual({
			Account: expect.stringMatching(new RegExp(`^ok: @\\w+ \\(ID ${ME.id}\\)$`)) as string,
			Scopes: expect.stringMatching(
				kind === 'oAuth2' ? /^warn: X did not list/ : /^ok: Not visible/,
			) as string,
			'App Token': 'ok: X takes it',
			'Webhook Secret': 'ok: Client Secret, Consumer Secret',
			'Chat Keys': expect.stringMatching(/^ok: Registered on X as version \d+$/) as string,
		});
	});

	it('knows what an app is not', async () => {
		expect(told(await rows('app'))).toMatchObject({
			Account: 'ok: The app itself, without a user',
			'App Token': 'ok: X takes it',
			'Chat Keys': 'ok: None',
		});
	});

	it('takes no part for a fault that is not there', async () => {
		const credentials = { xUserOAuth2Api: { useForEvents: false, useForChat: false } };
		expect(told(await rows('oAuth2', credentials))).toMatchObject({
			'App Token': 'ok: None',
			'Webhook Secret': 'ok: None',
			'Chat Keys': 'ok: None',
		});
		expect(sim().requests.map(({ path }) => path)).toEqual(['/2/users/me']);
	});

	it('reads the scopes of a connection', async () => {
		const oauthTokenData = { access_token: ME.oauth2AccessToken, scope: 'tweet.read users.read' };
		const [, row] = await rows('oAuth2', { xUserOAuth2Api: { oauthTokenData } });
		expect(row).toMatchObject({ state: 'warn', detail: 'tweet.read users.read' });
		expect(row?.advice).toMatch(/offline\.access/);
	});

	it('has a row and an advice for each part that is wrong, and goes on after it', async () => {
		const foreign = { privateKeys: Buffer.alloc(64, 7).toString('base64'), version: '' };
		const { xUserOAuth2Api: chat } = chatKeys(foreign);
		const wrong = { ...chat, bearerToken: 'AAAAwrong', clientSecret: '', consumerSecret: '' };
		const found = await rows('oAuth2', { xUserOAuth2Api: wrong });
		expect(told(found)).toMatchObject({
			'App Token': expect.stringMatching(/^fail: /) as string,
			'Webhook Secret': 'warn: None',
			'Chat Keys': 'fail: The private keys are not those of this account',
		});
		for (const { state, advice } of found) if (state !== 'ok') expect(advice).not.toBe('');
		expect(JSON.stringify(found)).not.toContain(foreign.privateKeys);
	});

	it('says of a token that has ended that it has', async () => {
		const ended = { xAccessTokenApi: { accessToken: 'wrong-token' } };
		const [first] = await rows('accessToken', ended);
		expect(first).toMatchObject({ check: 'Account', state: 'fail' });
		expect(JSON.stringify(first)).not.toContain('wrong-token');
	});
});
