/** This file makes the fields of a product in the form and the resource mapper from the table in product/fields.ts. */
import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { nearestColumns } from '../formats/ownMapping';
import { FIELDS, type ProductField } from '../product/fields';
import { notice } from '../../shared/fields';
import type { Field } from '../../shared/operation/operation';

const IN_FORM = { productsFrom: ['fields'] };

const DEFAULTS: Readonly<Record<string, string>> = { availability: 'in stock', condition: 'new' };

const choiceOptions = (choices: readonly string[]) =>
	choices.map((value) => ({
		name: value.replace(/\b(?!for\b)[a-z]/g, (letter) => letter.toUpperCase()),
		value,
	}));

/** Values pass unchecked. `checkProduct` checks all of them, so that one message lists every mistake. */
const UNCHECKED = {
	place: 'form',
	required: false,
	sendsEmpty: true,
	when: IN_FORM,
	encode: (value: unknown) => value,
} as const;

/** The fields that every product needs, at the top level of the form. */
export const requiredProductFields: Readonly<Record<string, Field>> = Object.fromEntries(
	FIELDS.filter(({ required }) => required).map((field) => [
		field.name,
		{
			...UNCHECKED,
			label: field.label,
			property: { ...propertyOf(field), ...(field.kind !== 'choice' && { required: true }) },
		},
	]),
);

/** The optional fields, in one collection. */
export const moreProductFields: Field<object> = {
	...UNCHECKED,
	label: 'Additional Fields',
	encode: (value) => (typeof value === 'object' && value !== null ? value : undefined),
	property: {
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: FIELDS.filter(({ required }) => !required)
			.map((field): INodeProperties => ({
				displayName: field.label,
				name: field.name,
				...propertyOf(field),
			}))
			.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en')),
	},
};

export const productForm = {
	...requiredProductFields,
	oneOfThree: {
		...notice('A product needs a brand, a GTIN or an MPN as well: add one of them'),
		when: IN_FORM,
	},
	moreFields: moreProductFields,
};

function propertyOf({ kind, choices = [], description, placeholder, name }: ProductField) {
	const texts = { description, ...(placeholder !== undefined && { placeholder }) };
	if (kind === 'choice') {
		const initial = DEFAULTS[name] ?? choices[0] ?? '';
		return { type: 'options' as const, options: choiceOptions(choices), default: initial, ...texts };
	}
	if (kind === 'integer')
		return { type: 'number' as const, typeOptions: { minValue: 0 }, default: 0, ...texts };
	const isLong = name === 'description';
	return { type: 'string' as const, default: '', ...(isLong && { typeOptions: { rows: 4 } }), ...texts };
}

const MAPPED = { defaultMatch: false, canBeUsedToMatch: false, display: true };

/** Returns the columns of the resource mapper. Automatic mapping matches them by name. */
export const mapperFields = (): ResourceMapperField[] =>
	FIELDS.map(({ name, label, kind, required, choices }) => ({
		id: name,
		// The mapper shows neither placeholders nor descriptions.
		displayName: kind === 'price' ? `${label} (e.g. 59.90 EUR)` : label,
		required: required === true,
		...MAPPED,
		type: kind === 'choice' ? 'options' : kind === 'integer' ? 'number' : 'string',
		...(choices && { options: choiceOptions(choices) }),
	}));

/** The field of the mapper for files that takes the columns of all fields at once. */
export const ALL_AS_JSON = { id: 'json', displayName: 'All Fields (JSON)' } as const;

/**
 * Returns the columns of the resource mapper for files: each field of a product can be mapped to a column of the file.
 * n8n shows one of the type `object` as an editor for JSON.
 *
 * @param columns The columns of the file. If they are not known yet, the user types their names.
 */
export function fileFields(columns: readonly string[]): ResourceMapperField[] {
	const options = columns.map((column) => ({ name: column, value: column }));
	const found = nearestColumns(columns);
	const single = FIELDS.map(({ name, label }): ResourceMapperField => {
		const nearest = columns.find((column) => column === found[name]);
		return {
			id: name,
			displayName: label,
			required: false,
			...MAPPED,
			type: columns.length > 0 ? 'options' : 'string',
			...(columns.length > 0 && { options }),
			...(nearest !== undefined && { defaultValue: nearest }),
		};
	});
	return [{ ...ALL_AS_JSON, required: false, ...MAPPED, type: 'object' }, ...single];
}

/**
 * Makes the field of a column that is mapped by hand. n8n validates a mapping that it reads as a whole, and stops the
 * run at the first value that is empty or not spelled as X spells it, so each column is read separately.
 */
export const mappedColumn = (name: string): Field => ({
	...UNCHECKED,
	name: `mapping.value.${name}`,
	isCell: () => true,
	property: { type: 'string', default: '' },
	when: {},
});
