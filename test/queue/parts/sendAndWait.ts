import { randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPES } from '../../../scripts/runtime/credentials';
import { outputOf } from '../../../scripts/runtime/types';
import { callWebhook, webhookNode } from '../../../scripts/runtime/webhook';
import { ME } from '../../simulator/identities';
import { ADA, latestQuestion } from '../../support/ada';
import { chain, ours } from '../../../scripts/runtime/chain';
import { WEBHOOKS, WORKERS } from '../support/cluster';
import type { QueueStage } from '../support/stage';

const [ASKED_BY, ANSWERED_BY] = WEBHOOKS;

/** A question that one worker sends, and whose answer comes to other processes. */
export function sendAndWait(stage: () => QueueStage): void {
	/** Publishes a workflow that asks Ada when its webhook is called. */
	async function publish() {
		const { client, credentials } = stage();
		const start = webhookNode('Start');
		const [user] = credentials.filter(({ type }) => type === CREDENTIAL_TYPES.oAuth2);
		if (user === undefined) throw new Error('The stage has no user');
		const form = {
			authentication: 'oAuth2',
			resource: 'message',
			operation: 'sendAndWait',
			id: { __rl: true, mode: 'id', value: ADA },
			message: 'Publish?',
			approvalOptions: { values: { approvalType: 'double' } },
		};
		const ask = { ...ours('xChat', 'Ask', form, user), webhookId: randomUUID() };
		const then = { name: 'Then', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		const { nodes, ...rest } = chain('Ask Ada', ask, then);
		const saved = await client.createWorkflow({ ...rest, nodes: [start, ...nodes.slice(1)] });
		await client.activate(saved);
		return { id: saved.id, start };
	}

	/** The links of the question, at a process. */
	const links = async (at: string) => (await latestQuestion(stage().sim, ADA, at)).links;

	it('goes on once in another worker, after those that were there have been killed', async () => {
		const { client, cluster, sim } = stage();
		await sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'I decide' });
		const { id, start } = await publish();
		await callWebhook(cluster.url(ASKED_BY), start);
		const asked = await client.firstExecution(id);
		await client.waitUntilItWaits(asked.id);

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
