import { killedWrites } from '../../../scripts/runtime/killedWrites';
import { cases } from '../../support/cases';
import { randomFrom } from '../../support/random';
import type { QueueStage } from '../support/stage';

/** Both workers, killed while they write with Retry On Fail. */
export function killedWorkers(stage: () => QueueStage): void {
	it('leave writes that a run which resumes since then completes, each once', async () => {
		const { client, cluster } = stage();
		const random = randomFrom(23);
		const pick = (count: number) => Math.floor(random() * count);
		for (let kills = 0; kills < cases(1, 5); kills++) {
			const moment = { before: pick(4), isDone: pick(2) === 0 };
			const { times } = await killedWrites(stage(), `Worker killed ${kills}`, moment, async (executions) => {
				const workers = new Set(await Promise.all(executions.map(async (id) => await cluster.workerOf(id))));
				await Promise.all([...workers].map(async (worker) => await cluster.kill(worker)));
				await Promise.all([...workers].map(async (worker) => await cluster.startOne(worker)));
				return client;
			});
			// n8n gives the executions to no other worker.
			expect({ moment, times }).toEqual({
				moment,
				times: { Posts: [1, 1, 1, 1], 'Direct Messages': [1, 1, 1, 1] },
			});
		}
	});
}
