import { amountsIn } from '../../shared/ads/amount';
import { batchKind, belongsTo, detailsFor } from '../../shared/ads/batch/batchKind';
import { campaign, fundingInstrument } from '../../shared/ads/locators';
import { optional, wireName } from '../../shared/fields';
import { broken } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { checkAmounts, readUpdated } from '../lookups/amounts';
import { checkBudgets, checkStatus, warnDeprecated } from './rules';
import { campaignDetails, campaignName, changedStatus, checkBiddingRulesOption, newStatus } from './fields';

/** The status in an update is a separate field, because the one for new campaigns is required and cannot be empty. */
export const statusOfUpdate = detailsFor(['Update'], {
	changed_status: {
		...wireName('entity_status', changedStatus()),
		label: 'Status (Update)',
		name: 'changed_status',
	},
});

export function* checkStatusOfUpdate({
	changed_status: status,
}: {
	readonly changed_status?: string | undefined;
}) {
	for (const { rule, text } of checkStatus({ entity_status: status }))
		yield broken('changed_status', rule, text);
}

/**
 * At most 40 campaigns in a request:
 * https://docs.x.com/x-ads-api/campaign-management/reference#post-batch/accounts/account_id/campaigns
 */
export const campaignBatch = batchKind({
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
