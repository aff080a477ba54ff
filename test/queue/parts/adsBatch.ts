import { join } from 'node:path';
import { readExample } from '../../../scripts/examples';
import { PROJECT_ROOT } from '../../../scripts/runtime/package';
import { errorOf, outputOf } from '../../../scripts/runtime/types';
import type { QueueStage } from '../support/stage';

const TOUR = join(PROJECT_ROOT, 'test', 'fixtures', 'workflows', 'ads-sandbox-tour.json');
const CRITERIA = 1_200;

/** Everything that the tour of the ads sandbox does, in a worker. */
export function adsBatch(stage: () => QueueStage): void {
	it('writes 1,200 criteria in batches', async () => {
		const { client, credentials, sim, cluster } = stage();
		const before = sim.requests.length;
		const tour = await client.createWorkflow(await readExample(TOUR), credentials);
		const execution = await client.run(tour);
		expect(errorOf(execution)).toBeUndefined();
		expect(outputOf(execution, 'Target keywords')).toHaveLength(CRITERIA);
		expect(outputOf(execution, 'Read targeting back')).toHaveLength(CRITERIA);
		const batches = sim.requests.slice(before).filter(({ path }) => path.startsWith('/12/batch/'));
		expect(batches.map(({ body }) => (body as unknown[]).length).sort()).toEqual([200, 500, 500]);
		expect(await cluster.workerOf(execution.id)).toMatch(/^worker/);
	});
}
