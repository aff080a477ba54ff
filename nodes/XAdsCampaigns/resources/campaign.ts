import { pick } from 'lodash';
import { words } from '../../shared/util/text';
import { amountsIn } from '../../shared/ads/amount';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { campaign, fundingInstrument } from '../../shared/ads/locators';
import { both } from '../../shared/ads/rules';
import { additional, preset, update } from '../../shared/fields';
import { one, type Call } from '../../shared/operation/operation';
import { campaignBatch } from '../campaign/batch';
import { checkAmounts, checkDailyBudget } from '../lookups/amounts';
import {
	campaignDetails,
	campaignFilters,
	campaignName,
	changedStatus,
	checkBiddingRulesOption,
	newBudgets,
	newStatus,
} from '../campaign/fields';
import { checkBudgets, checkStatus, warnDeprecated } from '../campaign/rules';
import { withChangedSince } from '../campaign/changedSince';

const campaigns = accountChildren({
	segment: 'campaigns',
	locator: campaign,
	simplified: `
		id name entity_status effective_status servable reasons_not_servable funding_instrument_id
		budget_optimization daily_budget_amount total_budget_amount currency updated_at deleted`,
});

export const campaignResource = adsResource('campaign', 'Campaign', {
	activate: campaigns.activate('Start delivering a campaign and spending its budget'),
	batch: batchOperation(campaignBatch, {
		route: 'POST /12/batch/accounts/{account_id}/campaigns',
		action: 'Create update or delete campaigns in bulk',
		description: 'Create, update or delete campaigns, 40 input items in one request',
		result: one(campaigns.shape),
	}),
	create: campaigns.creation(
		'Create a campaign, paused unless you choose otherwise',
		{
			funding_instrument_id: fundingInstrument(),
			name: campaignName(),
			...newBudgets(),
			...amountsIn,
			...additional({
				...pick(campaignDetails(), 'budget_optimization', 'purchase_order_number', 'standard_delivery'),
				check_bidding_rules: checkBiddingRulesOption(),
				entity_status: preset(newStatus()),
			}),
		},
		{
			check: checkBudgets,
			warn: warnDeprecated,
			run: async (call) => {
				await checkDailyBudget(call);
				return await checkedSend(call);
			},
		},
	),
	delete: campaigns.remove('Delete a campaign for good'),
	get: campaigns.get('Get one campaign'),
	getMany: withChangedSince(
		campaigns.list('Get the campaigns of an account, or those changed since a time', {
			sort: words(`
			name start_time end_time daily_budget_amount_local_micro total_budget_amount_local_micro
			standard_delivery`),
			filters: campaignFilters(),
		}),
	),
	pause: campaigns.pause('Stop delivering a campaign and spending its budget, until it is activated again'),
	update: campaigns.change(
		'Change fields of a campaign; a field that is added and left empty is unset',
		{
			...amountsIn,
			...update({
				...campaignDetails(),
				check_bidding_rules: checkBiddingRulesOption(),
				entity_status: changedStatus(),
				name: campaignName(),
			}),
		},
		{ check: both(checkStatus, checkBudgets), warn: warnDeprecated, run: checkedSend },
	),
});

async function checkedSend(call: Call) {
	await checkAmounts(call);
	return await call.sendAndOutput(call.request());
}
