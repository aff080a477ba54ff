import { batchKind, belongsTo, UNKNOWN_PARENT } from '../../shared/ads/batch/batchKind';
import { lineItem } from '../../shared/ads/locators';
import { choice, formOnly, optional, when, type Choices } from '../../shared/fields';
import { asText } from '../../shared/util/text';
import { ON_TV, TARGETING_TYPES } from '../enums';
import { targetingCriterion, targetingValue, tvMarketOfList } from '../locators';
import { checkCriterion } from './rules';
import { titled } from '../../shared/ads/fields';

const OPERATORS: Choices = {
	EQ: ['Equals', 'Reach people who match'],
	GTE: ['Greater Than or Equal', 'For the network activation duration'],
	LT: ['Less Than', 'For the network activation duration'],
	NE: ['Exclude', 'Leave out people who match'],
};

/**
 * Types that only batches accept, for in-stream ads: all IAB categories of a content category, and publishers to
 * exclude (https://docs.x.com/x-ads-api/campaign-management#set-targeting-criteria).
 */
const BATCH_TARGETING_TYPES: Choices = {
	...TARGETING_TYPES,
	...titled('CONTENT_PUBLISHER_USER IAB_CATEGORY'),
};

/** Returns the fields of one criterion. */
export const criterionFields = (types: Choices = TARGETING_TYPES) => ({
	targeting_type: choice(types, {
		default: 'BROAD_KEYWORD',
		description:
			'What to target, see <a href="https://docs.x.com/x-ads-api/campaign-management#targeting">X\'s targeting types</a>',
	}),
	tv_market: when({ targeting_type: ON_TV }, optional(formOnly(tvMarketOfList()))),
	targeting_value: targetingValue(),
	operator_type: choice(OPERATORS, {
		label: 'Operator',
		default: 'EQ',
		description: 'Whether to include or exclude people who match',
	}),
});

const { targeting_type, tv_market, targeting_value, operator_type } = criterionFields(BATCH_TARGETING_TYPES);

/** At most 500 criteria in a request: https://docs.x.com/x-ads-api/campaign-management/reference#post-batch/accounts/account_id/targeting_criteria */
export const criterionBatch = batchKind({
	size: 500,
	id: 'targeting_criterion_id',
	operationTypes: ['Create', 'Delete'],
	fields: {
		targeting_criterion_id: belongsTo('Delete')(targetingCriterion()),
		line_item_id: belongsTo('Create')(lineItem()),
		targeting_type: belongsTo('Create')(targeting_type),
		tv_market: formOnly(belongsTo('Create')(tv_market)),
		targeting_value: belongsTo('Create')(targeting_value),
		operator_type: belongsTo('Create')(operator_type),
	},
	checkNew: checkCriterion,
	// A deletion does not contain the line item of the criterion; only X knows it.
	parent: ({ line_item_id: id }) => asText(id) || UNKNOWN_PARENT,
});
