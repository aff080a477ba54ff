import { catalog, reads, writes } from '../locators';
import { productSource, sourceOptions, warnExample } from '../fields/productSource';
import { withVariants } from '../operations/allVariants';
import { runDelete } from '../operations/deleteProducts';
import { runSync } from '../operations/sync';
import { runUpsert } from '../operations/upsert';
import {
	filters,
	formChoice,
	formFlag,
	formList,
	formNumber,
	formOnly,
	formText,
	notice,
	options,
	preset,
	sideBySideFields,
	text,
	when,
} from '../../shared/fields';
import { words } from '../../shared/util/text';
import { cursor, many, op, resource, type Shape } from '../../shared/operation/operation';

const productShape: Shape = {
	simplifiedFields: words(
		'id product_key title availability price sale_price inventory link image_link item_group_id item_group_key stands_for_group',
	),
};

const parallelRequests = formOnly(sideBySideFields.parallelRequests);

const duplicates = formChoice(
	{
		auto: [
			'Automatic',
			'Sync leaves a product as it is if its rows differ; Create or Update sends the last one',
		],
		fail: ['Fail', 'Send nothing if an ID occurs more than once'],
		first: ['Send First', 'Send the first of several products with the same ID'],
		last: ['Send Last', 'Send the last of several products with the same ID'],
	},
	{
		label: 'Repeated IDs',
		default: 'auto',
		description: 'What to do when an ID occurs more than once in the input: X would ignore all of them',
	},
);

const PREVIEW = {
	preview: [
		'Preview',
		'With Dry Run: a table of the first products as they will be sent, what changes, and why rows are refused; the last item has a text for a message',
	],
} as const;

const REPORTS = {
	all: ['All Products', 'One item for every product of the input'],
	changes: ['Changes', 'One item for every product that was created, updated, deleted, skipped or failed'],
	summary: ['Summary', 'A single item with counts and the reasons of failures'],
} as const;

/** Both operations show one default, as n8n takes that of the first; each has its own without this option. */
const report = (initial: keyof typeof REPORTS, without: string, more: typeof PREVIEW | object = {}) => {
	const description = `What to return. Without this option: ${without}.`;
	return preset(formChoice({ ...more, ...REPORTS }, { default: 'summary', description }), initial);
};

/** Sent as JSON, at most 25 per request: https://docs.x.com/x-ads-api/catalog-management/reference#products */
export const productResource = resource({
	value: 'product',
	defaultOperation: 'sync',
	auth: [reads, writes],
	operations: {
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/products',
			action: 'Delete products',
			description: 'Delete products by key or by ID for good: this cannot be undone',
			fields: {
				product_catalog_id: catalog(),
				deleteBy: formChoice(
					{
						ids: ['Product ID', 'Your own identifiers; the catalog is read to find their keys'],
						keys: ['Product Key', 'The keys that X assigned to the products'],
					},
					{ default: 'keys', description: 'Which identifiers to delete by' },
				),
				product_keys: when(
					{ deleteBy: ['keys'] },
					formList({
						description: 'Keys of the products, separated by commas',
						placeholder: 'e.g. 1547080787865939969',
					}),
				),
				item_ids: when(
					{ deleteBy: ['ids'] },
					formList({
						label: 'Product IDs',
						description: 'Your identifiers of the products, separated by commas',
						placeholder: 'e.g. SKU-1001,SKU-1002',
					}),
				),
				deletion: notice('The products are deleted for good'),
				...options({ parallelRequests }),
			},
			runAll: runDelete,
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/products',
			action: 'Get many products',
			description: 'Get the products of a catalog, with all variants',
			fields: {
				product_catalog_id: catalog(),
				...filters({
					item_group_key: text({
						description: 'Get the variants of one group, by the key that X assigned to it',
					}),
				}),
				...options({
					parallelRequests,
					allVariants: formFlag({
						default: true,
						description:
							'Whether to get all variants of each group, with one more request for each. X lists only the one that was submitted first. It allows 1,000 requests in 15 minutes.',
					}),
				}),
			},
			paging: cursor(100),
			result: many(productShape),
			complete: withVariants,
		}),
		sync: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/products',
			action: 'Sync products',
			description:
				'Make the catalog match the input: send only new and changed products, and delete missing ones if you choose',
			fields: {
				product_catalog_id: catalog(),
				...productSource('mapping'),
				dryRun: formFlag({
					description: 'Whether to only show what would be done, without sending anything',
				}),
				deleteMissing: formFlag({
					label: 'Delete Missing Products',
					description: 'Whether to delete products of the catalog that are not in the input, for good',
				}),
				deletion: when(
					{ deleteMissing: [true] },
					notice(
						'Products that are not in the input are deleted for good. Try it with Dry Run first. Deleting more than 20% of the catalog is refused, unless Delete Limit in the options allows it.',
					),
				),
				...options({
					report: report('summary', 'the summary', PREVIEW),
					parallelRequests,
					changeLimit: formNumber({
						label: 'Change Limit (%)',
						min: 0,
						max: 100,
						fraction: true,
						default: 20,
						description:
							'The largest share of products whose prices may jump in one run; other fields have limits that grow with it. Changes beyond stay as they are in the catalog, and the rest is sent. At 100 everything is.',
					}),
					confirmChanges: formText({
						placeholder: 'e.g. 3f9a12cd-77e0b1c2',
						description:
							'The fingerprint of a file of which a run has held changes or deletions. They are sent where the input is that file, and no other file is confirmed.',
					}),
					priceFactor: formNumber({
						label: 'Large Price Change (Factor)',
						min: 1,
						max: 1000,
						fraction: true,
						default: 2,
						description:
							'How many times higher a price may become before it counts toward the Change Limit; it may become twice as many times lower',
					}),
					deleteLimit: formNumber({
						label: 'Delete Limit (%)',
						min: 0,
						max: 100,
						fraction: true,
						default: 20,
						description:
							'The largest share of the catalog to delete in one run; beyond it nothing is deleted',
					}),
					duplicates,
					...sourceOptions,
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
			fields: {
				product_catalog_id: catalog(),
				...productSource('fields'),
				...options({ report: report('all', 'all products'), parallelRequests, duplicates, ...sourceOptions }),
			},
			warn: warnExample,
			runAll: runUpsert,
			resumes: true,
		}),
	},
});
