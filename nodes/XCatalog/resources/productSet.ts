import { catalog, productSet } from '../entities';
import { notice } from '../notice';
import {
	additional,
	choice,
	constant,
	flag,
	formOnly,
	list,
	number,
	options,
	rows,
	text,
	update,
} from '../../shared/fields';
import {
	deleted,
	many,
	one,
	op,
	user,
	type Field,
	type Resource,
	type Values,
} from '../../shared/operation/operation';
import { parsePrice } from '../product/price';
import { runUpdate, runWait, waitAfter } from '../operations/productSets';

const read = user('ads.read');
const write = user('ads.read', 'ads.write');

const name = text({ description: 'How the set is called', placeholder: 'e.g. Summer Sale' });
const description = text({ description: 'What the set is for' });
const productKeys = (extra: { min?: number } = {}): Field =>
	list({
		description: 'Keys that the platform gave the products, separated by commas; at most 50',
		placeholder: 'e.g. 1547080787865939969,1576769414321651714',
		max: 50,
		...extra,
	});

const required = (field: Field): Field => ({ ...field, required: true });

const setFilters = rows(
	{
		attribute: required(
			choice(
				{
					custom_label_0: 'Custom Label 0',
					custom_label_1: 'Custom Label 1',
					custom_label_2: 'Custom Label 2',
					custom_label_3: 'Custom Label 3',
					custom_label_4: 'Custom Label 4',
					google_product_category: 'Google Product Category',
					inventory: 'Inventory',
					price: 'Price',
					product_type: 'Product Type',
					sale_price: 'Sale Price',
				},
				{ default: 'price', description: 'The field of the products to look at' },
			),
		),
		operator: required(
			choice(
				{
					CONTAINS: 'Contains',
					EQUAL_TO: 'Equal To',
					GREATER_THAN: 'Greater Than',
					LESS_THAN: 'Less Than',
					MATCH: 'Match',
					NOT_CONTAINS: 'Not Contains',
				},
				{ default: 'GREATER_THAN', description: 'How the field and the value compare' },
			),
		),
		value: required(
			text({
				description: 'What to compare with; prices with their currency',
				placeholder: 'e.g. 100.00 USD',
			}),
		),
	},
	{
		description: 'Conditions that a product must meet to be in the set; at most 30',
		placeholder: 'Add Filter',
		// One is needed: it stands there from the start.
		default: { values: [{ attribute: 'price', operator: 'GREATER_THAN', value: '' }] },
		min: 1,
		max: 30,
	},
);

/** Filters that the platform will accept but that match nothing as they are written. */
function* warnFilters({ filters }: Values): Generator<string> {
	for (const { attribute, value } of (filters ?? []) as { attribute: string; value: string }[]) {
		if (attribute.endsWith('price') && typeof parsePrice(value) === 'string')
			yield `A price is compared with an amount and its currency, like "100.00 USD", not with "${value}"`;
	}
}

const timeout = formOnly(
	number({
		label: 'Timeout (Seconds)',
		default: 300,
		min: 1,
		max: 3600,
		description: 'How long to wait at most',
	}),
);

/** Product sets travel as JSON. Source: catalog brief, "Product set"; bounds of lists from the endpoint's reference. */
export const productSets: Resource = {
	value: 'productSet',
	name: 'Product Set',
	operations: {
		createFiltered: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/product_sets',
			name: 'Create Filtered',
			action: 'Create a filtered product set',
			description: 'Create a set of all products that meet some filters. It cannot be changed afterwards.',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				name,
				type: constant('FILTERED'),
				filters: setFilters,
				...additional({ description }),
				...options({
					wait: formOnly(
						flag({
							label: 'Wait Until Processed',
							description:
								'Whether to wait until the platform has applied the filters, and to fail if it cannot',
						}),
					),
					timeout,
				}),
			},
			result: one(),
			warn: warnFilters,
			run: waitAfter,
		}),
		createManual: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/product_sets',
			name: 'Create Manual',
			action: 'Create a manual product set',
			description: 'Create a set of up to 50 products that you name',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				name,
				type: constant('MANUAL'),
				product_keys: productKeys({ min: 1 }),
				...additional({ description }),
			},
			result: one(),
		}),
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			name: 'Delete',
			action: 'Delete a product set',
			description: 'Delete a product set for good: this cannot be undone. Its products stay.',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				product_set_id: productSet(),
				deletion: notice('The product set is deleted for good. Its products stay in the catalog.'),
			},
			result: deleted('product_set_id'),
		}),
		get: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			name: 'Get',
			action: 'Get a product set',
			description: 'Get a product set with the identifiers of its products',
			auth: read,
			fields: { product_catalog_id: catalog(), product_set_id: productSet() },
			result: one(),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets',
			name: 'Get Many',
			action: 'Get many product sets',
			description: 'Get the product sets of a catalog',
			auth: read,
			fields: { product_catalog_id: catalog() },
			result: many(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			name: 'Update',
			action: 'Update a product set',
			description: 'Change name, description or products of a manual set. Filtered sets cannot be changed.',
			auth: write,
			fields: {
				product_catalog_id: catalog(),
				product_set_id: productSet(),
				...update({ name, description, product_keys: productKeys() }),
			},
			result: one(),
			run: runUpdate,
		}),
		wait: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			name: 'Wait Until Processed',
			action: 'Wait until a product set is processed',
			description:
				'Ask for a filtered set until the platform has applied its filters, and fail if it could not',
			auth: read,
			fields: { product_catalog_id: catalog(), product_set_id: productSet(), ...options({ timeout }) },
			result: one(),
			run: runWait,
		}),
	},
};
