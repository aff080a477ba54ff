import { until } from '../../../scripts/runtime/until';
import { core } from '../../simulator/core/area';
import { makePost } from '../../simulator/core/postsMake';
import { ME } from '../../simulator/identities';
import type { Table } from '../../support/outcomes';
import { testMainTrigger } from '../support/mainTrigger';
import type { QueueStage } from '../support/stage';

const ROUTE = '/2/users/{id}/tweets';

/** Every five seconds: n8n takes no expression for it, but several, each of which is a minute apart. */
const POLL_TIMES = Array.from({ length: 12 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 5} * * * * *`,
}));

/** The polling trigger: the main process polls, workers run. */
export function pollTrigger(stage: () => QueueStage, table: Table): void {
	const author = (): string => {
		const users = [...core.state(stage().sim.platform).users.values()];
		const found = users.find((user) => user.id !== ME.id && !user.protected);
		if (found === undefined) throw new Error('X has no other user');
		return found.id;
	};
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

	testMainTrigger(
		stage,
		table,
		{
			name: 'X Trigger',
			type: 'xCoreTrigger',
			parameters: () => ({
				authentication: 'app',
				event: 'postOfUser',
				users: author(),
				pollTimes: { item: POLL_TIMES },
			}),
			key: 'id',
			happen: post,
			listens: async () => await Promise.resolve(),
			afterwards: 0,
			repeats: async () => await furtherPolls(2),
		},
		({ judge }) => {
			it('runs once for each Post', async () => {
				await judge('two processes', post(20));
			});
		},
	);
}
