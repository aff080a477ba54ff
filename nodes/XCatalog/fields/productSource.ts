/** This file defines the form fields for the source of the products. */
import { get, isEqual, omitBy } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import {
	choices,
	choicesFrom,
	collection,
	formChoice,
	formOnly,
	formText,
	oneOf,
	optional,
	preset,
	text,
	when,
	type Choices,
} from '../../shared/fields';
import { InvalidValue, type Field, type ValuesOf } from '../../shared/operation/operation';
import { title } from '../../shared/operation/labels';
import { tryParseExact } from '../../shared/util/exactJson';
import { isObject, object } from '../../shared/util/lenient';
import { asText, isBlank } from '../../shared/util/text';
import { FORMATS, type FormatName } from '../formats';
import { ID_SOURCES } from '../formats/ids';
import type { Format } from '../formats/vocabulary';
import { OWN_MAPPING, type OwnMapping } from '../formats/ownMapping';
import { fieldOf } from '../product/fields';
import { ALL_AS_JSON, productForm } from './product';

export type ColumnValues = Readonly<Record<string, unknown>>;

/** An example of a product. If it is sent by mistake, no one can buy it, and its ID is easy to find. */
const EXAMPLE = {
	id: 'EXAMPLE-1',
	title: 'Example: put your own products here',
	description: 'A light shoe for wet paths',
	availability: 'discontinued',
	condition: 'new',
	price: '59.90 EUR',
	link: 'https://shop.example/trail-shoe',
	image_link: 'https://shop.example/trail-shoe.jpg',
	brand: 'Acme',
};

/** A product or a list of products. Long numeric IDs are kept as text, so that they lose no digits. */
const productsJson: Field<readonly ColumnValues[]> = {
	label: 'Products (JSON)',
	property: {
		type: 'json',
		default: JSON.stringify(EXAMPLE, null, 2),
		description: 'A product, or a list of products, under the names of the feed columns',
	},
	encode: (value) => {
		const parsed = typeof value === 'string' ? tryParseExact(value) : value;
		const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
		if (list.every(isObject)) return list;
		throw new InvalidValue(
			'type',
			'must be an object or a list of objects, like {"id": "SKU-1001", "title": "Trail Shoe"}',
		);
	},
};

const mapper = (resourceMapperMethod: string, supportAutoMap: boolean) => ({
	type: 'resourceMapper' as const,
	noDataExpression: true,
	default: { mappingMode: supportAutoMap ? 'autoMapInputData' : 'defineBelow', value: null },
	typeOptions: {
		resourceMapper: {
			resourceMapperMethod,
			mode: 'add' as const,
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			multiKeyMatch: false,
			supportAutoMap,
		},
	},
});

/** Names the columns that have a value. The form stores null for fields that are shown but not filled in. */
function filledIn(mapping: unknown): string[] {
	const values: unknown = get(mapping, 'value');
	return isObject(values) ? Object.keys(values).filter((name) => values[name] !== null) : [];
}

/** The columns that are mapped by hand, or undefined for mapping by name. `mappedColumn` reads the values. */
const mapping: Field<readonly string[]> = {
	label: 'Columns',
	place: 'form',
	required: false,
	read: (parameter) => parameter('mapping', 'written'),
	encode: (value) => {
		if (get(value, 'mappingMode') !== 'defineBelow') return undefined;
		return filledIn(value);
	},
	property: {
		...mapper('getProductFields', true),
		description: 'How the columns of the input become fields of the product',
	},
};

const MENU_OF_FORMATS = Object.fromEntries(
	FORMATS.filter((format: Format) => format.isUnlisted !== true).map(
		({ value, label, description, isOfDocumentation }: Format) => {
			const texts = [
				description ?? [],
				isOfDocumentation ? 'Made by its documentation: no file of a shop was seen' : [],
			].flat();
			return [value, texts.length === 0 ? label : [label, texts.join('. ')]];
		},
	),
) as Readonly<Record<FormatName, Choices[string]>>;

const sourceFormat = formChoice(
	{
		...MENU_OF_FORMATS,
		auto: ['Detect', 'Look at the columns; the report says what was found'],
		nearest: [
			'Take the Nearest Fields',
			'As Detect; an unknown file is read by the words of its columns, which the report names',
		],
		own: [OWN_MAPPING, 'Choose the column for each field yourself'],
	},
	{
		label: 'Source Format',
		default: 'auto',
		description: 'Which system the columns come from',
	},
);

