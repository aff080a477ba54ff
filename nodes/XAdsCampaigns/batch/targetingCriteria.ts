import { choice } from '../../shared/fields';
import type { Field } from '../../shared/operation';
import { asText } from '../../shared/text';
import { checkOperator, checkUserValue, tooMany, type Criterion } from '../checks/targeting';
import { checks } from '../checks/combine';
import { inAccount, lineItem, targetingCriterion, targetingValue } from '../locators';
import { OPERATORS, TARGETING_TYPES } from '../vocabulary';
import type { Batching, Params } from './batch';
import { batchOptions, byType, onChange, onCreate, operationType } from './fields';

/** What one criterion says. */
export const criterionFields = (): Record<'targeting_type' | 'targeting_value' | 'operator_type', Field> => ({
	targeting_type: choice(TARGETING_TYPES, {
		label: 'Targeting Type',
		default: 'BROAD_KEYWORD',
		description: 'What kind of thing to target',
	}),
	targeting_value: targetingValue(),
	operator_type: choice(OPERATORS, {
		label: 'Operator',
		default: 'EQ',
		description: 'Whether to reach who matches or to leave them out',
	}),
});

const { targeting_type, targeting_value, operator_type } = criterionFields();

export const batchCriterion = {
	...inAccount,
	...operationType({ Create: 'Create', Delete: 'Delete' }),
	targeting_criterion_id: onChange(targetingCriterion()),
	line_item_id: onCreate(lineItem()),
	targeting_type: onCreate(targeting_type),
	targeting_value: onCreate(targeting_value),
	operator_type: onCreate(operator_type),
	...batchOptions,
} satisfies Record<string, Field>;

/** Too many of a kind on one line item are too many whatever it has already. */
function* together(params: readonly Params[]): Generator<readonly [number, string]> {
	const byLineItem = new Map<string, number[]>();
	for (const [place, { line_item_id: id }] of params.entries()) {
		const places = byLineItem.get(asText(id)) ?? [];
		byLineItem.set(asText(id), places);
		places.push(place);
	}
	for (const places of byLineItem.values()) {
		const own = places.map((place): Criterion => params[place] ?? {});
		for (const [index, sentence] of tooMany(own)) yield [places[index] ?? 0, sentence];
	}
}

/** Documentation: batch targeting criteria, 500 in a request. */
export const criterionBatch: Batching = {
	size: 500,
	id: 'targeting_criterion_id',
	fields: batchCriterion,
	check: byType(checks(checkOperator, checkUserValue), function* () {
		yield 'Operation Type: must be Create or Delete; a criterion cannot be changed';
	}),
	together,
	parent: ({ line_item_id: id }) => (typeof id === 'string' ? id : undefined),
};
