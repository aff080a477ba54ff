import { pick } from 'lodash';
import { words, asText } from '../../shared/util/text';
import { amountsIn } from '../../shared/ads/amount';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource, both } from '../../shared/ads/children';
import { campaign, fundingInstrument } from '../../shared/ads/locators';
import { additional, preset, update, optional } from '../../shared/fields';
import { one, type Call, broken } from '../../shared/operation/operation';
import { checkAmounts, checkDailyBudget, readUpdated } from '../lookups/amounts';
import {
	campaignDetails,
	campaignFilters,
	campaignName,
	changedStatus,
	checkBiddingRulesOption,
	newBudgets,
	newStatus,
	checkBudgets,
	checkStatus,
	warnDeprecated,
	withChangedSince,
	checkStatusOfUpdate,
	statusOfUpdate,
} from '../campaign/fields';
import { batchKind, belongsTo, detailsFor } from '../../shared/ads/batch/batchKind';

/**
 * At most 40 campaigns in a request:
 * https://docs.x.com/x-ads-api/campaign-management/reference#post-batch/accounts/account_id/campaigns
 */
const campaignBatch = batchKind({
	size: 40,
	id: 'campaign_id',
	operationTypes: ['Create', 'Update', 'Delete'],
	fields: {
		campaign_id: belongsTo('Update', 'Delete')(campaign()),
		funding_instrument_id: belongsTo('Create')(fundingInstrument()),
		name: belongsTo('Create', 'Update')(optional(campaignName())),
		entity_status: belongsTo('Create')(newStatus()),
		...amountsIn,
		...detailsFor(['Create', 'Update'], {
			...campaignDetails(),
			check_bidding_rules: checkBiddingRulesOption(),
		}),
		...statusOfUpdate,
	},
	*checkNew(values) {
		if (!values.name) yield broken('name', 'required', 'is required to create');
		yield* checkBudgets(values);
	},
	*checkUpdate(values) {
		yield* checkStatusOfUpdate(values);
		yield* checkBudgets(values);
	},
	warnNew: warnDeprecated,
	warnUpdate: warnDeprecated,
	prepare: readUpdated,
	complete: async (call) => {
		await checkAmounts(call);
		return {};
	},
	parent: ({ campaign_id: id }) => asText(id) || undefined,
});

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
