import { choice, formOnly, optional, when } from '../../shared/fields';
import type { Field, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { checks } from '../checks/combine';
import { checkCompany, needsCompany } from '../checks/company';
import { throwFirst } from '../checks/errors';
import { checkOperator, checkUserValue, type Criterion, tooMany } from '../checks/targeting';
import { inAccount, lineItem, targetingCriterion, targetingValue, tvMarketOfList } from '../locators';
import { readCriteriaAhead } from '../entityCache';
import { ON_TV, OPERATORS, TARGETING_TYPES } from '../enums';
import { ANY, toRead, type Batching, type Params } from './batch';
import { batchOptions, byType, onChange, onCreate } from './fields';
import { operationType } from './operationType';
import { Targeted } from './targeted';

/** What one criterion says. */
export const criterionFields = (): Record<
	'targeting_type' | 'tv_market' | 'targeting_value' | 'operator_type',
	Field
> => ({
	targeting_type: choice(TARGETING_TYPES, {
		label: 'Targeting Type',
		default: 'BROAD_KEYWORD',
		description: 'What kind of thing to target',
	}),
	tv_market: when({ targeting_type: ON_TV }, optional(formOnly(tvMarketOfList()))),
	targeting_value: targetingValue(),
	operator_type: choice(OPERATORS, {
		label: 'Operator',
		default: 'EQ',
		description: 'Whether to reach who matches or to leave them out',
	}),
});

const { targeting_type, tv_market, targeting_value, operator_type } = criterionFields();

export const batchCriterion = {
	...inAccount,
	...operationType({ Create: 'Create', Delete: 'Delete' }),
	targeting_criterion_id: onChange(targetingCriterion()),
	line_item_id: onCreate(lineItem()),
	targeting_type: onCreate(targeting_type),
	tv_market: when({ operation_type: ['Create'], targeting_type: ON_TV }, tv_market),
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

/** The line item whose criteria have a say in this one. */
const inNeed = (values: Values) =>
	values.operation_type === 'Create' && needsCompany(values) ? asText(values.line_item_id) : undefined;

/** Documentation: batch targeting criteria, 500 in a request. */
export const criterionBatch: Batching = {
	size: 500,
	id: 'targeting_criterion_id',
	fields: batchCriterion,
	check: byType(batchCriterion, checks(checkOperator, checkUserValue)),
	ahead: (calls) => readCriteriaAhead(toRead(calls, inNeed)),
	preparing: () => {
		const targeted = new Targeted();
		return async (call) => {
			const lineItem = inNeed(call.values);
			if (lineItem !== undefined)
				throwFirst(call, checkCompany(call.values, await targeted.on(call, lineItem)));
			targeted.apply(call);
			return {};
		};
	},
	together,
	// Only the platform knows which line item loses a criterion that is deleted.
	parent: ({ line_item_id: id }) => asText(id) || ANY,
};
