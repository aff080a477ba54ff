import { additional, filters, flag, update } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { reads, writes } from '../auth';
import { batches } from '../batch/batch';
import { batchCampaign, campaignBatch } from '../batch/campaigns';
import { changedSince, checkChangedSince, untilUnchanged } from '../changedSince';
import { checkCampaignChange } from '../checks/change';
import { inForm } from '../batch/operationType';
import { checks, somethingToUpdate } from '../checks/combine';
import { checkStatus } from '../checks/lineItem';
import { checkBudgets, checkDelivery } from '../checks/money';
import { checkBiddingRule } from '../checks/platform';
import { amountsIn } from '../fields/amount';
import {
	campaignDetails,
	campaignName,
	changedStatus,
	checkBiddingRules,
	newStatus,
} from '../fields/campaign';
import { adIds, checkList, listOptions, nameQuery, sort, withDeleted } from '../fields/common';
import { campaign, fundingInstrument, inAccount } from '../locators';
import { changing } from '../entityCache';
import { adsResource } from '../resource';
import { campaignShape } from '../shapes';

const oneCampaign = { ...inAccount, campaign_id: campaign() };
const changes = update({
	...campaignDetails(),
	entity_status: changedStatus(),
	name: campaignName(),
});

/** Brief: campaigns; documentation of update, delete, batch and activation. */
export const campaignResource = adsResource('campaign', 'Campaign', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/campaigns',
		name: 'Get Many',
		action: 'Get many campaigns',
		description: 'Get the campaigns of an account, or those changed since a time',
		auth: reads,
		fields: {
			...inAccount,
			...sort(
				'name',
				'start_time',
				'end_time',
				'daily_budget_amount_local_micro',
				'total_budget_amount_local_micro',
				'standard_delivery',
			),
			...filters({
				campaign_ids: adIds('Campaign IDs'),
				funding_instrument_ids: adIds('Funding Instrument IDs'),
				q: nameQuery(),
				with_draft: flag({ label: 'With Drafts', description: 'Whether to include drafts' }),
			}),
			...changedSince,
			...listOptions,
		},
		paging: cursor(),
		result: many(campaignShape),
		check: checks(checkList, checkChangedSince),
		page: untilUnchanged,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/campaigns/{campaign_id}',
		name: 'Get',
		action: 'Get a campaign',
		description: 'Get one campaign',
		auth: reads,
		fields: { ...oneCampaign, ...withDeleted },
		result: one(campaignShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/campaigns',
		name: 'Create',
		action: 'Create a campaign',
		description: 'Create a campaign, paused unless you choose otherwise',
		auth: writes,
		fields: {
			...inAccount,
			funding_instrument_id: fundingInstrument(),
			name: campaignName(),
			entity_status: newStatus(),
			...amountsIn,
			...additional({ ...campaignDetails(), check_bidding_rules: checkBiddingRules() }),
		},
		result: one(campaignShape),
		check: checks(checkBudgets, checkDelivery),
		run: async (call) => {
			await checkBiddingRule(call);
			return await call.sendAndOutput(call.request());
		},
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/campaigns/{campaign_id}',
		name: 'Update',
		action: 'Update a campaign',
		description: 'Change fields of a campaign; a field that is added and left empty is unset',
		auth: writes,
		fields: {
			...oneCampaign,
			...amountsIn,
			...changes,
			...update({ check_bidding_rules: checkBiddingRules() }),
		},
		result: one(campaignShape),
		check: checks(somethingToUpdate(changes), checkStatus, checkBudgets, checkDelivery),
		run: async (call) => {
			await checkCampaignChange(call);
			await checkBiddingRule(call);
			const { campaign_id: id } = call.values;
			return await changing(call, 'campaigns', asText(id), () => call.sendAndOutput(call.request()));
		},
	}),
	activate: op({
		route: 'PUT /12/accounts/{account_id}/campaigns/{campaign_id}/activate',
		name: 'Activate',
		action: 'Activate a campaign',
		description: 'Let a campaign serve, and spend its budget',
		auth: writes,
		fields: oneCampaign,
		result: one(campaignShape),
	}),
	batch: op({
		route: 'POST /12/batch/accounts/{account_id}/campaigns',
		name: 'Batch',
		action: 'Create update or delete campaigns in batches',
		description: 'Create, update or delete campaigns, 40 input items in one request',
		auth: writes,
		fields: { ...inAccount, ...inForm(batchCampaign) },
		result: one(campaignShape),
		check: campaignBatch.check,
		runAll: (batch) => batches(batch, campaignBatch),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/campaigns/{campaign_id}',
		name: 'Delete',
		action: 'Delete a campaign',
		description: 'Delete a campaign for good',
		auth: writes,
		fields: oneCampaign,
		result: deleted('campaign_id'),
	}),
});
