import { catalog, reads, writes } from '../locators';
import { wholeList } from '../../shared/ads/children';
import { deleted, one, op, resource } from '../../shared/operation/operation';
import { additional, filters, id, notice, query, text } from '../../shared/fields';

const name = query(text({ description: 'Name of the catalog', placeholder: 'e.g. Summer Shop' }));
const ID_OF_USER = 'User → Get in X Core gives the ID of a username.';
const ownerId = (description: string) => ({
	user_id: query(id({ description: `${description} ${ID_OF_USER}` })),
});

/** Parameters go into the query: https://docs.x.com/x-ads-api/catalog-management/reference#product-catalogs */
export const catalogResource = resource({
	value: 'catalog',
	auth: [reads, writes],
	operations: {
		create: op({
			route: 'POST /12/product_catalogs',
			action: 'Create a catalog',
			description: 'Create the product catalog of a user, who can own only one',
			fields: { name, ...additional(ownerId('The owner; by default the authenticated user.')) },
			result: one(),
		}),
		delete: op({
			route: 'DELETE /12/product_catalogs/{product_catalog_id}',
			action: 'Delete a catalog',
			description:
				'Delete a catalog with its products, product sets and feed for good: this cannot be undone',
			fields: {
				product_catalog_id: catalog(),
				deletion: notice('The catalog is deleted for good, with all its products, product sets and its feed'),
			},
			result: deleted('product_catalog_id'),
		}),
		getMany: op({
			route: 'GET /12/product_catalogs',
			action: 'Get many catalogs',
			description: 'Get the product catalogs of a user',
			fields: filters(ownerId('Whose catalogs to get; by default those of the authenticated user.')),
			...wholeList(),
		}),
		update: op({
			route: 'PUT /12/product_catalogs/{product_catalog_id}',
			action: 'Update a catalog',
			description: 'Change the name of a catalog',
			fields: { product_catalog_id: catalog(), name },
			result: one(),
		}),
	},
});
