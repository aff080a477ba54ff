import { catalog, productSet, reads, writes } from '../locators';
import { description, name, productKeys, setFilters, timeout, warnFilters } from '../fields/productSet';
import { runWait, waitAfter } from '../operations/productSets';
import { additional, constant, formFlag, notice, options, update } from '../../shared/fields';
import { wholeList } from '../../shared/ads/wholeList';
import { deleted, one, op, resource } from '../../shared/operation/operation';

/** Parameters are sent as JSON: https://docs.x.com/x-ads-api/catalog-management/reference#product-sets */
export const productSetResource = resource({
	value: 'productSet',
	auth: [reads, writes],
	operations: {
		createFiltered: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/product_sets',
			action: 'Create a filtered product set',
			description: 'Create a set of all products that meet some filters. It cannot be changed afterwards.',
			fields: {
				product_catalog_id: catalog(),
				name,
				type: constant('FILTERED'),
				filters: setFilters,
				...additional({ description }),
				...options({
					wait: formFlag({
						label: 'Wait Until Processed',
						description: 'Whether to wait until X has applied the filters, and to fail if it cannot',
					}),
					timeout,
				}),
			},
			result: one(),
			warn: warnFilters,
			run: waitAfter,
		}),
		createManual: op({
			route: 'POST /12/product_catalogs/{product_catalog_id}/product_sets',
			action: 'Create a manual product set',
			description: 'Create a set of up to 50 products that you name',
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
			action: 'Delete a product set',
			description: 'Delete a product set for good: this cannot be undone. Its products stay.',
			fields: {
				product_catalog_id: catalog(),
				product_set_id: productSet(),
				deletion: notice('The product set is deleted for good. Its products stay in the catalog.'),
			},
			result: deleted('product_set_id'),
		}),
		get: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			action: 'Get a product set',
			description: 'Get a product set with the identifiers of its products',
			fields: { product_catalog_id: catalog(), product_set_id: productSet() },
			result: one(),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets',
			action: 'Get many product sets',
			description: 'Get the product sets of a catalog',
			fields: { product_catalog_id: catalog() },
			...wholeList(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			action: 'Update a product set',
			description: 'Change name, description or products of a manual set. Filtered sets cannot be changed.',
			fields: {
				product_catalog_id: catalog(),
				product_set_id: productSet(),
				...update({ name, description, product_keys: { ...productKeys(), sendsEmpty: false } }),
			},
			result: one(),
		}),
		wait: op({
			route: 'GET /12/product_catalogs/{product_catalog_id}/product_sets/{product_set_id}',
			name: 'Wait Until Processed',
			action: 'Wait until a product set is processed',
			description: 'Wait until X has applied the filters of a set, and fail if it cannot',
			fields: { product_catalog_id: catalog(), product_set_id: productSet(), ...options({ timeout }) },
			result: one(),
			run: runWait,
		}),
	},
});
