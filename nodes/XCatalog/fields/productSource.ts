/** The fields that say where products come from. */
import { get, isEqual } from 'lodash';
import { formOnly, oneOf, text, when } from '../../shared/fields';
import { InvalidValue, type Field, type ValuesOf } from '../../shared/operation/operation';
import { tryParseExact } from '../../shared/util/exactJson';
import { productForm } from './product';

/** Values by column, as they come. */
export type Columns = Readonly<Record<string, unknown>>;

/** Shows what a product looks like. Where it is sent by mistake nobody can buy it, and its ID is easy to find. */
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

const isColumns = (value: unknown): value is Columns =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A product or a list of products. Long identifiers written as numbers become text before they lose digits. */
const productsJson: Field<readonly Columns[]> = {
	label: 'Products (JSON)',
	property: {
		type: 'json',
		default: JSON.stringify(EXAMPLE, null, 2),
		description: 'A product, or a list of products, under the names of the feed columns',
	},
	encode: (value) => {
		const parsed = typeof value === 'string' ? tryParseExact(value) : value;
		const list: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
		if (list.every(isColumns)) return list;
		throw new InvalidValue(
			'type',
			'must be an object or a list of objects, like {"id": "SKU-1001", "title": "Trail Shoe"}',
		);
	},
};

/**
 * The names of the columns that are mapped by hand, undefined where columns are found by name. Those that the form shows
 * but nobody filled in are null there. The values are read one by one, see `mappedColumn`.
 */
const mapping: Field<readonly string[]> = {
	label: 'Columns',
	place: 'form',
	required: false,
	read: (parameter) => parameter('mapping', 'written'),
	encode: (value) => {
		if (get(value, 'mappingMode') !== 'defineBelow') return undefined;
		const columns: unknown = get(value, 'value');
		return isColumns(columns) ? Object.keys(columns).filter((name) => columns[name] !== null) : [];
	},
	property: {
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'autoMapInputData', value: null },
		description: 'How the columns of the input become fields of the product',
		typeOptions: {
			resourceMapper: {
				resourceMapperMethod: 'getProductFields',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: false,
				multiKeyMatch: false,
				supportAutoMap: true,
			},
		},
	},
};

/** The products of an input item as JSON. */
export const jsonSource = { productsJson: when({ productsFrom: ['json'] }, formOnly(productsJson)) };

/** The file of an input item. */
export const fileSource = {
	binaryPropertyName: when(
		{ productsFrom: ['file'] },
		formOnly(
			text({
				label: 'Input Data Field Name',
				default: 'data',
				description: 'The binary field of the input item that holds the file',
			}),
		),
	),
	fileFormat: when(
		{ productsFrom: ['file'] },
		formOnly(
			oneOf(
				{
					auto: ['Automatic', 'By the name of the file, or by its type'],
					csv: 'CSV',
					jsonl: 'JSON Lines',
					tsv: 'TSV',
					xml: ['XML', 'RSS, Atom or a list of products'],
				},
				{ default: 'auto', description: 'The format of the file' },
			),
		),
	),
};

/**
 * All fields about the source of products.
 *
 * @param preset What a fresh node begins with.
 */
export const productSource = (preset: 'fields' | 'mapping') => ({
	productsFrom: formOnly(
		oneOf(
			{
				fields: ['Fields Below', 'One product per input item, its fields filled in below'],
				file: ['File', 'A CSV, TSV, XML or JSON lines file in the columns of a product feed, of any size'],
				json: ['JSON', 'A product or a list of products'],
				mapping: ['Input Items', 'One product per input item, its columns found by name or mapped by hand'],
			},
			{ label: 'Products From', default: preset, description: 'Where to take the products from' },
		),
	),
	...productForm,
	mapping: when({ productsFrom: ['mapping'] }, mapping),
	...jsonSource,
	...fileSource,
});

export type SourceValues = Pick<
	ValuesOf<ReturnType<typeof productSource>>,
	'productsFrom' | 'mapping' | 'productsJson'
>;

/** Warns where the example of Products (JSON) is sent as it stands. */
export function* warnExample({ productsJson }: SourceValues): Generator<string> {
	if (isEqual(productsJson, [EXAMPLE]))
		yield 'This was the example of Products (JSON), sent as it stood: put your own products there, and delete EXAMPLE-1 from the catalog';
}