/** Reads a mapping: the columns of single fields, and those of all fields as the report of an unknown file has them. */
function columnsOfFields({ [ALL_AS_JSON.id]: pasted, ...single }: IDataObject): OwnMapping {
	const all = isBlank(pasted) ? {} : typeof pasted === 'string' ? tryParseExact(pasted) : pasted;
	const texts = Object.entries({ ...object(all), ...omitBy(single, isBlank) });
	const wrong = texts.find(([name, text]) => fieldOf(name) === undefined || typeof text === 'object');
	if (isObject(all) && wrong === undefined)
		return Object.fromEntries(texts.map(([name, text]) => [fieldOf(name)?.name, asText(text)])) as OwnMapping;
	const found = wrong === undefined ? '' : `. "${wrong[0]}" is no field with a column`;
	throw new InvalidValue(
		'type',
		`must have a column for each field, in ${ALL_AS_JSON.displayName} such as {"id": "SKU", "title": "{Brand} {Model}"}${found}`,
	);
}

/** For each field, a column or a text with columns in braces. They are read one by one, like those of `mapping`. */
const fileMapping: Field<OwnMapping> = {
	label: 'Columns of the File',
	place: 'form',
	required: false,
	read: (parameter) => {
		const names = filledIn(parameter('fileMapping', 'written'));
		return Object.fromEntries(names.map((name) => [name, parameter(`fileMapping.value.${name}`)]));
	},
	encode: (value) => columnsOfFields(object(value)),
	property: {
		...mapper('getFileFields', false),
		description:
			'The column that each field comes from, a text with columns in braces, e.g. {Brand} {Model}, or a fixed text in quotes, e.g. "new". Fields that are not mapped are found as Detect does. Once the node has read a file, its columns are offered here: refresh the list of fields. All Fields (JSON) takes what a dry run shows.',
	},
};

/** The source of IDs. It must stay the same from run to run. */
const idsFrom = formChoice(
	{
		auto: ['Automatic', 'The SKU; without one, what the shop tells variants apart by'],
		...ID_SOURCES,
	},
	{
		label: 'Product IDs From',
		default: 'auto',
		description:
			'What the IDs of a shop system are made of. Keep it: with other IDs every product would be in the catalog twice, so Sync compares them with the catalog before it sends anything.',
	},
);

const idCountry = formText({
	label: 'Country of the IDs',
	default: 'US',
	description: 'The country of the Google channel, as it stands in the IDs of its products',
	placeholder: 'e.g. US',
	pattern: /^\s*[A-Za-z]{2}\s*$/,
	shape: 'a country code of two letters',
});

const choicesOf = (name: string): readonly string[] => fieldOf(name)?.choices ?? [];

/** Defaults for values that the source lacks. */
const defaults = optional(
	formOnly(
		collection(
			{
				availability: oneOf(
					{
						...choicesFrom(choicesOf('availability'), title),
						stock: ['By Inventory', 'In stock where the inventory is empty or above 0'],
					},
					{ default: 'in stock', description: 'For products without this value' },
				),
				brand: text({ description: 'For products without a brand' }),
				condition: oneOf(choicesFrom(choicesOf('condition'), title), {
					default: 'new',
					description: 'For products without this value',
				}),
				currency: text({
					description: 'For prices without a currency',
					placeholder: 'e.g. EUR',
					pattern: /^\s*[A-Za-z]{3}\s*$/,
					shape: 'a currency code of three letters',
				}),
				decimals: oneOf(
					{
						auto: ['Detect', 'Ambiguous amounts are refused'],
						comma: '1.299,00',
						point: '1,299.00',
					},
					{ default: 'auto', description: 'How prices are written' },
				),
				imageBase: text({
					label: 'Image Address',
					description: 'What to put before image paths that are not full URLs',
					placeholder: 'e.g. https://shop.example/media/catalog/product',
				}),
				linkPattern: text({
					description: 'The page of products without a link, with columns of the source in braces',
					placeholder: 'e.g. https://shop.example/products/{Handle}',
					pattern: /^https:\/\/(?:[^\s{}]|\{[^{}]+\})+$/i,
					shape: 'an address with columns in braces, like https://shop.example/products/{Handle}',
				}),
				timeZone: text({
					description: 'For dates without an offset',
					placeholder: 'e.g. Europe/Berlin',
				}),
			},
			{ placeholder: 'Add Default', description: 'What to send where the source has no value' },
		),
	),
);

