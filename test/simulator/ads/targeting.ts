/** Targeting criteria: which values exist for which type. */
import type { Values } from '../frame/validate';
import { textValue } from './context';
import { living, type EntityKind, type Fields, type Scope } from './entities';
import { invalid, refuse } from './errors';
import { lineItems } from './lineItems';
import { findOption, hasOptions } from './options';
import { text } from './state';

export const targetingCriteria: EntityKind = {
	kind: 'targetingCriteria',
	segment: 'targeting_criteria',
	idParam: 'targeting_criterion_id',
	notFound: 'TARGETING_CRITERION_NOT_FOUND',
	history: 'TARGETING_CRITERIA',
	filters: { line_item_ids: 'line_item_id', targeting_criterion_ids: 'id' },
	create: createCriterion,
};

const KEYWORDS = ['BROAD_KEYWORD', 'EXACT_KEYWORD', 'PHRASE_KEYWORD', 'UNORDERED_KEYWORD'];
const USER_TYPES = ['FOLLOWERS_OF_USER', 'SIMILAR_TO_FOLLOWERS_OF_USER'];

function createCriterion(scope: Scope, values: Values): Fields {
	const item = living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data;
	const type = textValue(values, 'targeting_type') ?? '';
	const value = textValue(values, 'targeting_value') ?? '';
	const operator = textValue(values, 'operator_type') ?? 'EQ';
	const name = checkValue(type, value);
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

/**
 * Check that a value exists for its type.
 *
 * @returns the name that the criterion goes by
 */
function checkValue(type: string, value: string): string {
	if (KEYWORDS.includes(type)) return value;
	if (USER_TYPES.includes(type)) {
		return /^\d+$/.test(value)
			? value
			: refuse('INVALID_USER_ID', `"${value}" is not a user identifier`, 'targeting_value');
	}
	const listed = type === 'APP_STORE_CATEGORY_LOOKALIKE' ? 'APP_STORE_CATEGORY' : type;
	if (!hasOptions(listed)) return value;
	const option = findOption(listed, value);
	return option ? text(option.name) : invalid('targeting_value', `${type} has no value "${value}"`, value);
}
