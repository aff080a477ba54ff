import { rm } from 'node:fs/promises';
import { request } from 'undici';
import { N8nClient } from '../../scripts/runtime/client';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import type { N8n } from '../../scripts/runtime/n8n';
import {
	errorOf,
	outputOf,
	type Execution,
	type SavedCredential,
	type WorkflowNode,
} from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { callWebhook, webhookNode } from '../../scripts/runtime/webhook';
import { setStage, type Stage } from '../../scripts/world';
import { ME } from '../simulator/identities';
import { PATIENT_SETTINGS } from '../simulator/webhooks';
import { ADA, linksIn, saidTo } from '../support/ada';
import { ownFolder, startOwn } from './support/ownN8n';
import { chain } from './support/stage';

/** A workflow that asks, and its execution that waits. */
interface Asked {
	readonly id: string;
	readonly execution: string;
}

const CONVERSATION = { __rl: true, mode: 'id', value: ADA };

/** An n8n of its own, because it is stopped and started again. */
describe('X Chat in an n8n that lives on', () => {
	let userFolder: string;
	let n8n: N8n;
	let stage: Stage;
	let client: N8nClient;
	let unanswered: Asked;
	let publishing: Asked;
	let deleting: Asked;
	let reading: Awaited<ReturnType<typeof publish>>;

	/** What is asked before the restart is answered behind it. */
	beforeAll(async () => {
		userFolder = await ownFolder('chat');
		n8n = await startOwn(userFolder);
		stage = await setStage(n8n.url, PATIENT_SETTINGS);
		client = stage.client;
		// First, as n8n goes on more than a minute after the limit.
		unanswered = await asking('No one answers', {
			sendBy: 'directMessage',
			recipient: CONVERSATION,
			options: { limitWaitTime: { values: { resumeAmount: 0.05, resumeUnit: 'minutes' } } },
		});
		reading = await publish(
			'Read and answer',
			node('Read', 'getEvents', { limit: 1 }),
			node('Answer', 'send', { text: 'Yes' }),
		);
		await say('Are you there?');
		const first = await called();
		expect(errorOf(first)?.message).toBeUndefined();
		expect(outputOf(first, 'Read')).toMatchObject([
			{ text: 'Are you there?', verified: true, identity: 'new' },
		]);
		await say('I decide');
		const double = { approvalOptions: { values: { approvalType: 'double' } } };
		deleting = await asking('Delete', double);
		publishing = await asking('Publish', double, node('Say', 'send', { text: 'Published' }));

		await n8n.stop();
		n8n = await startOwn(userFolder);
		client = new N8nClient(n8n.url);
		await client.signIn();
	});
	afterAll(async () => {
		await n8n.stop();
		await stage.sim.close();
		await rm(userFolder, { recursive: true, force: true });
	});

	const say = async (text: string) => await stage.sim.control('chat', 'say', { from: ADA, to: ME.id, text });
	const named = (type: string) => stage.credentials.find((each) => each.type === type) as SavedCredential;

	/** An operation of X Chat. */
	function node(
		name: string,
		operation: string,
		form: object,
		{ type, id, name: called } = named(CREDENTIAL_TYPES.oAuth2),
	): Omit<WorkflowNode, 'position'> {
		const authentication = type === CREDENTIAL_TYPES.oAuth2 ? 'oAuth2' : 'accessToken';
		return {
			name,
			type: 'n8n-nodes-x-platform.xChat',
			typeVersion: 1,
			parameters: { authentication, resource: 'message', operation, id: CONVERSATION, ...form },
			credentials: { [type]: { id, name: called } },
		};
	}

	/** Publishes nodes behind a webhook, which the function that it gives calls. */
	async function publish(name: string, ...nodes: ReadonlyArray<Omit<WorkflowNode, 'position'>>) {
		const { nodes: all, ...rest } = chain(name, ...nodes);
		const start = webhookNode('Start');
		const saved = await client.createWorkflow({ ...rest, nodes: [start, ...all.slice(1)] });
		await client.activate(saved);
		return { saved, call: async () => await callWebhook(n8n.url, start) };
	}

	/** Calls the published workflow that reads and answers, and waits for its execution. */
	async function called(): Promise<Execution> {
		const { saved, call } = reading;
		const before = (await client.executions(saved.id)).length;
		await call();
		const id = await until('the execution', async () => {
			const all = await client.executions(saved.id);
			return all.length > before ? all.map((each) => Number(each.id)).sort((a, b) => b - a)[0] : undefined;
		});
		return await client.finishedExecution(String(id));
	}
	const answers = async () => (await saidTo(stage.sim, ADA)).filter((text) => text === 'Yes');

	/** A workflow that asks Ada by a production run. */
	async function asking(
		name: string,
		form: object,
		...after: ReadonlyArray<Omit<WorkflowNode, 'position'>>
	): Promise<Asked> {
		const ask = node('Ask', 'sendAndWait', { message: `${name}?`, ...form });
		const then = { name: 'Then', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const { saved, call } = await publish(name, ask, then, ...after);
		await call();
		const { id } = await client.firstExecution(saved.id);
		await client.waitUntilItWaits(id);
		return { id: saved.id, execution: id };
	}
	const links = async (name: string) => {
		const question = (await saidTo(stage.sim, ADA)).findLast((text) => text.startsWith(`${name}?`)) ?? '';
		return linksIn(question).map(String);
	};
	/** Opens a link as a proxy before n8n hands it on: n8n 1 signs the host, too. */
	const open = async (link: string, method: 'GET' | 'POST' = 'GET', body: string | null = null) => {
		const { host, pathname, search } = new URL(link);
		const headers = {
			host,
			...(method === 'GET' && { 'user-agent': 'Twitterbot/1.0' }),
			...(body !== null && { 'content-type': 'application/json' }),
		};
		const answer = await request(`${n8n.url}${pathname}${search}`, { method, headers, body });
		return { status: answer.statusCode, text: await answer.body.text() };
	};
	const press = async (link: string) => await open(link, 'POST');

	it('waits for an answer over a restart, and takes one answer only', async () => {
		const { id, execution } = publishing;
		const isWaiting = async () => (await client.executions(id)).map(({ status }) => status);

		const [approve = '', decline = ''] = await links('Publish');
		const [approveOther = ''] = await links('Delete');
		// What looks at links, looks at all of them, and more than once.
		for (const link of [approve, decline, decline]) {
			const page = await open(link);
			expect(page).toEqual({ status: 200, text: expect.stringContaining('<form method="post">') as string });
		}
		const queryOf = (link: string) => new URL(link).search;
		const forged = [
			approve.replace(/signature=./, 'signature=x'),
			approve.replace(/.signature=\w+/, ''),
			approve.replace('approved=true', 'approved=false'),
			decline.replace('approved=false', 'approved=true'),
			approve.replace(/question=[^&]+/, 'question=AAAAAAAAAAAA'),
			approve.replace(queryOf(approve), queryOf(approveOther)),
			approve.replace(queryOf(approve), ''),
		];
		for (const link of forged) expect([link, (await press(link)).status]).toEqual([link, 401]);
		const broken = await open(approve, 'POST', '{');
		expect(broken.status).toBeGreaterThanOrEqual(400);
		expect(await isWaiting()).toEqual(['waiting']);

		// Someone presses it again and again, while n8n begins to go on.
		const all = await Promise.all([approve, approve, approve].map(press));
		expect(all.filter(({ text }) => text.includes('Got it, thanks'))).toHaveLength(1);
		const done = await client.finishedExecution(execution);
		expect(outputOf(done, 'Then')).toMatchObject([{ data: { approved: true, expired: false } }]);
		expect(await press(approve)).toMatchObject({
			text: expect.stringContaining('No action required') as string,
		});
		expect((await press(decline)).text).toContain('No action required');
		expect(outputOf(await client.execution(execution), 'Then')).toMatchObject([{ data: { approved: true } }]);

		// It went on once, and the other question still waits.
		expect((await saidTo(stage.sim, ADA)).filter((text) => text === 'Published')).toHaveLength(1);
		expect((await client.executions(deleting.id)).map(({ status }) => status)).toEqual(['waiting']);
	});

	it('knows people over executions and a restart, and stops writing when their keys have changed', async () => {
		await say('Still there?');
		const second = await called();
		expect(errorOf(second)?.message).toBeUndefined();
		expect(outputOf(second, 'Read')).toMatchObject([{ text: 'Still there?', identity: 'known' }]);
		expect(await answers()).toEqual(['Yes', 'Yes']);

		await stage.sim.control('chat', 'keys', { user: ADA, version: '1769472999999' });
		await say('It is me, with a new phone');
		const third = await called();
		expect(outputOf(third, 'Read')).toMatchObject([{ verified: true, identity: 'changed' }]);
		expect(errorOf(third)?.message).toBe(`The user ${ADA} has other public keys than before`);
		expect(await answers()).toEqual(['Yes', 'Yes']);
		await client.deactivate(reading.saved);
	});

	it('goes on where no one answers in time, over restarts', async () => {
		const late = await client.finishedExecution(unanswered.execution);
		expect(outputOf(late, 'Then')).toMatchObject([
			{ data: { approved: false, expired: true, respondedAt: null } },
		]);
	});
});
