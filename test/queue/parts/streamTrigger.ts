import { until } from '../../../scripts/runtime/until';
import { streamSimulator } from '../../simulator/streams';
import type { Table } from '../../support/outcomes';
import { testMainTrigger } from '../support/mainTrigger';
import type { QueueStage } from '../support/stage';

const RULE = 'coffee';

/** The stream trigger: the main process holds the connection, workers run. */
export function streamTrigger(stage: () => QueueStage, table: Table): void {
	const streams = () => streamSimulator(stage().sim.platform);
	const post = (count: number): string[] =>
		Array.from({ length: count }, (_, index) => streams().post(`${RULE} ${index}`));

	testMainTrigger(
		stage,
		table,
		{
			name: 'X Stream Trigger',
			type: 'xStreamTrigger',
			parameters: () => ({
				events: 'filteredStream',
				authentication: 'app',
				rules: { rule: [{ value: RULE }] },
			}),
			key: 'eventId',
			happen: post,
			listens: async () =>
				void (await until(
					'a connection',
					async () => await Promise.resolve(streams().open.length > 0 || undefined),
				)),
			afterwards: 10,
			repeats: async () => await Promise.resolve(),
		},
		({ at, judge }) => {
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
		},
	);
}
