/**
 * Budgets in rupiah or dong have more digits than a binary float is trusted with.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { listSearch } from '../../support';
import { useSimulator } from '../../support/simulator';
import { account, ads, byId, lastQuery, newCampaign } from './support';

const sim = useSimulator();

/** 25 billion, of which a tenth may be spent in a day. */
const budgets = {
	daily_budget_amount_local_micro: '2500000000',
	total_budget_amount_local_micro: '25000000000',
};

it('keeps amounts that are large in any currency: on the wire, in a list, in a comparison', async () => {
	const run = await ads(sim(), 'campaign.create', newCampaign({ additionalFields: budgets }));
	expect(lastQuery(sim())).toMatchObject({ total_budget_amount_local_micro: '25000000000000000' });
	const refused = await ads(sim(), 'campaign.update', {
		account_id: account,
		campaign_id: byId(run.json[0]?.id as string),
		updateFields: { daily_budget_amount_local_micro: '25000000000.01' },
	});
	expect(refused.error?.message).toContain('(25000000000.01 is more than 25000000000)');
	const { results } = await listSearch({
		node: 'xAdsCampaigns',
		sim: sim(),
		method: 'searchCampaigns',
		filter: 'Winter',
		parameters: { authentication: 'oAuth1', environment: 'production', account_id: account },
	});
	expect(results.map(({ name }) => name)).toEqual(['Winter sale (paused, 2500000000 USD a day)']);
});

it('keeps them in a batch as well', async () => {
	const form = newCampaign({ operation_type: 'Create', additionalFields: budgets });
	const run = await ads(sim(), 'campaign.batch', form);
	expect(run.error?.message).toBeUndefined();
	expect(JSON.stringify(sim().requests.at(-1)?.body)).toContain(
		'"total_budget_amount_local_micro":25000000000000000',
	);
});
