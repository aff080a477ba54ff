/**
 * What a credential can do, as rows.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { totalOf } from '../../simulator/bill';
import { ME } from '../../simulator/identities';
import { runNode, type CredentialOverrides } from '../../support';
import { chatKeys } from '../../support/credentials';
import { useSimulator } from '../../support/simulator';
import { asText } from '../../../nodes/shared/util/text';

const sim = useSimulator();

interface Given {
	readonly credentials?: CredentialOverrides;
	readonly includeBilled?: boolean;
	/** What n8n has stored for the workflow. */
	readonly global?: IDataObject;
}

const check = async (
	authentication: string,
	{ credentials = {}, includeBilled = true, global = {} }: Given = {},
) => {
	const { json, error } = await runNode({
		node: 'xCoreAdmin',
		sim: sim(),
		credentials,
		staticData: { global },
		parameters: { resource: 'health', operation: 'check', authentication, includeBilled },
	});
	expect(error).toBeUndefined();
	return json;
};
const rows = async (authentication: string, credentials: CredentialOverrides = {}) =>
	await check(authentication, { credentials });

const told = (found: readonly IDataObject[]): Record<string, unknown> =>
	Object.fromEntries(
		found.map(({ check, state, detail }): [string, string] => [
			asText(check),
			`${asText(state)}: ${asText(detail)}`,
		]),
	);

