import type { SavedWorkflow } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { core } from '../../simulator/core/area';
import { makePost } from '../../simulator/core/posts-make';
import { me } from '../../simulator/identities';
import type { QueueStage } from '../support/stage';
import type { Table } from '../support/table';

const TRIGGER = 'X Trigger';
const ROUTE = '/2/users/{id}/tweets';

/** Every five seconds: n8n takes no expression for it, but several, each of which is a minute apart. */
const POLL_TIMES = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

/** The polling trigger: the main process polls, workers run. */
export function pollTrigger(stage: () => QueueStage, table: Table): void {
	let workflow: SavedWorkflow;

	const author = (): string => {
		const users = [...core.state(stage().sim.platform).users.values()];
		const found = users.find((user) => user.id !== me.id && !user.protected);
		if (found === undefined) throw new Error('The platform has no other user');
		return found.id;
	};
	/** Publishes Posts and gives their IDs. */
	const post = (count: number): string[] => {
		const { platform } = stage().sim;
		const state = core.state(platform);
		return Array.from({ length: count }, (_, index) => {
			const id = platform.newId();
			const at = platform.clock.now();
			state.posts.set(id, makePost(state, { id, authorId: author(), text: `Post ${index}`, at }));
			return id;
		});
	};
	const polls = () => stage().sim.requests.filter(({ route }) => route === ROUTE).length;
	const furtherPolls = async (count: number): Promise<void> => {
		const wanted = polls() + count;
		await until('further polls', async () => await Promise.resolve(polls() >= wanted || undefined));
	};
	const at = () => ({ workflowId: workflow.id, node: TRIGGER, key: 'id' });
	/** Waits until all have run, and for two polls more, which must not run anything again. */
	const judge = async (column: string, events: readonly string[]): Promise<void> => {
		await stage().executions.reached(at(), events);
		await furtherPolls(2);
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
						type: 'n8n-nodes-x-platform.xCoreTrigger',
						typeVersion: 1,
						position: [0, 0],
						parameters: {
							...{ authentication: 'app', event: 'postOfUser', users: author() },
							pollTimes: { item: POLL_TIMES },
						},
						credentials: { xAppApi: { id: '', name: '' } },
					},
				],
				connections: {},
			},
			credentials,
		);
		await client.activate(workflow);
	});
	afterAll(async () => {
		await stage().client.deactivate(workflow);
	});

	it('runs once for each Post', async () => {
		await judge('two processes', post(20));
	});

	it('loses nothing over a restart of the main process', async () => {
		const { cluster } = stage();
		const before = post(10);
		await cluster.stopOne('main');
		const meanwhile = post(10);
		await cluster.startOne('main');
		await judge('restart', [...before, ...meanwhile]);
	});

	it('loses nothing when the main process and a worker are killed', async () => {
		const { cluster } = stage();
		const before = post(10);
		// n8n stores what a poll has read before it stores the run; a kill between the two would lose the poll's events
		await stage().executions.reached(at(), before.slice(0, 1));
		await Promise.all([cluster.kill('main'), cluster.kill('worker1')]);
		const meanwhile = post(10);
		await Promise.all([cluster.startOne('main'), cluster.startOne('worker1')]);
		await judge('kill -9', [...before, ...meanwhile]);
	});
}
