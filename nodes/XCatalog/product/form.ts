/** The fields of a product as the form and the resource mapper show them, made of the table. */
import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { notice } from '../notice';
import { FIELDS, type ProductField } from './fields';
import type { Field } from '../../shared/operation/operation';

const inForm = { productsFrom: ['fields'] };

/** Checked with the rest of the product, so that all that is wrong with it comes in one message. */
const asGiven: Field['encode'] = (value) => value;

const defaults: Readonly<Record<string, string>> = { availability: 'in stock', condition: 'new' };

const choiceOptions = (choices: readonly string[]) =>
	choices.map((value) => ({
		name: value.replace(/\b(?!for\b)[a-z]/g, (letter) => letter.toUpperCase()),
		value,
	}));

/** Top-level fields for what every product needs, and a collection for the rest. */
export const productForm: Readonly<Record<string, Field>> = {
	...Object.fromEntries(
		FIELDS.filter(({ required }) => required).map((field) => [
			field.name,
			{
				label: field.label,
				property: { ...propertyOf(field), ...(field.kind !== 'choice' && { required: true }) },
				place: 'form',
				required: false,
				when: inForm,
				encode: asGiven,
			} satisfies Field,
		]),
	),
	oneOfThree: {
		...notice('A product needs a brand, a GTIN or an MPN as well: add one of them'),
		when: inForm,
	},
	moreFields: {
		label: 'Additional Fields',
		place: 'form',
		required: false,
		when: inForm,
		encode: asGiven,
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
	},
};

function propertyOf({ kind, choices, description, placeholder, name }: ProductField) {
	const texts = { description, ...(placeholder !== undefined && { placeholder }) };
	switch (kind) {
		case 'choice':
			return {
				type: 'options' as const,
				options: choiceOptions(choices ?? []),
				default: defaults[name] ?? choices?.[0] ?? '',
				...texts,
			};
		case 'integer':
			return { type: 'number' as const, typeOptions: { minValue: 0 }, default: 0, ...texts };
		default:
			return {
				type: 'string' as const,
				default: '',
				...(name === 'description' && { typeOptions: { rows: 4 } }),
				...texts,
			};
	}
}

/** The columns of the resource mapper; with automatic mapping they are matched by name. */
export const mapperFields = (): ResourceMapperField[] =>
	FIELDS.map(({ name, label, kind, required, choices }) => ({
		id: name,
		// The mapper shows neither placeholders nor descriptions.
		displayName: kind === 'price' ? `${label} (e.g. 59.90 EUR)` : label,
		required: required === true,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: kind === 'choice' ? 'options' : kind === 'integer' ? 'number' : 'string',
		...(choices && { options: choiceOptions(choices) }),
	}));
