/** @jest-environment ./test/support/environment.ts */
import { useSimulator } from '../../support/simulator';
import { any, expectWrites, output, queries, run } from './support';

const sim = useSimulator();

describe('X Ads Campaigns, saved by 0.1.0', () => {
	const account = '/12/accounts/18ce54d4x5t';

	it('takes a campaign from its creation to its end, amounts in units and in micros', async () => {
		const finished = await run(sim(), 'ads-campaign');
		const [{ id }] = output(finished, 'Campaign') as [{ id: string }];
		expectWrites(
			sim(),
			[
				'POST',
				`${account}/campaigns`,
				{
					funding_instrument_id: 'lygyi',
					name: `Winter ${new Date().getFullYear()}`,
					entity_status: 'PAUSED',
					budget_optimization: 'LINE_ITEM',
					daily_budget_amount_local_micro: '12500000',
					total_budget_amount_local_micro: '100000000',
				},
			],
			[
				'POST',
				`${account}/line_items`,
				{
					campaign_id: id,
					objective: 'ENGAGEMENTS',
					product_type: 'PROMOTED_TWEETS',
					placements: 'ALL_ON_TWITTER',
					start_time: any,
					end_time: any,
					entity_status: 'PAUSED',
					name: 'First',
					bid_strategy: 'MAX',
					bid_amount_local_micro: '320000',
					goal: 'ENGAGEMENT',
				},
			],
			[
				'PUT',
				`${account}/campaigns/${id}`,
				{ daily_budget_amount_local_micro: '20000000', entity_status: 'PAUSED', name: 'Winter' },
			],
			[
				'POST',
				`${account}/targeting_criteria`,
				{
					line_item_id: any,
					targeting_type: 'LOCATION',
					targeting_value: '96683cc9126741d1',
					operator_type: 'EQ',
				},
			],
			['DELETE', `${account}/campaigns/${id}`],
		);
		expect(queries(sim(), `${account}/campaigns`)).toMatchObject([
			{ q: 'Winter', with_draft: 'true', with_total_count: 'true', sort_by: 'name-desc', count: '3' },
		]);
		expect(queries(sim(), `${account}/campaigns/${id}`).at(-1)).toMatchObject({ with_deleted: 'true' });
		expect(queries(sim(), '/12/targeting_criteria/devices')).toMatchObject([{ q: 'phone' }]);
		expect(output(finished, 'Campaigns')).toEqual([{ id, name: 'Winter' }]);
		expect(output(finished, 'Raw')).toMatchObject([
			{ data: { id, daily_budget_amount_local_micro: 20_000_000 } },
		]);
		expect(output(finished, 'Delete')).toMatchObject([{ deleted: true, campaign_id: id }]);
	});

	it('sends batches, also mixed ones', async () => {
		const finished = await run(sim(), 'ads-batch');
		const batch = '/12/batch/accounts/18ce54d4x5t';
		expectWrites(
			sim(),
			[
				'POST',
				`${batch}/campaigns`,
				[
					{
						operation_type: 'Create',
						params: {
							funding_instrument_id: 'lygyi',
							name: 'One',
							entity_status: 'PAUSED',
							daily_budget_amount_local_micro: 5_000_000,
						},
					},
					{
						operation_type: 'Update',
						params: { campaign_id: '8wku2', name: 'Two', daily_budget_amount_local_micro: 7_250_000 },
					},
					{ operation_type: 'Delete', params: { campaign_id: 'hwtq0' } },
				],
			],
			[
				'POST',
				`${batch}/line_items`,
				[
					{
						operation_type: 'Update',
						params: {
							line_item_id: 'itttx',
							name: 'Renamed in a batch',
							bid_amount_local_micro: 400_000,
							entity_status: 'PAUSED',
						},
					},
				],
			],
			[
				'POST',
				`${batch}/targeting_criteria`,
				[
					{
						operation_type: 'Create',
						params: {
							line_item_id: 'itttx',
							targeting_type: 'BROAD_KEYWORD',
							targeting_value: 'coffee',
							operator_type: 'EQ',
						},
					},
				],
			],
		);
		expect(output(finished, 'Campaigns')).toMatchObject([
			{ id: any, name: 'One' },
			{ id: '8wku2', name: 'Two' },
			{ deleted: true, campaign_id: 'hwtq0' },
		]);
	});
});
