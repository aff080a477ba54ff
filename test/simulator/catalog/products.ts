/** Reading, writing and deleting products. */
import { queryKey } from '../frame/pages';
import { refuse, type CatalogCall } from './call';
import { productErrors, type Fields } from './rules';
import type { Catalog } from './state';

interface BatchResult {
	id: string | null;
	product_key: string | null;
	warnings: string[];
	errors: string[];
	status: 'CREATE_SUCCESS' | 'UPDATE_SUCCESS' | 'ERROR' | 'NO_CHANGE';
}

export function listProducts({ catalog, request, platform }: CatalogCall) {
	const group = request.query.get('item_group_key');
	const rows = group === null ? catalog.visible() : catalog.members(group);
	const size = Number(request.query.get('count') ?? 100);
	const cursor = request.query.get('cursor') ?? undefined;
	const page = platform.pages.page(queryKey(request), rows, size, cursor);
	if (!page) return refuse('INVALID_PARAMETER', `${cursor ?? ''} is not a valid cursor`, 'cursor');
	return { data: page.items.map((stored) => catalog.view(stored)), next_cursor: page.nextToken ?? null };
}

/** One result per product; those whose identifier occurs several times in the request are ignored altogether. */
export function putProducts({ catalog, request }: CatalogCall) {
	const { products } = request.body as { products: Fields[] };
	const times = new Map<unknown, number>();
	for (const { id } of products) times.set(id, (times.get(id) ?? 0) + 1);
	const results = products.filter(({ id }) => times.get(id) === 1).map((product) => putOne(catalog, product));
	return { data: { products_response: results } };
}

function putOne(catalog: Catalog, product: Fields): BatchResult {
	const errors = productErrors(product);
	const id = typeof product.id === 'string' ? product.id : null;
	if (errors.length > 0) return { id, product_key: null, warnings: [], errors, status: 'ERROR' };
	const { key, status } = catalog.put(product);
	const warnings = product.inventory === undefined ? ['inventory is not set'] : [];
	return { id, product_key: key, warnings, errors: [], status };
}

export function removeProducts({ catalog, request }: CatalogCall) {
	const { product_keys: keys } = request.body as { product_keys: string[] };
	const results = keys.map((key) =>
		catalog.remove(key)
			? { product_key: key, failed_product_key: null, message: null }
			: { product_key: null, failed_product_key: key, message: 'Product not found' },
	);
	return { data: { delete_products: results } };
}
