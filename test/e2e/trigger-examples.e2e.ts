import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readExamples } from '../../scripts/examples';
import { errorOf, outputOf, type Execution } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { webhookSimulator, type EventOptions } from '../simulator/webhooks';
import { useStage } from './support/stage';

/** Somebody who exists on the simulated platform, so that one can answer. */
const customer = { id: '1500000158380000061', username: 'customer', name: 'A Customer' };

describe('the example workflows of the trigger', () => {
	const stage = useStage();
	let channel: Server;
	const said: string[] = [];

	beforeAll(async () => {
		channel = createServer((request, response) => {
			const parts: Buffer[] = [];
			request.on('data', (part: Buffer) => parts.push(part));
			request.on('end', () => {
				said.push(Buffer.concat(parts).toString('utf8'));
				response.end('ok');
			});
		});
		await once(channel.listen(0, '127.0.0.1'), 'listening');
	});
	afterAll(() => {
		channel.closeAllConnections();
		channel.close();
	});

	/** Activates an example, lets one event happen, and gives the run. */
	const runOf = async (
		file: string,
		event: string,
		text: string,
		options: EventOptions = { actor: customer },
	): Promise<Execution> => {
		const { client, credentials, sim } = stage();
		const example = (await readExamples()).find((one) => one.file === file);
		if (example === undefined) throw new Error(`No example ${file}`);
		const { port } = channel.address() as AddressInfo;
		const nodes = example.workflow.nodes.map((node) =>
			node.type === 'n8n-nodes-base.httpRequest'
				? { ...node, parameters: { ...node.parameters, url: `http://127.0.0.1:${port}/` } }
				: node,
		);
		const saved = await client.createWorkflow({ ...example.workflow, nodes }, credentials);
		await client.activate(saved);
		const events = webhookSimulator(sim.platform);
		await events.publish(events.build(event, { text, ...options }));
		const [{ id }] = await until('the run', async () => {
			const [first] = await client.executions(saved.id);
			return first === undefined ? undefined : ([first] as const);
		});
		const execution = await client.finishedExecution(id);
		await client.deactivate(saved);
		await client.deleteWorkflow(saved.id);
		expect(events.inventory()).toMatchObject({ webhooks: [], activity: [] });
		expect(errorOf(execution)).toBeUndefined();
		return execution;
	};

	it('answers a Direct Message', async () => {
		const execution = await runOf('trigger-dm-auto-reply.json', 'dm.received', 'Hello?');
		expect(outputOf(execution, 'Reply')).toMatchObject([{ dm_event_id: expect.any(String) as string }]);
		const sent = stage().sim.requests.filter(
			({ method, path }) => method === 'POST' && path.endsWith('/messages'),
		);
		expect(sent).toHaveLength(1);
	});

	it('tells a channel of a Post', async () => {
		await runOf('trigger-post-to-channel.json', 'post.create', 'We are hiring', {});
		expect(said).toEqual([expect.stringContaining('New Post: We are hiring')]);
	});

	it.each([
		['My parcel is broken', 'For support', 'support'],
		['What a lovely product', 'For marketing', 'marketing'],
	])('puts the mention "%s" where it belongs (%s)', async (text, node, queue) => {
		const execution = await runOf('trigger-mention-triage.json', 'post.mention.create', text);
		expect(outputOf(execution, node)).toMatchObject([
			{ queue, text: expect.stringContaining(text) as string },
		]);
	});
});
