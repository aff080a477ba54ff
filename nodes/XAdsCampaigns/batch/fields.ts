/** Fields and rules that all batches share. */
import { mapValues, omit, pickBy } from 'lodash';
import { body, choice, formOnly, number, options, when } from '../../shared/fields';
import { labelOf } from '../../shared/operation/labels';
import type { Call, Field, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { checks, type Check } from '../checks/combine';
import { belongs, isMember, ofItsType, typeLabel, type Fields } from './operationType';

export const onCreate = (field: Field) => when({ operation_type: ['Create'] }, body(field));
export const onChange = (field: Field) => when({ operation_type: ['Update', 'Delete'] }, body(field));
export const onCreateOrUpdate = (field: Field) => when({ operation_type: ['Create', 'Update'] }, field);

/** Details that only one of the two knows. */
export const onlyToCreate = (fields: Record<string, Field>) =>
	mapValues(fields, (field) => when({ operation_type: ['Create'] }, field));
export const onlyToUpdate = (fields: Record<string, Field>) =>
	mapValues(fields, (field) => when({ operation_type: ['Update'] }, field));

/** Optional fields of a creation or an update; in an update an empty one unsets. */
export const detailsOfBoth = (fields: Record<string, Field>): Record<string, Field> =>
	mapValues(fields, (field) => ({
		...field,
		section: 'additionalFields' as const,
		required: false,
		sendsEmpty: true,
		place: field.place ?? ('body' as const),
	}));

export const batchOptions: Record<string, Field> = options({
	on_refusal: formOnly(
		choice(
			{
				report: ['Report', 'Every item of the batch gets an error that says which one was at fault'],
				sendRest: [
					'Send the Rest Again',
					'Once more without the items at fault; a refused batch has changed nothing',
				],
			},
			{
				label: 'If a Batch Is Refused',
				default: 'report',
				description: 'The platform takes a batch as a whole or not at all',
			},
		),
	),
	requests_at_once: formOnly(
		number({
			label: 'Requests at Once',
			min: 1,
			max: 10,
			default: 4,
			description:
				'How many batches may be under way; batches for the same parent always wait for each other',
		}),
	),
});

export const updates = (calls: readonly Call[]): readonly Call[] =>
	calls.filter(({ values }) => values.operation_type === 'Update');

/**
 * The rules that belong to what is done with the item.
 *
 * @param onlyUpdate Absent where nothing can be changed.
 */
export const byType = (fields: Fields, onlyCreate: Check, onlyUpdate?: Check) =>
	function* (given: Values): Generator<string> {
		const values = ofItsType(fields, given);
		const { operation_type: type } = values;
		yield* needed(fields, values);
		if (type === 'Create') yield* onlyCreate(values);
		else if (type === 'Update' && onlyUpdate) yield* checks(somethingToChange(fields), onlyUpdate)(values);
		else if (type !== 'Delete')
			yield `${typeLabel(given)}: must be Create${onlyUpdate ? ', Update' : ''} or Delete, and is "${asText(type)}"`;
	};

/** An update without a change would be an operation for nothing. */
const somethingToChange = (fields: Fields) =>
	function* (values: Values): Generator<string> {
		const changes = pickBy(fields, (field) =>
			isMember(field)
				? field.section === 'additionalFields'
				: belongs(field, 'Update') && !belongs(field, 'Delete') && field.place === 'body',
		);
		if (Object.keys(omit(changes, 'check_bidding_rules')).every((key) => values[key] === undefined))
			yield 'Additional Fields: needs at least one field to change';
	};

/** What the engine asks for by itself only where the type is the same for all items. */
function* needed(fields: Fields, values: Values): Generator<string> {
	const { operation_type: type } = values;
	for (const [key, field] of Object.entries(fields))
		if (field.required !== false && belongs(field, type) && values[key] === undefined)
			yield `${labelOf(key, field)}: is required to ${asText(type).toLowerCase()}`;
}

/** @param names Labels by key of what a creation cannot do without. */
export const required = (names: Readonly<Record<string, string>>) =>
	function* (values: Values): Generator<string> {
		for (const [key, label] of Object.entries(names))
			if (values[key] === undefined || values[key] === '') yield `${label}: is required to create`;
	};