describe('X Core Admin, Health: Check', () => {
	it('takes an answer of errors alone for no answer', async () => {
		const paths = ['/2/webhooks', '/2/tweets/search/stream/rules', '/2/connections', '/2/usage/tweets'];
		for (const path of paths)
			sim().fail({
				match: { path },
				kind: 'status',
				status: 200,
				times: 9,
				body: { errors: [{ title: 'Internal', detail: 'Broken' }] },
			});
		const broken = expect.stringMatching(/^fail: .*Broken$/) as string;
		expect(told(await rows('app'))).toMatchObject({
			'App Token': broken,
			Webhooks: broken,
			'Stream Rules': broken,
			Streams: broken,
			'Post Cap': broken,
		});
	});

	it.each(['oAuth2', 'oAuth1', 'accessToken'])('tells what all parts of %s can do', async (kind) => {
		expect(told(await rows(kind))).toMatchObject({
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
		expect(sim().requests.map(({ path }) => path)).toEqual([
			'/2/users/me',
			'/2/usage/credits',
			'/2/usage/credits',
		]);
	});

	it.each([
		['tweet.read users.read', 'warn', /offline\.access/],
		['tweet.read offline.access', 'ok', /^$/],
	])('reads the scopes of a connection: %s', async (scope, state, advice) => {
		const oauthTokenData = { access_token: ME.oauth2AccessToken, scope };
		const found = await rows('oAuth2', { xUserOAuth2Api: { oauthTokenData } });
		const row = found.find(({ check: name }) => name === 'Scopes');
		expect(row).toMatchObject({ state, detail: scope, advice: expect.stringMatching(advice) as string });
		expect(told(found).Token).toMatch(/^ok: X takes it/);
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
		for (const { state, advice } of found)
			if (state === 'fail' || state === 'warn') expect(advice).not.toBe('');
		expect(JSON.stringify(found)).not.toContain(foreign.privateKeys);
	});

	it('says of a token that has ended that it has', async () => {
		const ended = { xAccessTokenApi: { accessToken: 'wrong-token' } };
		const [first] = await rows('accessToken', ended);
		expect(first).toMatchObject({ check: 'Account', state: 'fail' });
		expect(JSON.stringify(first)).not.toContain('wrong-token');
		const oauthTokenData = { access_token: 'wrong-token', scope: '' };
		expect(told(await rows('oAuth2', { xUserOAuth2Api: { oauthTokenData } })).Token).toMatch(/^fail: /);
	});
});

describe('what X bills', () => {
	it.each(['app', 'oAuth2', 'oAuth1', 'accessToken'])(
		'is not asked for unless it is wanted (%s)',
		async (kind) => {
			const found = await check(kind, { includeBilled: false });
			expect(sim().requests.length).toBeGreaterThan(0);
			expect(totalOf(sim().requests)).toBe(0);
			expect(found.every(({ source, since }) => source !== '' && since !== undefined)).toBe(true);
			if (kind !== 'app') expect(told(found).Account).toMatch(/^unknown: Not asked/);
		},
	);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const today = Math.floor(Date.now() / DAY);

/** How a trigger fares, as a trigger notes it: twelve events a day, the last one some hours ago. */
const fare = (more: IDataObject = {}, hours = 1): IDataObject => ({
	triggers: {
		'w:1': {
			trigger: 'X Webhook Trigger',
			node: 'On Mention',
			workflow: 'Answers',
			credentials: [],
			since: Date.now() - 10 * DAY,
			lastAt: Date.now() - hours * HOUR,
			days: Object.fromEntries(Array.from({ length: 9 }, (_, ago) => [today - ago - 1, 12])),
			owed: [],
			notices: [],
			...more,
		},
	},
});
const OF = ': On Mention of Answers';
const notice = (kind: string) => ({
	at: Date.now() - HOUR,
	kind,
	message: 'It happened',
	advice: 'Look',
	isTold: true,
});
const goodRun = (hours: number) => ({
	goodRuns: {
		'node 77': {
			at: new Date(Date.now() - hours * HOUR).toISOString(),
			products: 1,
			fields: [],
			repeated: 0,
		},
	},
});

interface Case {
	readonly path?: string;
	readonly status?: number;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	readonly global?: IDataObject;
	readonly credentials?: CredentialOverrides;
}

const WEBHOOK = { id: '7', url: 'https://n8n.example.com/x', valid: true };
const SUBSCRIPTION = { subscription_id: '1', event_type: 'post.create', filter: { user_id: '5' } };

const at = (path: string, data: unknown): Case => ({ path, body: { data } });

describe('each row, green and red', () => {
	it.each<[string, string, Case]>([
		[
			'Webhooks',
			'ok: Valid: https://n8n.example.com/x; the last challenge is not visible from here',
			at('/2/webhooks', [WEBHOOK]),
		],
		[
			'Webhooks',
			'the last challenge was answered 2026-11-20 12:00 UTC',
			{
				...at('/2/webhooks', [WEBHOOK]),
				global: fare({ challengedAt: Date.UTC(2026, 10, 20, 12) }),
			},
		],
		['Webhooks', 'fail: Invalid', at('/2/webhooks', [{ ...WEBHOOK, valid: false }])],
		['Subscriptions', 'ok: None', {}],
		[
			'Subscriptions',
			'warn: 1 of 1 deliver nowhere',
			at('/2/activity/subscriptions', [{ ...SUBSCRIPTION, webhook_id: '9' }]),
		],
		[
			'Stream Rules',
			'ok: 2, of them 1 of n8n',
			at('/2/tweets/search/stream/rules', [
				{ id: '1', value: 'cats', tag: 'n8n/aaaaaa/w/bbbbbb/cccccc' },
				{ id: '2', value: 'dogs' },
			]),
		],
		['Stream Rules', 'fail: ', { path: '/2/tweets/search/stream/rules', status: 400 }],
		[
			'Streams',
			'ok: Connected: filtered_stream',
			at('/2/connections', [{ id: '1', endpoint_name: 'filtered_stream' }]),
		],
		[
			'Streams',
			'fail: None is connected',
			{ path: '/2/connections', body: { data: [] }, global: fare({ trigger: 'X Stream Trigger' }) },
		],
		['Credit', 'ok: 12', at('/2/usage/credits', { total_balance: 12 })],
		['Credit', 'fail: None is left', at('/2/usage/credits', { total_balance: 0 })],
		...(
			[
				['10', 'ok: 10 of 100'],
				['95', 'warn: 95 of 100'],
				['100', 'fail: 100 of 100'],
			] as const
		).map(([project_usage, said]): [string, string, Case] => [
			'Post Cap',
			said,
			at('/2/usage/tweets', { project_cap: '100', project_usage }),
		]),
		['Limits', 'ok: None', {}],
		[
			'Limits',
			'warn: Nearly used up: /2/webhooks',
			{
				...at('/2/webhooks', [WEBHOOK]),
				headers: { 'x-rate-limit-limit': '100', 'x-rate-limit-remaining': '3' },
			},
		],
		['Budget of Today', 'ok: $', {}],
		['Events', 'unknown: Not visible from here', {}],
		[`Events${OF}`, 'ok: The last one came', { global: fare() }],
		[`Events${OF}`, 'warn: The last one came', { global: fare({}, 72) }],
		[`Missed Events${OF}`, 'ok: None', { global: fare() }],
		[
			`Missed Events${OF}`,
			'warn: From',
			{ global: fare({ owed: [{ from: Date.now() - DAY, to: Date.now(), reason: 'n8n was down' }] }) },
		],
		[`Notices${OF}`, 'ok: None', { global: fare() }],
		[`Notices${OF}`, 'warn: It happened', { global: fare({ notices: [notice('loop')] }) }],
		[`Notices${OF}`, 'fail: It happened', { global: fare({ notices: [notice('eventsLost')] }) }],
		['Catalogs', 'unknown: Not visible from here', {}],
		['Catalogs: 77', 'ok: The last good run was', { global: goodRun(9) }],
		['Catalogs: 77', 'warn: No good run since', { global: goodRun(60) }],
	])('%s says “%s”', async (name, said, { path, status, body, headers = {}, ...given }) => {
		if (path !== undefined)
			sim().fail({
				match: { path, method: 'GET' },
				kind: 'altered',
				times: 5,
				alter: (answer) => ({
					status: status ?? answer.status,
					body,
					headers: { ...answer.headers, ...headers },
				}),
			});
		const found = await check('app', { ...given, includeBilled: false });
		const states = found.filter(({ check: row }) => row === name).map((row) => told([row])[name]);
		expect(states).toEqual([expect.stringContaining(said)]);
	});

	it('the budget is red once it is used up', async () => {
		const credentials = { xUserOAuth2Api: { maxCostPerDay: 0.01 } };
		expect(told(await check('oAuth2', { credentials }))['Budget of Today']).toMatch(
			/^fail: \$.* of \$0\.01$/,
		);
	});
});
