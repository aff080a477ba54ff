import { wireName, body, optional } from '../../shared/fields';
import type { Field } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { campaignToRead, checkCampaignChange, keepCampaignChange } from '../checks/change';
import { checks } from '../checks/combine';
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
import { campaign, fundingInstrument, inAccount } from '../locators';
import { readAhead } from '../entityCache';
import { toRead, type Batching } from './batch';
import {
	batchOptions,
	byType,
	detailsOfBoth,
	onChange,
	onCreate,
	onCreateOrUpdate,
	onlyToUpdate,
	required,
	updates,
} from './fields';
import { operationType } from './operationType';

const STATUS_OF_UPDATE = 'Status (Update)';

/** The status of an update has its own field: that of a creation stands at the top and is never empty. */
export const statusOfUpdate: Record<string, Field> = {
	changed_status: {
		...wireName('entity_status', changedStatus()),
		label: STATUS_OF_UPDATE,
		name: 'changed_status',
	},
};

export const checkStatusOfUpdate = ({ changed_status: status }: Readonly<Record<string, unknown>>) =>
	checkStatus({ entity_status: status }, STATUS_OF_UPDATE);

/** On creation the status stands at the top. */
export function* noStatusOfUpdate({ changed_status: status }: Readonly<Record<string, unknown>>) {
	if (status !== undefined && status !== '')
		yield `${STATUS_OF_UPDATE}: belongs to an update; a creation has Status at the top`;
}

export const batchCampaign = {
	...inAccount,
	...operationType(),
	campaign_id: onChange(campaign()),
	funding_instrument_id: onCreate(fundingInstrument()),
	name: onCreateOrUpdate(body(optional(campaignName()))),
	entity_status: onCreate(newStatus()),
	...amountsIn,
	...detailsOfBoth({
		...campaignDetails(),
		...onlyToUpdate(statusOfUpdate),
		check_bidding_rules: checkBiddingRules(),
	}),
	...batchOptions,
} satisfies Record<string, Field>;

/** Documentation: batch campaigns, 40 in a request. */
export const campaignBatch: Batching = {
	size: 40,
	id: 'campaign_id',
	fields: batchCampaign,
	check: byType(
		batchCampaign,
		checks(required({ name: 'Name' }), noStatusOfUpdate, checkBudgets, checkDelivery),
		checks(checkStatusOfUpdate, checkBudgets, checkDelivery),
	),
	ahead: (calls) => readAhead('campaigns', toRead(updates(calls), campaignToRead)),
	preparing: () => async (call) => {
		const updates = call.values.operation_type === 'Update';
		if (updates) await checkCampaignChange(call);
		await checkBiddingRule(call);
		if (updates) await keepCampaignChange(call);
		return {};
	},
	parent: ({ campaign_id: id }) => asText(id) || undefined,
};
