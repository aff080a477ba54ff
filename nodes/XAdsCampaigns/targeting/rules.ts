/**
 * Rules for a targeting criterion (https://docs.x.com/x-ads-api/campaign-management#targeting) and for an audience
 * estimate (https://docs.x.com/x-ads-api/campaign-management/reference#audience-estimate). Only X knows the other
 * criteria of a line item.
 */
import { broken, type BrokenRule } from '../../shared/operation/operation';

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

/** The operators and values that a type allows. */
export function* checkCriterion(criterion: Criterion): Generator<CriterionRule> {
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

/** Rules for all criteria of an estimate together, and for each of them. */
export function* checkEstimate({ targeting_criteria: criteria = [] }: EstimateValues) {
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
