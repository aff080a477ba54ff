/** What line items target, what an audience estimate is of, and what X suggests to target. */
import { batchKind, belongsTo, UNKNOWN_PARENT } from '../../shared/ads/batch/batchKind';
import { batchOperation } from '../../shared/ads/batch/runBatch';
import { accountChildren, adsResource, reads } from '../../shared/ads/children';
import { titled, language } from '../../shared/ads/fields';
import { lineItem, adIds, inAccount } from '../../shared/ads/locators';
import {
	choice,
	formOnly,
	optional,
	when,
	type Choices,
	options,
	body,
	required,
	rows,
	whenSibling,
	list,
} from '../../shared/fields';
import { one, broken, type BrokenRule, op, cursor, many } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { ON_TV, TARGETING_TYPES, targetingCriterion, targetingValue, tvMarketOfList } from '../locators';

const KEYWORD_TYPES = ['BROAD_KEYWORD', 'EXACT_KEYWORD', 'PHRASE_KEYWORD', 'UNORDERED_KEYWORD'];

interface Criterion {
	readonly targeting_type?: string | undefined;
	readonly targeting_value?: string | undefined;
	readonly operator_type?: string | undefined;
}

type CriterionRule = BrokenRule<'operator_type' | 'targeting_value'>;

const LOOKALIKE = /_LOOKALIKE$|^CUSTOM_AUDIENCE_EXPANDED$/;
const USER_TYPES = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER'];
const OPERATOR_NAMES: Readonly<Record<string, string>> = {
	LT: 'Less Than',
	GTE: 'Greater Than or Equal',
};

/** The operators and values that a type allows: https://docs.x.com/x-ads-api/campaign-management#targeting. Only X knows the other criteria. */
function* checkCriterion(criterion: Criterion): Generator<CriterionRule> {
	const {
		targeting_type: type = '',
		targeting_value: value = '',
		operator_type: operator = 'EQ',
	} = criterion;
	const range = OPERATOR_NAMES[operator];
	const wrongOperator = (text: string) => broken('operator_type', 'targetingType', text);
	if (type === 'NETWORK_ACTIVATION_DURATION' && range === undefined)
		yield wrongOperator('must be "Less Than" or "Greater Than or Equal" for NETWORK_ACTIVATION_DURATION');
	if (type !== 'NETWORK_ACTIVATION_DURATION' && range !== undefined)
		yield wrongOperator(
			`can be "${range}" for NETWORK_ACTIVATION_DURATION only, and the targeting type is ${type}`,
		);
	if (type === 'APP_LIST' && operator !== 'NE') yield wrongOperator('must be "Exclude" for APP_LIST');
	if (LOOKALIKE.test(type) && operator === 'NE')
		yield wrongOperator(`must be "Equals" for ${type}, which cannot be left out`);
	if (USER_TYPES.includes(type) && !/^\d{1,19}$/.test(value))
		yield broken(
			'targeting_value',
			'pattern',
			`must be a user ID of 1 to 19 digits for ${type}, and is "${value}"`,
		);
}

/** An estimate may have only one criterion of each of these types. */
const MAX_ONE = ['AGE', 'EVENT'];

/** An estimate needs at least one criterion of these types: followers, audiences, interests, keywords or TV. */
const PRIMARY = new Set([
	...KEYWORD_TYPES,
	...USER_TYPES,
	'CUSTOM_AUDIENCE',
	'CUSTOM_AUDIENCE_EXPANDED',
	'INTEREST',
	'TV_SHOW',
	'LIVE_TV_EVENT',
]);

interface EstimateValues {
	readonly targeting_criteria?: readonly Criterion[] | undefined;
}

/**
 * Rules for all criteria of an estimate together, and for each of them:
 * https://docs.x.com/x-ads-api/campaign-management/reference#audience-estimate
 */
function* checkEstimate({ targeting_criteria: criteria = [] }: EstimateValues) {
	const types = criteria.map(({ targeting_type: type = '' }) => type);
	if (!types.some((type) => PRIMARY.has(type)))
		yield broken(
			'targeting_criteria',
			'primary',
			'must include something primary: followers, a custom audience, an interest, a keyword or a TV show',
		);
	for (const type of MAX_ONE)
		if (types.filter((each) => each === type).length > 1)
			yield broken('targeting_criteria', 'maxOne', `can have one ${type} only`);
	if (types.includes('TV_SHOW') && !types.includes('LOCATION'))
		yield broken('targeting_criteria', 'location', 'must include a LOCATION with TV_SHOW');
	for (const [index, criterion] of criteria.entries())
		for (const { field, rule, text } of checkCriterion(criterion))
			yield broken(`targeting_criteria.${index}.${field}`, rule, text);
}

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

const criterion = {
	targeting_type: {
		...required(choice(TARGETING_TYPES, { label: 'Targeting Type', default: 'BROAD_KEYWORD' })),
		name: 'criterion_type',
	},
	// Not sent: it only filters the list of the next field.
	tv_market: whenSibling({ criterion_type: ON_TV }, { ...tvMarketOfList(), encode: () => undefined }),
	targeting_value: required(targetingValue()),
	operator_type: choice(
		{
			EQ: ['Equals', 'Count people who match'],
			NE: ['Exclude', 'Leave out people who match'],
		},
		{ label: 'Operator', default: 'EQ' },
	),
};

const estimated = rows(criterion, { label: 'Targeting Criteria', placeholder: 'Add Criterion' });

export const audienceEstimateResource = adsResource('audienceEstimate', 'Audience Estimate', {
	get: op({
		route: 'POST /12/accounts/{account_id}/audience_estimate',
		action: 'Get an audience estimate',
		description: 'Estimate how many people a set of targeting criteria reaches',
		auth: reads,
		fields: {
			...inAccount,
			targeting_criteria: body(estimated),
		},
		result: one(),
		check: checkEstimate,
	}),
});

interface Suggestion {
	readonly suggestion_type: string;
	readonly targeting_values: readonly string[];
}

/** A request is about either keywords or users. */
function* checkSuggestion({ suggestion_type: type, targeting_values: values }: Suggestion) {
	const wrong = type === 'USER_ID' ? values.find((each) => !/^\d+$/.test(each)) : undefined;
	if (wrong !== undefined)
		yield broken(
			'targeting_values',
			'pattern',
			`must hold user IDs of digits for the suggestion type "User ID", and "${wrong}" is none`,
		);
}

export const targetingSuggestionResource = adsResource('targetingSuggestion', 'Targeting Suggestion', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/targeting_suggestions',
		action: 'Get many targeting suggestions',
		description: 'Get keywords or users similar to given ones',
		fields: {
			...inAccount,
			suggestion_type: choice(titled('KEYWORD USER_ID'), { default: 'KEYWORD' }),
			targeting_values: list({
				label: 'Based On',
				placeholder: 'e.g. coffee,espresso',
				description: 'Keywords or user IDs to begin with, separated by commas',
			}),
		},
		paging: cursor(50),
		result: many(),
		check: checkSuggestion,
	}),
});
