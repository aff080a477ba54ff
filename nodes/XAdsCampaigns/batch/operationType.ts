/**
 * What is done with an input item of a batch: the same with all of them, or what each one says. The form then needs the
 * fields of all operations, and an item takes those that belong to its own.
 */
import { mapValues, omit } from 'lodash';
import { choice, formOnly, optional, text, when } from '../../shared/fields';
import { labelOf, propertyName } from '../../shared/operation/labels';
import type { Field, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { BATCH_OPERATIONS } from '../enums';

/** The operation type under which each input item says what to do with it. */
const MIXED = 'Mixed';
const ITEM_OPERATION = 'Operation of the Item';

/** What to do with the input items: the same with all of them, or what each one says. */
export const operationType = (choices = BATCH_OPERATIONS): Record<string, Field> => ({
	operation_type: formOnly(
		choice(
			{ ...choices, [MIXED]: ['Depends on the Item', 'Every input item says what to do with it'] },
			{ label: 'Operation Type', default: 'Create', description: 'What to do with the input items' },
		),
	),
	item_operation: when(
		{ operation_type: [MIXED] },
		formOnly({
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

export type Fields = Readonly<Record<string, Field>>;

/** Key of a field in the form where each item says what to do. */
const mixedKey = (key: string) => `${key} of item`;

/**
 * The fields of a batch as the form has them: those that belong to one operation type stand there once more for items
 * that say it themselves, because no item needs all of them.
 */
export const inForm = (fields: Fields): Fields =>
	Object.fromEntries(
		Object.entries(fields).flatMap(([key, field]): [string, Field][] => {
			const { when: shown, ...always } = field;
			// In a collection the user adds what he needs: there a field that does not belong is refused, not hidden.
			if (isMember(field)) return [[key, always]];
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

/** Whether a field stands in a collection, not at the top. */
export const isMember = ({ section = 'top' }: Field) => section !== 'top';

/** Whether a field is one of those of an operation type. */
export const belongs = ({ when: shown }: Field, type: unknown) =>
	shown?.operation_type?.some((each) => each === type) === true;

/** The values that belong to what is done with an item, under the names that they have where all items are alike. */
export function ofItsType(fields: Fields, values: Values): Values {
	if (values.operation_type !== MIXED) return values;
	const type = values.item_operation;
	const own = mapValues(omit(fields, 'item_operation'), (field, key) => {
		if (!field.when?.operation_type) return values[key];
		return belongs(field, type) ? values[isMember(field) ? key : mixedKey(key)] : undefined;
	});
	return { ...own, operation_type: type };
}

/** The field that says what to do, for messages. */
export const typeLabel = (values: Values) =>
	values.operation_type === MIXED ? ITEM_OPERATION : 'Operation Type';
