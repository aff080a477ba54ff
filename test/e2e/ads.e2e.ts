import { readExamples } from '../../scripts/examples';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { useStage } from './support/stage';

describe('the tour of the ads sandbox in a real n8n', () => {
	const stage = useStage();

	it('builds a campaign with 1,200 criteria, reads it back, pauses and deletes it', async () => {
		const { client, credentials, sim } = stage();
		const tour = (await readExamples()).find(({ file }) => file === 'ads-sandbox-tour.json');
		if (!tour) throw new Error('The example is not there');
		const execution = await client.run(await client.createWorkflow(tour.workflow, credentials));
		expect(errorOf(execution)).toBeUndefined();
		const output = (node: string) => outputOf(execution, node);

		expect(output('Create campaign')).toEqual([
			expect.objectContaining({ entity_status: 'PAUSED', daily_budget_amount_local_micro: 12_500_000 }),
		]);
		const lineItems = output('Create line items');
		expect(lineItems.map(({ name, bid_amount_local_micro: bid }) => [name, bid])).toEqual([
			['Coffee', 320_000],
			['Tea', 320_000],
		]);

		const words = Array.from({ length: 1_200 }, (_, index) => `keyword ${index + 1}`);
		const value = ({ targeting_value: word }: Record<string, unknown>) => word;
		expect(output('Target keywords').map(value)).toEqual(words);
		expect(output('Read targeting back').map(value).sort()).toEqual([...words].sort());
		const batches = sim.requests.filter(({ path }) => path.startsWith('/12/batch/'));
		expect(batches.map(({ body }) => (body as unknown[]).length).sort()).toEqual([200, 500, 500]);

		expect(output('Create media creative')).toEqual([
			expect.objectContaining({ line_item_id: lineItems[0]?.id, landing_url: 'https://example.com/coffee' }),
		]);
		expect(output('Activate campaign')).toEqual([expect.objectContaining({ entity_status: 'ACTIVE' })]);
		expect(output('Pause campaign')).toEqual([expect.objectContaining({ entity_status: 'PAUSED' })]);
		const changes = output('Read history').map(({ change_type: type }) => type);
		expect(changes).toEqual(['UPDATE', 'UPDATE', 'CREATE']);

		const [account] = output('Create account');
		expect(output('Delete account')).toEqual([{ deleted: true, account_id: account?.id }]);
		const { sandbox, production } = ads.state(sim.platform);
		expect(sandbox.state.of('accounts').findAny(String(account?.id))?.data.deleted).toBe(true);
		const [campaign] = output('Create campaign');
		expect(sandbox.state.of('campaigns').findAny(String(campaign?.id))?.data.deleted).toBe(true);
		expect(production.state.history).toEqual([]);
		expect(sim.requests.filter(({ listener }) => listener === 'ads')).toEqual([]);
	});
});