const cleanUp = preset(
	formOnly(
		choices(
			{
				entities: ['Decode Entities', 'Turn &amp;amp; and similar entities into characters'],
				gtin: ['Leave Out Broken GTINs', 'Leave out GTINs of a wrong length or check digit'],
				html: ['HTML to Text', 'In titles and descriptions'],
				https: ['Http to Https', 'In all addresses'],
				images: ['Tidy Images', 'Split several URLs in a cell, leave out repeated ones and those beyond ten'],
				length: ['Cut Long Texts', 'Cut titles and descriptions to their longest length'],
				salePrice: ['Drop Equal Sale Prices', 'Leave out sale prices that are equal to the price'],
				spaces: ['Fix Blanks', 'In addresses, and around ">" in product types'],
			},
			{
				label: 'Clean-Up',
				default: ['entities', 'html', 'images', 'salePrice', 'spaces'],
				description: 'What to correct before products are checked. The report counts it.',
			},
		),
	),
);

const FOREIGN = { productsFrom: ['file', 'json', 'mapping'] };

export const jsonSource = { productsJson: when({ productsFrom: ['json'] }, formOnly(productsJson)) };

export const fileSource = {
	binaryPropertyName: when(
		{ productsFrom: ['file'] },
		formText({
			label: 'Input Binary Field',
			default: 'data',
			description: 'The binary field of the input item that holds the file',
		}),
	),
};

const encoding = formChoice(
	{
		auto: ['Automatic', 'UTF-8, or what the file itself says'],
		'iso-8859-2': ['ISO 8859-2', 'Central Europe, older files'],
		shift_jis: ['Shift JIS', 'Japan'],
		'windows-1250': ['Windows-1250', 'Central Europe'],
		'windows-1251': ['Windows-1251', 'Cyrillic'],
		'windows-1252': ['Windows-1252', 'Western Europe: CSV files of Excel and older shops'],
	},
	{ default: 'auto', description: 'How the characters of the file are written' },
);

/** Options of the source. Most inputs need none, and a message names the one that another input needs. */
export const sourceOptions = {
	cleanUp: when(FOREIGN, cleanUp),
	encoding: when({ productsFrom: ['file'] }, encoding),
	idsFrom: when(FOREIGN, idsFrom),
	idCountry: when(FOREIGN, idCountry),
};

/** Returns all form fields for the source of the products. */
export const productSource = (preset: 'fields' | 'mapping') => ({
	productsFrom: formChoice(
		{
			fields: ['Fields Below', 'One product per input item, its fields filled in below'],
			file: [
				'File',
				'A CSV, TSV, XML or JSON file, also compressed with gzip: a product feed, or the export of a shop system',
			],
			json: ['JSON', 'A product or a list of products'],
			mapping: ['Input Items', 'One product per input item, its columns found by name or mapped by hand'],
		},
		{ default: preset, description: 'Where to take the products from' },
	),
	...productForm,
	mapping: when({ productsFrom: ['mapping'] }, mapping),
	...jsonSource,
	...fileSource,
	sourceFormat: when(FOREIGN, sourceFormat),
	fileMapping: when({ productsFrom: ['file', 'json'], sourceFormat: ['own'] }, fileMapping),
	defaults: when(FOREIGN, defaults),
});

export type SourceValues = Omit<
	ValuesOf<ReturnType<typeof productSource> & typeof sourceOptions>,
	keyof typeof productForm | keyof typeof fileSource
> & { readonly dryRun?: boolean | undefined };

/** Warns if the example in Products (JSON) is sent unchanged. */
export function* warnExample({ productsJson }: SourceValues): Generator<string> {
	if (isEqual(productsJson, [EXAMPLE]))
		yield 'This was the example of Products (JSON), sent as it stood: put your own products there, and delete EXAMPLE-1 from the catalog';
}
