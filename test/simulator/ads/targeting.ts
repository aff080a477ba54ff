/** Targeting criteria: which values exist, which types tolerate which, and how many a line item can have. */
import { audiences } from './assets';
import { living, type EntityKind, type Fields, type Scope } from './entities';
import { invalid, refuse } from './errors';
import { lineItems } from './lineItems';
import { findOption, hasOptions, tvShows } from './options';
import { textValue, type Values } from './parameters';
import { text, type Entity } from './state';

export const targetingCriteria: EntityKind = {
	kind: 'targetingCriteria',
	segment: 'targeting_criteria',
	idParam: 'targeting_criterion_id',
	notFound: 'TARGETING_CRITERION_NOT_FOUND',
	history: 'TARGETING_CRITERIA',
	filters: { line_item_ids: 'line_item_id', targeting_criterion_ids: 'id' },
	create: createCriterion,
};

const keywords = ['BROAD_KEYWORD', 'EXACT_KEYWORD', 'PHRASE_KEYWORD', 'UNORDERED_KEYWORD'];
const userTypes = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER'];
const custom = ['CUSTOM_AUDIENCE', 'CUSTOM_AUDIENCE_EXPANDED'];

/** How many criteria of which types a line item can have. */
const limits: readonly { types: readonly string[]; limit: number }[] = [
	{ types: ['AGE'], limit: 1 },
	{ types: ['EVENT'], limit: 1 },
	{ types: ['INTEREST'], limit: 100 },
	{ types: userTypes, limit: 100 },
	{ types: ['LOCATION'], limit: 2_000 },
	{ types: keywords, limit: 1_000 },
];

/** The types of which an audience estimate needs at least one. */
export const primaryTypes: readonly string[] = [
	...keywords,
	...userTypes,
	...custom,
	'INTEREST',
	'TV_SHOW',
	'LIVE_TV_EVENT',
];

const ages = new Set(
	[
		'13_TO_24',
		'13_TO_34',
		'13_TO_49',
		'13_TO_54',
		'18_TO_34',
		'18_TO_49',
		'18_TO_54',
		'21_TO_34',
		'21_TO_49',
		'21_TO_54',
		'25_TO_49',
		'25_TO_54',
		'35_TO_49',
		'35_TO_54',
		'OVER_13',
		'OVER_18',
		'OVER_21',
		'OVER_25',
		'OVER_35',
		'OVER_50',
	].map((range) => `AGE_${range}`),
);

const fixedValues: Readonly<Record<string, readonly string[]>> = {
	AGE: [...ages],
	GENDER: ['1', '2'],
	WIFI_ONLY: ['0', '1', 'false', 'true'],
	ENGAGEMENT_TYPE: ['IMPRESSION', 'ENGAGEMENT', 'VIDEO_VIEW', 'VIDEO_VIEW_PARTIAL', 'VIDEO_VIEW_COMPLETE'],
};

function createCriterion(scope: Scope, values: Values): Fields {
	const item = living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data;
	const type = textValue(values, 'targeting_type') ?? '';
	const value = textValue(values, 'targeting_value') ?? '';
	const operator = textValue(values, 'operator_type') ?? 'EQ';
	checkOperator(type, operator);
	const name = checkValue(type, value);
	const present = scope.state.of('targetingCriteria').childrenOf(item.id);
	checkCompany(type, value, present);
	const place = type === 'LOCATION' ? findOption(type, value) : undefined;
	return {
		line_item_id: item.id,
		name,
		operator_type: operator,
		targeting_type: type,
		targeting_value: value,
		...(place && { location_type: place.location_type ?? '' }),
	};
}

