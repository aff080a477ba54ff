/** Fields and rules that all batches share. */
import { mapValues, omit, pickBy } from 'lodash';
import { body, choice, form, number, optional, options, text, when } from '../../shared/fields';
import { labelOf, propertyName } from '../../shared/names';
import type { Call, Field, Operation, Values } from '../../shared/operation';
import { asText } from '../../shared/text';
import { checks } from '../checks/combine';
import { BATCH_OPERATIONS } from '../vocabulary';

/** The operation type under which each input item says what to do with it. */
const MIXED = 'Mixed';
const ITEM_OPERATION = 'Operation of the Item';

/** What to do with the input items: the same with all of them, or what each one says. */
export const operationType = (choices = BATCH_OPERATIONS): Record<string, Field> => ({
	operation_type: form(
		choice(
			{ ...choices, [MIXED]: ['Depends on the Item', 'Every input item says what to do with it'] },
			{ label: 'Operation Type', default: 'Create', description: 'What to do with the input items' },
		),
	),
	item_operation: when(
		{ operation_type: [MIXED] },
		form({
			...text({
				label: ITEM_OPERATION,
				default: '={{ $json.operation }}',
				placeholder: `e.g. ${Object.values(choices).map(asText).join(' or ')}`,
				description: `${Object.keys(choices)
					.join(', ')
					.replace(/, (\w+)$/, ' or $1')}; fields that do not belong to it are left out`,
			}),
			encode: (value) =>
				Object.keys(choices).find((each) => isSameWord(each, asText(value))) ?? asText(value),
		}),
	),
});

const isSameWord = (one: string, other: string) => one.toLowerCase() === other.trim().toLowerCase();

type Fields = Readonly<Record<string, Field>>;

/** Key of a field in the form where each item says what to do. */
const mixedKey = (key: string) => `${key} of item`;

/**
 * The fields of a batch as the form has them: those that belong to one operation type stand there once more for items
 * that say it themselves, because no item needs all of them.
 */
export const inForm = (fields: Fields): Fields =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([key, field]): [string, Field][] => {
			const { when: shown } = field;
			if (!shown?.operation_type || shown.operation_type.includes(MIXED)) return [[key, field]];
			const mixed: Field = {
				...optional(field),
				label: labelOf(key, field),
				name: propertyName(key, field),
				wire: field.wire ?? key,
				when: { ...shown, operation_type: [MIXED] },
			};
			return [
				[key, field],
				[mixedKey(key), mixed],
			];
		}),
	);

const belongs = ({ when: shown }: Pick<Field, 'when'>, type: unknown) =>
	shown?.operation_type?.some((each) => each === type) === true;

/** The values that belong to what is done with an item, under the names that they have where all items are alike. */
export function ofItsType(fields: Fields, values: Values): Values {
	if (values.operation_type !== MIXED) return values;
	const type = values.item_operation;
	const common = pickBy(values, (_, key) => key in fields && key !== 'item_operation');
	const own = pickBy(fields, (field) => belongs(field, type));
	return { ...common, ...mapValues(own, (_, key) => values[mixedKey(key)]), operation_type: type };
}

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

/**
 * The rules that belong to what is done with the item.
 *
 * @param onlyUpdate Absent where nothing can be changed.
 */
export const byType = (fields: Fields, onlyCreate: Check, onlyUpdate?: Check) =>
	function* (given: Values): Generator<string> {
		const label = given.operation_type === MIXED ? ITEM_OPERATION : 'Operation Type';
		const values = ofItsType(fields, given);
		const { operation_type: type } = values;
		yield* needed(fields, values);
		if (type === 'Create') yield* onlyCreate(values);
		else if (type === 'Update' && onlyUpdate) yield* checks(somethingToChange(fields), onlyUpdate)(values);
		else if (type !== 'Delete')
			yield `${label}: must be Create${onlyUpdate ? ', Update' : ''} or Delete, and is "${asText(type)}"`;
	};

/** An update without a change would be an operation for nothing. */
const somethingToChange = (fields: Fields) =>
	function* (values: Values): Generator<string> {
		const changes = pickBy(fields, ({ section, place, when: shown }) =>
			shown ? !belongs({ when: shown }, 'Delete') && place === 'body' : section === 'additionalFields',
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
