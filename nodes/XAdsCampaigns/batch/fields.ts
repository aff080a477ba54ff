/** Fields and rules that all batches share. */
import { mapValues } from 'lodash';
import { body, choice, form, number, options, when } from '../../shared/fields';
import type { Call, Field, Operation, Values } from '../../shared/operation';
import { BATCH_OPERATIONS } from '../vocabulary';

/** What to do with an input item. An expression may decide item by item. */
export const operationType = (choices = BATCH_OPERATIONS): Record<string, Field> => ({
	operation_type: form(
		choice(choices, {
			label: 'Operation Type',
			default: 'Create',
			description: 'What to do with this input item; an expression may decide item by item',
		}),
	),
});

export const onCreate = (field: Field) => when({ operation_type: ['Create'] }, body(field));
export const onChange = (field: Field) => when({ operation_type: ['Update', 'Delete'] }, body(field));
export const onCreateOrUpdate = (field: Field) => when({ operation_type: ['Create', 'Update'] }, field);

/** Optional fields of a creation or an update; in an update an empty one unsets. */
export const detailsOfBoth = (fields: Record<string, Field>): Record<string, Field> =>
	mapValues(fields, (field) => ({
		...field,
		section: 'additionalFields' as const,
		required: false,
		unsets: true,
		place: field.place ?? ('body' as const),
	}));

export const batchOptions: Record<string, Field> = options({
	on_refusal: form(
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
	requests_at_once: form(
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

type Check = NonNullable<Operation['check']>;

/** The rules that belong to what is done with the item. */
export const byType = (onlyCreate: Check, onlyUpdate: Check) =>
	function* (values: Values): Generator<string> {
		if (values.operation_type === 'Create') yield* onlyCreate(values);
		else if (values.operation_type === 'Update') yield* onlyUpdate(values);
		else if (values.operation_type !== 'Delete')
			yield `Operation Type: must be Create, Update or Delete, and is "${String(values.operation_type)}"`;
	};

/** @param names Labels by key of what a creation cannot do without. */
export const required = (names: Readonly<Record<string, string>>) =>
	function* (values: Values): Generator<string> {
		for (const [key, label] of Object.entries(names))
			if (values[key] === undefined || values[key] === '') yield `${label}: is required to create`;
	};
