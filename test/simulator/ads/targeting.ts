/** Targeting criteria. */
import { textValue } from './context';
import { living, type EntityKind } from './entities';
import { lineItems } from './lineItems';

export const targetingCriteria: EntityKind = {
	kind: 'targetingCriteria',
	segment: 'targeting_criteria',
	idParam: 'targeting_criterion_id',
	notFound: 'TARGETING_CRITERION_NOT_FOUND',
	history: 'TARGETING_CRITERIA',
	filters: { line_item_ids: 'line_item_id', targeting_criterion_ids: 'id' },
	create: (scope, values) => {
		const value = textValue(values, 'targeting_value') ?? '';
		return {
			line_item_id: living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data.id,
			name: value,
			operator_type: textValue(values, 'operator_type') ?? 'EQ',
			targeting_type: textValue(values, 'targeting_type') ?? '',
			targeting_value: value,
		};
	},
};
