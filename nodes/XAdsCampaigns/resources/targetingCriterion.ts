import { batchKind, belongsTo, UNKNOWN_PARENT } from '../../shared/ads/batch/batchKind';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { titled, language } from '../../shared/ads/fields';
import { lineItem, adIds } from '../../shared/ads/locators';
import { choice, formOnly, optional, when, type Choices, options } from '../../shared/fields';
import { one } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { ON_TV, TARGETING_TYPES } from '../enums';
import { targetingCriterion, targetingValue, tvMarketOfList } from '../locators';
import { checkCriterion } from '../targeting/rules';

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
const criterionFields = (types: Choices = TARGETING_TYPES) => ({
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
const criterionBatch = batchKind({
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

const criteria = accountChildren({
	segment: 'targeting_criteria',
	key: 'targeting_criterion_id',
	isListedById: false,
	locator: targetingCriterion,
	simplified: `
		id line_item_id name targeting_type targeting_value operator_type location_type localized_name
		created_at updated_at deleted`,
});

export const targetingCriterionResource = adsResource('targetingCriterion', 'Targeting Criterion', {
	batch: batchOperation(criterionBatch, {
		route: 'POST /12/batch/accounts/{account_id}/targeting_criteria',
		action: 'Create or delete targeting criteria in bulk',
		description: 'Create or delete targeting criteria, 500 input items in one request',
		result: one(criteria.shape),
	}),
	create: criteria.creation(
		'Include or exclude an audience for a line item',
		{ line_item_id: lineItem(), ...criterionFields() },
		{ check: checkCriterion },
	),
	delete: criteria.remove('Remove a targeting criterion from a line item'),
	get: criteria.get('Get one targeting criterion', options({ lang: language() })),
	getMany: criteria.list('Get what line items target', {
		required: {
			line_item_ids: adIds('Line Item IDs', { description: 'Up to 200 IDs, separated by commas' }),
		},
		filters: { lang: language(), targeting_criterion_ids: adIds('Targeting Criterion IDs') },
	}),
});
