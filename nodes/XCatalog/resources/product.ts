import { catalog } from '../entities';
import { notice } from '../notice';
import {
	choice,
	filters,
	flag,
	formOnly,
	json,
	list,
	number,
	options,
	text,
	when,
} from '../../shared/fields';
import {
	cursor,
	many,
	op,
	user,
	type Field,
	type Resource,
	type Shape,
	type Values,
} from '../../shared/operation/operation';
import { productForm } from '../product/form';
import { runDelete } from '../operations/deleteProducts';
import { runSync } from '../operations/sync';
import { runUpsert } from '../operations/upsert';

const read = user('ads.read');
const write = user('ads.read', 'ads.write');

const productShape: Shape = {
	simplifiedFields: [
		'id',
		'product_key',
		'title',
		'availability',
		'price',
		'sale_price',
		'inventory',
		'link',
		'image_link',
		'item_group_id',
	],
};

/** Shows what a product looks like. Should it be sent as it is: nobody can buy it, and it is easy to find again. */
const exampleProduct = JSON.stringify(
	{
		id: 'EXAMPLE-1',
		title: 'Example: put your own products here',
		description: 'A light shoe for wet paths',
		availability: 'discontinued',
		condition: 'new',
		price: '59.90 EUR',
		link: 'https://shop.example/trail-shoe',
		image_link: 'https://shop.example/trail-shoe.jpg',
		brand: 'Acme',
	},
	null,
	2,
);

function* warnExample({ productsJson }: Values): Generator<string> {
	if (productsJson === exampleProduct)
		yield 'This was the example of Products (JSON), sent as it stood: put your own products there, and delete EXAMPLE-1 from the catalog';
}

/** Where products come from. */
const sources = (preset: 'fields' | 'mapping'): Record<string, Field> => ({
	productsFrom: formOnly(
		choice(
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
	mapping: when(
		{ productsFrom: ['mapping'] },
		{
			label: 'Columns',
			place: 'form',
			required: false,
			encode: (value) => value,
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
		},
	),
	productsJson: when(
		{ productsFrom: ['json'] },
		formOnly({
			...json({
				label: 'Products (JSON)',
				default: exampleProduct,
				description: 'A product, or a list of products, under the names of the feed columns',
			}),
			encode: (value) => value,
		}),
	),
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
			choice(
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
});

const concurrency = formOnly(
	number({ min: 1, max: 10, default: 4, description: 'How many requests are under way at once' }),
);

const duplicates = formOnly(
	choice(
		{
			fail: ['Fail', 'Send nothing if an ID occurs more than once'],
			first: ['Send First', 'Send the first of several products with the same ID'],
			last: ['Send Last', 'Send the last of several products with the same ID'],
		},
		{
			label: 'Repeated IDs',
			default: 'last',
			description:
				'What to do when an ID occurs more than once in the input: the platform would ignore all of them',
		},
	),
);

const report = (preset: 'all' | 'summary') =>
	formOnly(
		choice(
			{
				all: ['All Products', 'One item for every product of the input'],
				changes: [
					'Changes',
					'One item for every product that was created, updated, deleted, skipped or failed',
				],
				summary: ['Summary', 'A single item with counts and the reasons of failures'],
			},
			{ default: preset, description: 'What to return' },
		),
	);

/** Named here because n8n's scan takes any object literal with this value for the operation itself. */
const DEFAULT_OPERATION = 'upsert';

/** Products travel as JSON, 25 a request. Source: catalog brief, "Product" and "Endpoints". */
export const products: Resource = {
	value: 'product',
	name: 'Product',
	defaultOperation: DEFAULT_OPERATION,
	operations: {
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/products',
			name: 'Delete',
			action: 'Delete products',
			description: 'Delete products by key or by ID for good: this cannot be undone',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				deleteBy: formOnly(
					choice(
						{
							ids: ['Product ID', 'Your own identifiers; the catalog is read to find their keys'],
							keys: ['Product Key', 'The keys that the platform gave the products'],
						},
						{ default: 'keys', description: 'How the products are named' },
					),
				),
				product_keys: when(
					{ deleteBy: ['keys'] },
					formOnly(
						list({
							description: 'Keys of the products, separated by commas',
							placeholder: 'e.g. 1547080787865939969',
						}),
					),
				),
				item_ids: when(
					{ deleteBy: ['ids'] },
					formOnly(
						list({
							label: 'Product IDs',
							description: 'Your identifiers of the products, separated by commas',
							placeholder: 'e.g. SKU-1001,SKU-1002',
						}),
					),
				),
				deletion: notice('The products are deleted for good'),
				...options({ concurrency }),
			},
			runAll: runDelete,
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/products',
			name: 'Get Many',
			action: 'Get many products',
			description: 'Get the products of a catalog. Of a group of variants only the first one comes.',
			auth: read,
			fields: {
				product_catalog_id: catalog(),
				...filters({
					item_group_key: text({
						description: 'Get the variants of one group, by the key that the platform gave it',
					}),
				}),
			},
			paging: cursor(100),
			result: many(productShape),
		}),
		sync: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/products',
			name: 'Sync',
			action: 'Sync products',
			description:
				'Bring the catalog to the state of the input: send only new and changed products, delete missing ones on demand',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				...sources('mapping'),
				dryRun: formOnly(
					flag({
						label: 'Dry Run',
						description: 'Whether to only show what would be done, without sending anything',
					}),
				),
				deleteMissing: formOnly(
					flag({
						label: 'Delete Missing Products',
						description: 'Whether to delete products of the catalog that the input does not have, for good',
					}),
				),
				deletion: when(
					{ deleteMissing: [true] },
					notice(
						'Products that the input does not have are deleted for good. Try it with Dry Run first. More than 20 % of the catalog is refused, unless Delete Limit in the options says otherwise.',
					),
				),
				report: report('summary'),
				...options({
					concurrency,
					confirmDeletion: formOnly(
						flag({
							label: 'Confirm Large Deletion',
							description: 'Whether to delete even more products than the Delete Limit allows',
						}),
					),
					deleteLimit: formOnly(
						number({
							label: 'Delete Limit (%)',
							min: 0,
							max: 100,
							fraction: true,
							default: 20,
							description: 'The largest share of the catalog to delete in one run; beyond it nothing is sent',
						}),
					),
					duplicates,
				}),
			},
			warn: warnExample,
			runAll: runSync,
		}),
		upsert: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/products',
			name: 'Create or Update',
			action: 'Create or update products',
			description: 'Create new products, or update the current ones if they already exist (upsert)',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				...sources('fields'),
				report: report('all'),
				...options({ concurrency, duplicates }),
			},
			warn: warnExample,
			runAll: runUpsert,
		}),
	},
};
