import type { SavedWorkflow } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { streamSimulator } from '../../simulator/streams';
import type { QueueStage } from '../support/stage';
import type { Table } from '../support/table';

const TRIGGER = 'X Stream Trigger';
const RULE = 'coffee';

/** The stream trigger: the main process holds the connection, workers run. */
export function streamTrigger(stage: () => QueueStage, table: Table): void {
	let workflow: SavedWorkflow;
	const streams = () => streamSimulator(stage().sim.platform);
	const isConnected = async (): Promise<void> =>
		void (await until(
			'a connection',
			async () => await Promise.resolve(streams().open.length > 0 || undefined),
		));
	/** Publishes Posts that match and gives their IDs. */
	const post = (count: number): string[] =>
		Array.from({ length: count }, (_, index) => streams().post(`${RULE} ${index}`));
	const at = () => ({ workflowId: workflow.id, node: TRIGGER, key: 'eventId' });
	const judge = async (column: string, events: readonly string[]): Promise<void> => {
		await stage().executions.reached(at(), events);
		const outcome = await stage().executions.outcome(at(), events);
		table.enter(TRIGGER, column, outcome);
		expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
	};

	beforeAll(async () => {
		const { client, credentials } = stage();
		workflow = await client.createWorkflow(
			{
				name: TRIGGER,
				nodes: [
					{
						name: TRIGGER,
						type: 'n8n-nodes-x-platform.xStreamTrigger',
						typeVersion: 1,
						position: [0, 0],
						parameters: { events: 'filteredStream', rules: { rule: [{ value: RULE }] } },
						credentials: { xAppApi: { id: '', name: '' } },
					},
				],
				connections: {},
			},
			credentials,
		);
		await client.activate(workflow);
		await isConnected();
	});
	afterAll(async () => {
		await stage().client.deactivate(workflow);
	});

	it('runs once for each Post, also for one that comes twice', async () => {
		const atOnce = post(20);
		for (const id of atOnce) streams().deliver(id);
		const later = post(20);
		await judge('two processes', post(20));
		await stage().executions.reached(at(), later);
		for (const id of later) streams().deliver(id);
		// what follows on the same connection has come after the copies
		await stage().executions.reached(at(), post(1));
		await judge('duplicate at once', atOnce);
		await judge('duplicate later', later);
	});

	it('loses nothing over a restart of the main process', async () => {
		const { cluster } = stage();
		const before = post(10);
		await cluster.stopOne('main');
		const meanwhile = post(10);
		await cluster.startOne('main');
		await isConnected();
		await judge('restart', [...before, ...meanwhile, ...post(10)]);
	});

	it('loses nothing when the main process and a worker are killed', async () => {
		const { cluster } = stage();
		const before = post(10);
		await stage().executions.reached(at(), before.slice(0, 1));
		await Promise.all([cluster.kill('main'), cluster.kill('worker1')]);
		const meanwhile = post(10);
		await Promise.all([cluster.startOne('main'), cluster.startOne('worker1')]);
		await isConnected();
		await judge('kill -9', [...before, ...meanwhile, ...post(10)]);
	});
}
