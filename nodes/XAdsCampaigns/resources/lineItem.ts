import { amountsIn } from '../../shared/ads/amount';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { endTime, startTime } from '../../shared/ads/fields';
import { campaign, inAccount, lineItem } from '../../shared/ads/locators';
import { both } from '../../shared/ads/rules';
import { withQuery } from '../../shared/engine/request';
import { additional, preset, text, update } from '../../shared/fields';
import { one, op, type Call } from '../../shared/operation/operation';
import { lineItemBatch } from '../lineItem/batch';
import { campaignFilters, changedStatus, checkBiddingRulesOption, newStatus } from '../campaign/fields';
import { checkStatus } from '../campaign/rules';
import { withChangedSince } from '../campaign/changedSince';
import {
	businessCategories,
	changedDetails,
	newFlight,
	lineItemDetails,
	newLineItemDetails,
	objective,
	productType,
} from '../lineItem/fields';
import { checkLineItemUpdate, checkNewLineItem, warnBidIgnored, warnNewLineItem } from '../lineItem/rules';
import { placements } from '../locators';
import { checkedCategories } from '../lookups/businessCategories';

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
	create: op({
		...lineItems.create,
		description: 'Create a line item in a campaign, paused unless you choose otherwise',
		fields: {
			...inAccount,
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
		check: checkNewLineItem,
		warn: warnNewLineItem,
		run: checkedSend,
	}),
	delete: lineItems.remove('Delete a line item for good; its promoted Posts stay'),
	get: lineItems.get('Get one line item'),
	getMany: withChangedSince(
		lineItems.list('Get the line items of an account, or those changed since a time', {
			sort: ['bid_amount_local_micro'],
			filters: campaignFilters(),
		}),
	),
	pause: lineItems.pause('Stop delivering a line item and spending its budget, until it is activated again'),
	update: op({
		...lineItems.update,
		description: 'Change fields of a line item; a field that is added and left empty is unset',
		fields: {
			...lineItems.fields,
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
		check: both(checkStatus, checkLineItemUpdate),
		warn: warnBidIgnored,
		run: checkedSend,
	}),
});

async function checkedSend(call: Call) {
	const categories = await checkedCategories(call);
	return await call.sendAndOutput(withQuery(call.request(), categories));
}
