/** Rules for targeting criteria and for audience estimates. Brief: audience estimate; documentation, targeting. */
import { asText } from '../../shared/util/text';
import { KEYWORD_TYPES } from '../enums';

export interface Criterion {
	readonly targeting_type?: unknown;
	readonly targeting_value?: unknown;
	readonly operator_type?: unknown;
	readonly line_item_id?: unknown;
	readonly id?: unknown;
}

export const typeOf = (criterion: Criterion) => asText(criterion.targeting_type);

const LOOKALIKE = /_LOOKALIKE$|^CUSTOM_AUDIENCE_EXPANDED$/;

/** Operators that a type takes. */
export function* checkOperator(criterion: Criterion): Generator<string> {
	const { operator_type: operator = 'EQ' } = criterion;
	const type = typeOf(criterion);
	const ranged = operator === 'LT' || operator === 'GTE';
	if (type === 'NETWORK_ACTIVATION_DURATION' && !ranged)
		yield 'Operator: must be "Less Than" or "Greater Than or Equal" for NETWORK_ACTIVATION_DURATION';
	if (type !== 'NETWORK_ACTIVATION_DURATION' && ranged)
		yield `Operator: can be "${operator === 'LT' ? 'Less Than' : 'Greater Than or Equal'}" for NETWORK_ACTIVATION_DURATION only, and the targeting type is ${type}`;
	if (type === 'APP_LIST' && operator !== 'NE') yield 'Operator: must be "Not Equal" for APP_LIST';
	if (LOOKALIKE.test(type) && operator === 'NE')
		yield `Operator: must be "Equals" for ${type}, which cannot be left out`;
}

const USER_TYPES = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER'];

/** Users are meant by their ID. */
export function* checkUserValue(criterion: Criterion): Generator<string> {
	const type = typeOf(criterion);
	if (USER_TYPES.includes(type) && !/^\d{1,19}$/.test(asText(criterion.targeting_value)))
		yield `Targeting Value: must be a user ID of 1 to 19 digits for ${type}, and is "${asText(criterion.targeting_value)}"`;
}

/** Types of which a line item can have one. */
export const SINGLE = ['AGE', 'EVENT'];

/** How many of a type there can be on a line item. Documentation: targeting criteria, limits. */
const MOST: readonly { types: readonly string[]; most: number }[] = [
	...SINGLE.map((type) => ({ types: [type], most: 1 })),
	{ types: ['INTEREST'], most: 100 },
	{ types: ['SIMILAR_TO_FOLLOWERS_OF_USER'], most: 100 },
	{ types: ['LOCATION'], most: 2_000 },
	{ types: KEYWORD_TYPES, most: 1_000 },
];

/** The criteria of one line item that are too many of their kind: their places in the list, and the rule. */
export function* tooMany(criteria: readonly Criterion[]): Generator<readonly [place: number, rule: string]> {
	for (const { types, most } of MOST) {
		const places = [...criteria.keys()].filter((place) => types.includes(typeOf(criteria[place] ?? {})));
		for (const place of places.slice(most))
			yield [
				place,
				`Targeting Type: cannot be ${typeOf(criteria[place] ?? {})}: a line item can have ${most.toLocaleString('en')} of ${types.join(', ')}, and this is one more`,
			];
	}
}

/** Types of which an estimate needs one: followers, audiences, interests, keywords, TV. */
const PRIMARY = new Set([
	...[...KEYWORD_TYPES, ...USER_TYPES, 'CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED', 'INTEREST'],
	...['TV_SHOW', 'LIVE_TV_EVENT'],
]);

/** The criteria of an estimate as a whole. */
export function* checkEstimate(criteria: readonly Criterion[]): Generator<string> {
	const label = 'Targeting Criteria';
	const types = criteria.map(typeOf);
	if (!types.some((type) => PRIMARY.has(type)))
		yield `${label}: must include something primary: followers, a custom audience, an interest, a keyword or a TV show`;
	for (const type of SINGLE)
		if (types.filter((each) => each === type).length > 1) yield `${label}: can have one ${type} only`;
	if (types.includes('TV_SHOW') && !types.includes('LOCATION'))
		yield `${label}: must include a LOCATION with TV_SHOW`;
	for (const criterion of criteria)
		for (const sentence of [...checkOperator(criterion), ...checkUserValue(criterion)])
			yield `${label}: has an entry whose ${sentence.replace(': ', ' ')}`;
}
