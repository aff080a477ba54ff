import type { SavedWorkflow, WorkflowNode } from '../../../scripts/runtime/types';
import type { Table } from '../../support/outcomes';
import type { Counted } from './executions';
import type { QueueStage } from './stage';

/** A trigger that lives in the main process, while workers run what it finds. */
interface MainTrigger {
	readonly name: string;
	/** Short name of the node. */
	readonly type: string;
	readonly parameters: () => WorkflowNode['parameters'];
	/** The field of an item that identifies the event. */
	readonly key: string;
	/** Makes events happen and gives their IDs. */
	readonly happen: (count: number) => string[];
	/** Waits until it listens, after it was switched on or the main process has started. */
	readonly listens: () => Promise<void>;
	/** Events that happen once it listens again, besides those from before. */
	readonly afterwards: number;
	/** Waits until what would run twice has had its chance. */
	readonly repeats: () => Promise<void>;
}

interface MainTriggerTests {
	at: () => Counted;
	/** Waits until all have run, enters what came of them, and checks that each has run once. */
	judge: (column: string, events: readonly string[]) => Promise<void>;
}

/** Publishes a workflow with the trigger, and tests what each of them has to survive. */
export function testMainTrigger(
	stage: () => QueueStage,
	table: Table,
	{ name, type, parameters, key, happen, listens, afterwards, repeats }: MainTrigger,
	more: (tests: MainTriggerTests) => void,
): void {
	let workflow: SavedWorkflow;
	const at = (): Counted => ({ workflowId: workflow.id, node: name, key });
	const judge = async (column: string, events: readonly string[]): Promise<void> => {
		await stage().executions.reached(at(), events);
		await repeats();
		const outcome = await stage().executions.outcome(at(), events);
		table.enter(name, column, outcome);
		expect(outcome).toMatchObject({ lost: 0, doubled: 0 });
	};
	/** What happened before and during an absence of processes, and after it. */
	const during = async (
		leave: () => Promise<unknown>,
		comeBack: () => Promise<unknown>,
		isBegun: (before: readonly string[]) => Promise<void> = async () => {},
	): Promise<string[]> => {
		const before = happen(10);
		await isBegun(before);
		await leave();
		const meanwhile = happen(10);
		await comeBack();
		await listens();
		return [...before, ...meanwhile, ...happen(afterwards)];
	};

	beforeAll(async () => {
		const { client, credentials } = stage();
		const node: WorkflowNode = {
			name,
			type: `n8n-nodes-x-platform.${type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: parameters(),
			credentials: { xAppApi: { id: '', name: '' } },
		};
		workflow = await client.createWorkflow({ name, nodes: [node], connections: {} }, credentials);
		await client.activate(workflow);
		await listens();
	});
	afterAll(async () => {
		await stage().client.deactivate(workflow);
	});

	more({ at, judge });

	it('loses nothing over a restart of the main process', async () => {
		const { cluster } = stage();
		const events = await during(
			async () => await cluster.stopOne('main'),
			async () => await cluster.startOne('main'),
		);
		await judge('restart', events);
	});

	it('loses nothing when the main process and a worker are killed', async () => {
		const { cluster, executions } = stage();
		const both = ['main', 'worker1'] as const;
		const events = await during(
			async () => await Promise.all(both.map(async (member) => await cluster.kill(member))),
			async () => await Promise.all(both.map(async (member) => await cluster.startOne(member))),
			// n8n stores what a poll has read before it stores the run; a kill between the two would lose the poll's events
			async (before) => await executions.reached(at(), before.slice(0, 1)),
		);
		await judge('kill -9', events);
	});
}
