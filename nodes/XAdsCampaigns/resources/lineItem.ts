import { omit } from 'lodash';
import { amountsIn } from '../../shared/ads/amount';
import { batchKind, belongsTo, detailsFor, UNKNOWN_PARENT } from '../../shared/ads/batch/batchKind';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource, both } from '../../shared/ads/children';
import { endTime, startTime } from '../../shared/ads/fields';
import { campaign, lineItem } from '../../shared/ads/locators';
import { withQuery } from '../../shared/engine/request';
import { optional, text, additional, preset, update } from '../../shared/fields';
import { one, type Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import {
	checkStatusOfUpdate,
	statusOfUpdate,
	withChangedSince,
	checkBiddingRulesOption,
	newStatus,
	campaignFilters,
	changedStatus,
	checkStatus,
} from '../campaign/fields';
import {
	businessCategories,
	clearableDetails,
	newLineItemDetails,
	objective,
	productType,
	changedDetails,
	newFlight,
	lineItemDetails,
} from '../lineItem/fields';
import { checkLineItemUpdate, checkNewLineItem, warnBidIgnored, warnNewLineItem } from '../lineItem/rules';
import { placements } from '../locators';
import { readUpdated, checkedCategories } from '../lookups/amounts';

/** At most 40 line items in a request: https://docs.x.com/x-ads-api/campaign-management/reference#post-batch/accounts/account_id/line_items */
const lineItemBatch = batchKind({
	size: 40,
	id: 'line_item_id',
	operationTypes: ['Create', 'Update', 'Delete'],
	fields: {
		line_item_id: belongsTo('Update', 'Delete')(lineItem()),
		campaign_id: belongsTo('Create')(campaign()),
		objective: belongsTo('Create')(objective()),
		product_type: belongsTo('Create')(productType()),
		placements: belongsTo('Create')(placements()),
		name: belongsTo('Create', 'Update')(optional(text({ max: 255 }))),
		start_time: belongsTo('Create', 'Update')(optional(startTime())),
		end_time: belongsTo('Create', 'Update')(optional(endTime())),
		entity_status: belongsTo('Create')(newStatus()),
		...amountsIn,
		...detailsFor(['Create', 'Update'], {
			...clearableDetails(),
			business_categories: businessCategories(),
			check_bidding_rules: checkBiddingRulesOption(),
		}),
		...detailsFor(['Create'], omit(newLineItemDetails(), 'name')),
		...statusOfUpdate,
	},
	checkNew: checkNewLineItem,
	*checkUpdate(values) {
		yield* checkStatusOfUpdate(values);
		yield* checkLineItemUpdate(values);
	},
	warnNew: warnNewLineItem,
	warnUpdate: warnBidIgnored,
	prepare: readUpdated,
	complete: checkedCategories,
	// An update does not contain the campaign of the line item; only X knows it.
	parent: ({ campaign_id: id }) => asText(id) || UNKNOWN_PARENT,
});

const lineItems = accountChildren({
	segment: 'line_items',
	locator: lineItem,
	simplified: `
		id name campaign_id entity_status objective goal product_type placements bid_strategy bid_amount
		daily_budget_amount total_budget_amount currency start_time end_time updated_at deleted`,
});

export const lineItemResource = adsResource('lineItem', 'Line Item', {
	activate: lineItems.activate('Start delivering a line item and spending its budget'),
	batch: batchOperation(lineItemBatch, {
		route: 'POST /12/batch/accounts/{account_id}/line_items',
		action: 'Create update or delete line items in bulk',
		description: 'Create, update or delete line items, 40 input items in one request',
		result: one(lineItems.shape),
	}),
	create: lineItems.creation(
		'Create a line item in a campaign, paused unless you choose otherwise',
		{
			campaign_id: campaign(),
			objective: objective(),
			...newFlight(),
			...amountsIn,
			...additional({
				...lineItemDetails(),
				...newLineItemDetails(),
				business_categories: businessCategories(),
				check_bidding_rules: checkBiddingRulesOption(),
				entity_status: preset(newStatus()),
				placements: preset(placements(), 'ALL_ON_TWITTER'),
				product_type: preset(productType()),
			}),
		},
		{ check: checkNewLineItem, warn: warnNewLineItem, run: checkedSend },
	),
	delete: lineItems.remove('Delete a line item for good; its promoted Posts stay'),
	get: lineItems.get('Get one line item'),
	getMany: withChangedSince(
		lineItems.list('Get the line items of an account, or those changed since a time', {
			sort: ['bid_amount_local_micro'],
			filters: campaignFilters(),
		}),
	),
	pause: lineItems.pause('Stop delivering a line item and spending its budget, until it is activated again'),
	update: lineItems.change(
		'Change fields of a line item; a field that is added and left empty is unset',
		{
			...amountsIn,
			...update({
				...changedDetails(),
				start_time: startTime(),
				end_time: endTime(),
				business_categories: businessCategories(),
				check_bidding_rules: checkBiddingRulesOption(),
				entity_status: changedStatus(),
				name: text({ max: 255 }),
			}),
		},
		{ check: both(checkStatus, checkLineItemUpdate), warn: warnBidIgnored, run: checkedSend },
	),
});

async function checkedSend(call: Call) {
	const categories = await checkedCategories(call);
	return await call.sendAndOutput(withQuery(call.request(), categories));
}
