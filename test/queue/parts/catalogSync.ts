import { readExample } from '../../../scripts/examples';
import { errorOf, outputOf } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { catalogProduct } from '../../support/catalogProducts';
import { useServed } from '../../support/ownHost';
import type { QueueStage } from '../support/stage';

const EXAMPLE = 'catalog-nightly-sync.json';
const PRODUCTS = 2_000;
/** Products in one request: https://docs.x.com/x-ads-api/catalog-management/product-manager. */
const BATCH = 25;

/** The nightly sync of a file, run by workers, one of which is killed in the middle. */
export function catalogSync(stage: () => QueueStage): void {
	const products = Array.from({ length: PRODUCTS }, (_, index) => catalogProduct(index));
	const shop = useServed((_request, response) => {
		response.setHeader('content-type', 'text/csv');
		response.end(csvOf(products));
	});

	it('arrives at the same state after the worker that ran it was killed', async () => {
		const { client, sim, cluster } = stage();
		await sim.control('catalog', 'seed', {});
		const batches = () => sim.requests.filter(({ method }) => method === 'PUT');
		const stored = async () => (await sim.control('catalog', 'products')) as unknown[];
		const workflow = await nightly(stage(), `${shop()}/`);

		// slow in the middle, so that the worker is killed before it is done however fast this machine is
		sim.fail({ match: { method: 'PUT' }, kind: 'slow', delayMs: 1_000, skip: 8, times: 24 });
		const first = await client.startRun(workflow);
		if (first === undefined) throw new Error('The run did not start');
		await until('some batches', async () => await Promise.resolve(batches().length >= 12 || undefined));
		const worker = await cluster.workerOf(first);
		await cluster.kill(worker);
		// X still does what the killed worker had sent. What it refused, or had twice, makes no product.
		await until(
			'X to have answered what was sent',
			async () => await Promise.resolve(batches().every(({ status }) => status > 0) || undefined),
		);
		const half = (await stored()).length;
		expect(half).toBeGreaterThan(0);
		expect(half).toBeLessThan(PRODUCTS);

		// the other worker runs it while the killed one comes back
		const [execution] = await Promise.all([client.run(workflow), cluster.startOne(worker)]);
		expect(errorOf(execution)?.message).toBeUndefined();
		expect(outputOf(execution, 'Sync products')).toMatchObject([{ created: PRODUCTS - half, failed: 0 }]);
		expect(await stored()).toHaveLength(PRODUCTS);
		expect(batches().length).toBeLessThan((2 * PRODUCTS) / BATCH);
		expect(await cluster.workerOf(execution.id)).toMatch(/^worker/);
	});
}

/** The example as shipped, with the address of this run's file. */
async function nightly({ client, credentials }: QueueStage, url: string) {
	const workflow = await readExample(EXAMPLE);
	const nodes = workflow.nodes.map((node) =>
		node.name === 'Download the products' ? { ...node, parameters: { ...node.parameters, url } } : node,
	);
	return await client.createWorkflow({ ...workflow, nodes }, credentials);
}

function csvOf(products: ReadonlyArray<Record<string, string>>): string {
	const columns = Object.keys(products[0] ?? {});
	const lines = products.map((product) => columns.map((column) => `"${product[column] ?? ''}"`).join(','));
	return [columns.join(','), ...lines].join('\n');
}
