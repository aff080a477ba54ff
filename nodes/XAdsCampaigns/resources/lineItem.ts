import { additional, choice, filters, flag, text, update } from '../../shared/fields';
import { cursor, deleted, many, one, op, type Call } from '../../shared/operation/operation';
import { withQuery } from '../../shared/engine/request';
import { asText } from '../../shared/util/text';
import { reads, writes } from '../auth';
import { batches } from '../batch/batch';
import { batchLineItem, lineItemBatch } from '../batch/lineItems';
import { changedSince, checkChangedSince, untilUnchanged } from '../changedSince';
import { checkLineItemChange } from '../checks/change';
import { inForm, ofItsType } from '../batch/operationType';
import { checks, somethingToUpdate } from '../checks/combine';
import { checkStatus, warnPayBy } from '../checks/lineItem';
import { changedLineItemChecks, newLineItemChecks } from '../checks/lineItems';
import { warnBidIgnored } from '../checks/money';
import {
	checkBiddingRule,
	checkCampaignBudget,
	checkLineItemSpending,
	prerollCategories,
} from '../checks/platform';
import { amountsIn } from '../fields/amount';
import { changedStatus, checkBiddingRules, newStatus } from '../fields/campaign';
import { adIds, checkList, listOptions, nameQuery, sort, withDeleted } from '../fields/common';
import {
	businessCategories,
	changedDetails,
	flight,
	lineItemDetails,
	newLineItemDetails,
} from '../fields/lineItem';
import { LABELS } from '../labels';
import { campaign, inAccount, lineItem, placements } from '../locators';
import { changing } from '../entityCache';
import { adsResource } from '../resource';
import { lineItemShape } from '../shapes';
import { OBJECTIVES, PRODUCT_TYPES } from '../enums';

const oneLineItem = { ...inAccount, line_item_id: lineItem() };
const changes = update({
	...changedDetails(),
	...flight(),
	business_categories: businessCategories(),
	entity_status: changedStatus(),
	name: text({ label: 'Name', max: 255 }),
});

/** Looks at the platform where a rule needs that, then sends. @param objective Of the line item, where it is known. */
async function checkedSend(call: Call, objective: unknown) {
	await checkLineItemSpending(call);
	await checkBiddingRule(call);
	await checkCampaignBudget(call);
	const categories = await prerollCategories(call, objective);
	const request = call.request();
	return await call.sendAndOutput(
		categories ? withQuery(request, { categories: categories.join(',') }) : request,
	);
}

/** Brief: line items; documentation of list, get, create, batch and activation. */
export const lineItemResource = adsResource('lineItem', 'Line Item', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/line_items',
		name: 'Get Many',
		action: 'Get many line items',
		description: 'Get the line items of an account, or those changed since a time',
		auth: reads,
		fields: {
			...inAccount,
			...sort('bid_amount_local_micro'),
			...filters({
				campaign_ids: adIds('Campaign IDs'),
				funding_instrument_ids: adIds('Funding Instrument IDs'),
				line_item_ids: adIds('Line Item IDs'),
				q: nameQuery(),
				with_draft: flag({ label: 'With Drafts', description: 'Whether to include drafts' }),
			}),
			...changedSince,
			...listOptions,
		},
		paging: cursor(),
		result: many(lineItemShape),
		check: checks(checkList, checkChangedSince),
		page: untilUnchanged,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/line_items/{line_item_id}',
		name: 'Get',
		action: 'Get a line item',
		description: 'Get one line item',
		auth: reads,
		fields: { ...oneLineItem, ...withDeleted },
		result: one(lineItemShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/line_items',
		name: 'Create',
		action: 'Create a line item',
		description: 'Create a line item in a campaign, paused unless you choose otherwise',
		auth: writes,
		fields: {
			...inAccount,
			campaign_id: campaign(),
			objective: choice(OBJECTIVES, {
				label: LABELS.objective,
				default: 'ENGAGEMENTS',
				description: 'All line items of a campaign have the same',
			}),
			product_type: choice(PRODUCT_TYPES, {
				label: LABELS.product_type,
				default: 'PROMOTED_TWEETS',
				description: 'All line items of a campaign have the same',
			}),
			placements: placements(),
			...flight(),
			entity_status: newStatus(),
			...amountsIn,
			...additional({
				...lineItemDetails(),
				...newLineItemDetails(),
				business_categories: businessCategories(),
				check_bidding_rules: checkBiddingRules(),
			}),
		},
		result: one(lineItemShape),
		check: newLineItemChecks,
		warn: checks(warnBidIgnored, warnPayBy),
		run: (call) => checkedSend(call, call.values.objective),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/line_items/{line_item_id}',
		name: 'Update',
		action: 'Update a line item',
		description: 'Change fields of a line item; a field that is added and left empty is unset',
		auth: writes,
		fields: {
			...oneLineItem,
			...amountsIn,
			...changes,
			...update({ check_bidding_rules: checkBiddingRules() }),
		},
		result: one(lineItemShape),
		check: checks(somethingToUpdate(changes), checkStatus, changedLineItemChecks),
		warn: warnBidIgnored,
		run: async (call) => {
			const objective = await checkLineItemChange(call);
			const { line_item_id: id } = call.values;
			return await changing(call, 'line_items', asText(id), () => checkedSend(call, objective));
		},
	}),
	activate: op({
		route: 'PUT /12/accounts/{account_id}/line_items/{line_item_id}/activate',
		name: 'Activate',
		action: 'Activate a line item',
		description: 'Let a line item serve, and spend its budget',
		auth: writes,
		fields: oneLineItem,
		result: one(lineItemShape),
	}),
	batch: op({
		route: 'POST /12/batch/accounts/{account_id}/line_items',
		name: 'Batch',
		action: 'Create update or delete line items in batches',
		description: 'Create, update or delete line items, 40 input items in one request',
		auth: writes,
		fields: { ...inAccount, ...inForm(batchLineItem) },
		result: one(lineItemShape),
		check: lineItemBatch.check,
		warn: (values) => checks(warnBidIgnored, warnPayBy)(ofItsType(batchLineItem, values)),
		runAll: (batch) => batches(batch, lineItemBatch),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/line_items/{line_item_id}',
		name: 'Delete',
		action: 'Delete a line item',
		description: 'Delete a line item for good; its promoted Posts stay',
		auth: writes,
		fields: oneLineItem,
		result: deleted('line_item_id'),
	}),
});