function checkOperator(type: string, operator: string): void {
	const ranged = operator === 'LT' || operator === 'GTE';
	if (type === 'NETWORK_ACTIVATION_DURATION' ? !ranged : ranged) {
		invalid('operator_type', `${operator} is not available for ${type}`, operator);
	}
	if (type === 'APP_LIST' && operator !== 'NE') invalid('operator_type', 'APP_LIST needs NE', operator);
	if (type.endsWith('_LOOKALIKE') && operator === 'NE')
		invalid('operator_type', 'A lookalike cannot be excluded', operator);
	if (type === 'CUSTOM_AUDIENCE_EXPANDED' && operator === 'NE') {
		invalid('operator_type', 'A lookalike cannot be excluded', operator);
	}
}

/**
 * Check that a value exists for its type.
 *
 * @returns the name that the criterion goes by
 */
export function checkValue(type: string, value: string): string {
	if (keywords.includes(type)) return value;
	if (userTypes.includes(type)) {
		return /^\d+$/.test(value)
			? value
			: refuse('INVALID_USER_ID', `"${value}" is not a user identifier`, 'targeting_value');
	}
	if (custom.includes(type)) {
		const audience = audiences[value];
		if (!audience)
			return refuse('TAILORED_AUDIENCE_NOT_FOUND', `Audience ${value} was not found`, 'targeting_value');
		if (!audience.targetable) return invalid('targeting_value', `Audience ${value} is not targetable`, value);
		return 'Custom audience targeting';
	}
	if (type === 'TV_SHOW') {
		const show = tvShows.find(({ targeting_value: id }) => String(id) === value);
		return show?.name ?? invalid('targeting_value', `TV show ${value} was not found`, value);
	}
	const fixed = fixedValues[type];
	if (fixed)
		return fixed.includes(value)
			? value
			: invalid('targeting_value', `${type} takes ${fixed.join(', ')}`, value);
	const listed = type === 'APP_STORE_CATEGORY_LOOKALIKE' ? 'APP_STORE_CATEGORY' : type;
	if (!hasOptions(listed)) return value;
	return (
		findOption(listed, value)?.name ?? invalid('targeting_value', `${type} has no value "${value}"`, value)
	);
}

function checkCompany(type: string, value: string, present: readonly Entity[]): void {
	const ofTypes = (types: readonly string[]) =>
		present.filter(({ data }) => types.includes(text(data.targeting_type)));
	const group = limits.find(({ types }) => types.includes(type));
	if (group && ofTypes(group.types).length >= group.limit) {
		invalid(
			'targeting_type',
			`A line item can have ${group.limit} criteria of type ${group.types.join(', ')}`,
			type,
		);
	}
	if (type === 'ENGAGEMENT_TYPE' && ofTypes(['CAMPAIGN_ENGAGEMENT', 'USER_ENGAGEMENT']).length === 0) {
		refuse(
			'INCLUSIVE_PARAMETERS',
			'ENGAGEMENT_TYPE needs CAMPAIGN_ENGAGEMENT or USER_ENGAGEMENT first',
			'targeting_type',
		);
	}
	if (
		custom.includes(type) &&
		ofTypes(custom).some(({ data }) => data.targeting_value === value && data.targeting_type !== type)
	) {
		refuse('EXCLUSIVE_PARAMETERS', 'An audience and its lookalike exclude each other', 'targeting_value');
	}
	if (type === 'TV_SHOW') checkShow(value, ofTypes(['LOCATION']));
}

/** A show can be targeted where it is on air. */
function checkShow(value: string, present: readonly Entity[]): void {
	if (present.length === 0) {
		refuse('INVALID_TV_SHOW_LOCATIONS', 'TV_SHOW needs a LOCATION on the line item first', 'targeting_type');
	}
	const countries = present.map(
		({ data }) => findOption('LOCATION', text(data.targeting_value))?.country_code,
	);
	const show = tvShows.find(({ targeting_value: id }) => String(id) === value);
	if (!show?.locales.some(({ country }) => countries.includes(country))) {
		refuse(
			'TV_SHOW_OUTSIDE_MARKET',
			'The show is not on air where the line item is targeted',
			'targeting_value',
		);
	}
}
