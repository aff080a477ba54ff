import { omit } from 'lodash';
import { amountsIn } from '../../shared/ads/amount';
import { batchKind, belongsTo, detailsFor, UNKNOWN_PARENT } from '../../shared/ads/batch/batchKind';
import { endTime, startTime } from '../../shared/ads/fields';
import { campaign, lineItem } from '../../shared/ads/locators';
import { optional, text } from '../../shared/fields';
import { asText } from '../../shared/util/text';
import { checkBiddingRulesOption, newStatus } from '../campaign/fields';
import { businessCategories, clearableDetails, newLineItemDetails, objective, productType } from './fields';
import { checkLineItemUpdate, checkNewLineItem, warnBidIgnored, warnNewLineItem } from './rules';
import { placements } from '../locators';
import { readUpdated } from '../lookups/amounts';
import { checkedCategories } from '../lookups/businessCategories';
import { checkStatusOfUpdate, statusOfUpdate } from '../campaign/batch';

/** At most 40 line items in a request: https://docs.x.com/x-ads-api/campaign-management/reference#post-batch/accounts/account_id/line_items */
export const lineItemBatch = batchKind({
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
