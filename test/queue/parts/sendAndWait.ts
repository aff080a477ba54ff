import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';
import { asText } from '../../../nodes/shared/util/text';
import { CREDENTIAL_TYPES } from '../../../scripts/runtime/credentials';
import { errorOf, outputOf } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { ME } from '../../simulator/identities';
import { WEBHOOKS, WORKERS } from '../support/cluster';
import type { QueueStage } from '../support/stage';

/** Someone who exists on the simulated X. */
const ADA = '1500000158380000061';
const [ASKED_BY, ANSWERED_BY] = WEBHOOKS;

/** A question that one worker sends, and whose answer comes to other processes. */
export function sendAndWait(stage: () => QueueStage): void {
	/** Publishes a workflow that asks Ada when its webhook is called. */
	async function publish(): Promise<{ id: string; path: string }> {
		const { client, credentials } = stage();
		const path = randomUUID();
		const used = credentials.filter(({ type }) =>
			[CREDENTIAL_TYPES.oAuth2, 'xChatKeysApi'].some((each) => each === type),
		);
		const at = (x: number): [number, number] => [x, 0];
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		const saved = await client.createWorkflow({
			name: 'Ask Ada',
			nodes: [
				{
					name: 'Start',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					position: at(0),
					webhookId: path,
					parameters: { httpMethod: 'POST', path, options: {} },
				},
				{
					name: 'Ask',
					type: 'n8n-nodes-x-platform.xChat',
					typeVersion: 1,
					position: at(200),
					webhookId: randomUUID(),
					parameters: {
						authentication: 'oAuth2',
						resource: 'message',
						operation: 'sendAndWait',
						id: { __rl: true, mode: 'id', value: ADA },
						message: 'Publish?',
						approvalOptions: { values: { approvalType: 'double' } },
					},
					credentials: Object.fromEntries(used.map(({ type, id, name }) => [type, { id, name }])),
				},
				{ name: 'Then', type: 'n8n-nodes-base.noOp', typeVersion: 1, position: at(400), parameters: {} },
			],
			connections: { Start: to('Ask'), Ask: to('Then') },
		});
		await client.activate(saved);
		return { id: saved.id, path };
	}

	/** The links of the question, at a process. */
	async function links(at: string): Promise<string[]> {
		const conversation = [ME.id, ADA].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join(':');
		const all = (await stage().sim.control('chat', 'read', { user: ADA, conversation })) as IDataObject[];
		const text = asText(all.filter(({ from }) => from === ME.id).at(-1)?.['first']);
		return [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => {
			const { pathname, search } = new URL(link);
			return `${at}${pathname}${search}`;
		});
	}

	it('goes on once in another worker, after those that were there have been killed', async () => {
		const { client, cluster, sim } = stage();
		await sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'I decide' });
		const { id, path } = await publish();
		await until('the webhook to answer', async () => {
			const { statusCode, body } = await request(`${cluster.url(ASKED_BY)}/webhook/${path}`, {
				method: 'POST',
			});
			await body.dump();
			return statusCode === 200 || undefined;
		});
		const asked = await until('the question', async () => {
			const [first] = await client.executions(id);
			return first === undefined || ['new', 'running'].includes(first.status) ? undefined : first;
		});
		if (asked.status !== 'waiting') expect(errorOf(await client.execution(asked.id))).toBeUndefined();
		expect(asked.status).toBe('waiting');

		await Promise.all(
			WORKERS.map(async (worker) => {
				await cluster.kill(worker);
				await cluster.startOne(worker);
			}),
		);
		const [approve = '', decline = ''] = await links(cluster.url(ANSWERED_BY));
		for (const link of [approve, decline]) expect((await fetch(link)).status).toBe(200);
		expect((await client.executions(id)).map(({ status }) => status)).toEqual(['waiting']);

		const [elsewhere = ''] = await links(cluster.url(ASKED_BY));
		const pressed = await Promise.all([approve, elsewhere].map((link) => fetch(link, { method: 'POST' })));
		expect((await Promise.all(pressed.map((each) => each.text()))).join()).toContain('Got it, thanks');
		const done = await client.finishedExecution(asked.id);
		expect(outputOf(done, 'Then')).toMatchObject([{ data: { approved: true, expired: false } }]);
		await fetch(decline, { method: 'POST' });
		expect(outputOf(await client.execution(asked.id), 'Then')).toMatchObject([{ data: { approved: true } }]);
		expect(await client.executions(id)).toHaveLength(1);
	});
}
