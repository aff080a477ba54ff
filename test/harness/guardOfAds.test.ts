/**
 * The guard of a workflow in the ads nodes and X Catalog, whose items share requests.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../support';
import { useSkippedWaits } from '../support/waits';
import { AUTO_MAP, itemsOf, products } from './catalog/support';
import { people, users } from './adsAudiences/support';
import { account, byId, ids, useAds } from './ads/support';

const { sim, ads, sent } = useAds();
useSkippedWaits(() => sim());

let tests = 0;
// What a process remembers of a workflow is forgotten after some days.
beforeEach(() => sim().platform.clock.advance(++tests * 100 * 24 * 3_600_000));

const keywords = ({
	dryRun = false,
	...guard
}: {
	dryRun?: boolean;
	writesPerDay?: number;
}): INodeParameters => ({
	account_id: account,
	operation_type: 'Create',
	line_item_id: byId(ids.lineItem),
	targeting_type: 'BROAD_KEYWORD',
	targeting_value: byId('={{ $json.word }}'),
	operator_type: 'EQ',
	options: { dryRun, ...(guard.writesPerDay !== undefined && { guard }) },
});
const words = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ json: { word: `word ${index}` } }));
const writes = () => sent().filter((each) => !each.startsWith('GET '));
const bodies = (json: readonly IDataObject[]) =>
	json.map((each) => get(each, 'requests.0.body') as unknown[]);

describe('Dry Run', () => {
	it('shows each batch as it would be sent, with the items in it', async () => {
		const run = await ads('targetingCriterion.batch', keywords({ dryRun: true }), { items: words(620) });
		expect(run.error).toBeUndefined();
		expect(sent()).toEqual([]);
		expect(bodies(run.json).map((body) => body.length)).toEqual([500, 120]);
		expect(run.json[0]).toMatchObject({ dryRun: true, usdMax: 0, isAllowed: true, refusal: null });
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'Nothing was sent, because Dry Run is on',
		);
		const [, second] = run.outputs.flat();
		expect(second?.pairedItem).toHaveLength(120);
		const real = await ads('targetingCriterion.batch', keywords({ dryRun: false }), { items: words(620) });
		expect(real.error).toBeUndefined();
		expect(sim().requests.map(({ body }) => body)).toEqual(bodies(run.json));
	});

	it('stops at a wrong item as a real run does', async () => {
		const items = [...words(2), { json: { word: '' } }];
		const run = await ads('targetingCriterion.batch', keywords({ dryRun: true }), { items });
		expect(run.error?.context).toMatchObject({ itemIndex: 2 });
	});

	it('adds no user to an audience, and remembers none as sent', async () => {
		const parameters = { authentication: 'oAuth1', environment: 'production', resource: 'audience' };
		const form = { ...users(), options: { dryRun: true, only_new: true } };
		const run = await runNode({
			node: 'xAdsAudiences',
			sim: sim(),
			parameters: { ...parameters, operation: 'addUsers', ...form },
			items: people(3),
		});
		expect(run.error).toBeUndefined();
		expect(run.json).toMatchObject([{ dryRun: true, requests: [{ method: 'POST' }] }]);
		expect(writes()).toEqual([]);
		expect(Object.keys(run.staticData.global ?? {})).toEqual(['guard']);
	});

	it('of X Catalog shows the requests of an upsert, and the plan of a sync', async () => {
		const { id } = (await sim().control('catalog', 'seed', { products: [] })) as { id: string };
		const run = async (operation: string) =>
			await runNode({
				node: 'xCatalog',
				sim: sim(),
				parameters: {
					resource: 'product',
					operation,
					product_catalog_id: byId(id),
					...AUTO_MAP,
					...(operation === 'sync' ? { dryRun: true } : { options: { dryRun: true } }),
				},
				items: itemsOf(products(30)),
			});
		const upsert = await run('upsert');
		expect(upsert.json.map((each) => (get(each, 'requests.0.body.products') as unknown[]).length)).toEqual([
			25, 5,
		]);
		expect((await run('sync')).json).toMatchObject([{ dryRun: true, created: 30 }]);
		expect(writes()).toEqual([]);
		expect(await sim().control('catalog', 'products')).toEqual([]);
	});
});

it('counts each request as a write, over runs', async () => {
	const first = await ads('targetingCriterion.batch', keywords({ writesPerDay: 2 }), { items: words(620) });
	expect(first.error).toBeUndefined();
	const second = await ads('targetingCriterion.batch', keywords({ writesPerDay: 2 }), { items: words(1) });
	expect(second.error?.message).toMatch(/^Guard → Writes per Day \(2\) does not allow another write/);
	expect(writes()).toHaveLength(2);
	const shown = await ads('targetingCriterion.batch', keywords({ writesPerDay: 2, dryRun: true }), {
		items: words(1),
	});
	expect(shown.json).toMatchObject([{ isAllowed: false, refusal: { kind: 'writesPerDay' } }]);
});
