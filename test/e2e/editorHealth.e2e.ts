import type { IDataObject } from 'n8n-workflow';
import { asText } from '../../nodes/shared/util/text';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { outputOf, type SavedCredential } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { chain, ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

/** What X answers on a bad day, by path. */
const BAD: Readonly<Record<string, { status?: number; body?: unknown; headers?: Record<string, string> }>> = {
	'/2/webhooks': {
		body: { data: [{ id: '7', url: 'https://n8n.example.com/x', valid: false }] },
		headers: { 'x-rate-limit-limit': '100', 'x-rate-limit-remaining': '3' },
	},
	'/2/activity/subscriptions': {
		body: { data: [{ subscription_id: '1', event_type: 'post.create', filter: {}, webhook_id: '9' }] },
	},
	'/2/tweets/search/stream/rules': { status: 400 },
	'/2/connections': { body: { data: [] } },
	'/2/usage/credits': { body: { data: { total_balance: 0 } } },
	'/2/usage/tweets': { body: { data: { project_cap: '100', project_usage: '100' } } },
};

const IN_X = ['Webhooks', 'Subscriptions', 'Stream Rules', 'Streams', 'Credit', 'Post Cap', 'Limits'];
const IN_N8N = ['Budget of Today', 'Events', 'Missed Events', 'Notices', 'Catalogs'];
const OF_CREDENTIAL = ['Account', 'Token', 'Scopes', 'App Token', 'Webhook Secret', 'Chat Keys'];
const WARNINGS = [
	'Subscriptions',
	'Limits',
	'Events',
	'Missed Events',
	'Catalogs',
	'Scopes',
	'Webhook Secret',
];
const states = (rows: readonly string[], red: string) =>
	Object.fromEntries(rows.map((row) => [row, red === 'fail' && WARNINGS.includes(row) ? 'warn' : red]));
const ROWS = {
	GREEN: states([...OF_CREDENTIAL, ...IN_X, ...IN_N8N], 'ok'),
	X: states([...IN_X, ...IN_N8N], 'fail'),
	CREDENTIAL: states(OF_CREDENTIAL, 'fail'),
};

/** What a trigger and a catalog note, as the code of a node. */
const noted = (isWell: boolean): string => `
	const [hour, now] = [3_600_000, Date.now()];
	const ago = (hours) => now - hours * hour;
	const days = Object.fromEntries(Array.from({ length: 9 }, (_, day) => [Math.floor(now / hour / 24) - day - 1, 12]));
	const notice = { at: ago(1), kind: 'eventsLost', message: 'What came is lost', advice: 'Look', isTold: true };
	const fare = {
		trigger: 'X Stream Trigger', node: 'On Mention', workflow: 'Answers', credentials: [], since: ago(240), days,
		lastAt: ago(${isWell ? 1 : 72}),
		owed: ${isWell ? '[]' : "[{ from: ago(2), to: ago(1), reason: 'n8n was down' }]"},
		notices: ${isWell ? '[]' : '[notice]'},
	};
	Object.assign($getWorkflowStaticData('global'), {
		triggers: { 'w:1': fare },
		goodRuns: { 'node 77': { at: new Date(ago(${isWell ? 9 : 60})).toISOString(), products: 1, fields: [], repeated: 0 } },
	});
	return [{}];`;

describe('Health in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	/** The states of all rows, by their names. The picture of the table is taken after the test. */
	const walk = async (credential: SavedCredential, isWell: boolean) => {
		const code = { mode: 'runOnceForAllItems', jsCode: noted(isWell) };
		const form = { resource: 'health', operation: 'check', authentication: 'oAuth2', includeBilled: true };
		const editor = await openEditor(
			chain(
				'Health',
				{ name: 'Noted', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: code },
				ours('xCoreAdmin', 'Check', form, credential),
			),
			'Check',
		);
		await editor.executeOpenNode();
		await editor.output.getByText('Catalogs: 77').waitFor();
		// The picture has all rows.
		await editor.page.setViewportSize({ width: 1900, height: 2200 });
		const { client } = stage();
		const [workflow] = await client.workflows();
		const run = await until('the run', async () => (await client.executions(workflow?.id ?? ''))[0]);
		const rows = outputOf(await client.finishedExecution(run.id), 'Check') as IDataObject[];
		await client.deleteWorkflow(workflow?.id ?? '');
		return Object.fromEntries(rows.map(({ check, state }) => [asText(check).replace(/: .*/, ''), state]));
	};
	const answer = (answers: typeof BAD) => {
		for (const [path, { status, body, headers }] of Object.entries(answers))
			stage().sim.fail({
				match: { path, method: 'GET' },
				kind: 'altered',
				times: Infinity,
				alter: (given) => ({
					status: status ?? given.status,
					body,
					headers: { ...given.headers, ...headers },
				}),
			});
	};
	/** The OAuth 2.0 credential with other data. */
	const changed = async (name: string, data: Record<string, unknown>) => {
		const { client, credential } = stage();
		const good = credential(CREDENTIAL_TYPES.oAuth2);
		return await client.saveCredential({ ...good, name, data: { ...good.data, ...data } });
	};

	it('is green', async () => {
		answer({ '/2/usage/tweets': { body: { data: { project_cap: '100', project_usage: '10' } } } });
		const states = await walk(stage().credential(CREDENTIAL_TYPES.oAuth2), true);
		stage().sim.repair();
		expect(states).toEqual(ROWS.GREEN);
	});

	it('is red where X is, and what triggers and catalogs note', async () => {
		answer(BAD);
		const credential = await changed('With a small budget', { maxCostPerDay: 0.01 });
		await stage().client.connectOAuth2(credential);
		const states = await walk(credential, false);
		stage().sim.repair();
		expect(states).toEqual({ ...states, ...ROWS.X });
	});

	it('is red where the credential is', async () => {
		const oauthTokenData = { access_token: 'wrong', token_type: 'bearer', scope: 'tweet.read' };
		const secrets = { bearerToken: 'AAAAwrong', clientSecret: '', consumerSecret: '', oauthTokenData };
		const keys = { privateKeys: Buffer.alloc(64, 7).toString('base64'), chatVersion: '' };
		const states = await walk(await changed('Wrong', { ...secrets, ...keys }), true);
		expect(states).toEqual({ ...states, ...ROWS.CREDENTIAL });
	});
});
