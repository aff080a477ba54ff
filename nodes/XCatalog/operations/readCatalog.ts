/** The catalog as it is: pages of 100, and the members that groups hide. */
import { get } from 'lodash';
import { encodeRfc3986 } from '../../shared/util/encode';
import { cursor } from '../../shared/operation/operation';
import { entities } from '../../shared/engine/output';
import { pages } from '../../shared/engine/paging';
import { TaskPool } from '../../shared/util/taskPool';
import { asText } from '../../shared/util/text';
import { toProduct } from '../product/normalize';
import { fingerprint } from '../sync/fingerprint';
import { FingerprintIndex } from '../sync/fingerprintIndex';
import type { CatalogJob } from './catalogJobs';
import type { ApiRequest, ApiResponse } from '../../shared/http/connection';
import type { Product } from '../product/fields';

const PAGING = cursor(100);
const productsOf = ({ body }: ApiResponse) => entities({ many: true }, body);

export const productsPath = (catalogId: string) =>
	`/12/product_catalogs/${encodeRfc3986(catalogId)}/products`;

/**
 * Reads every product of a catalog.
 *
 * A plain read returns only the first-submitted member of each group
 * (https://docs.x.com/x-ads-api/catalog-management/reference#products), so each group met is read by its
 * `item_group_key` as well. Should the service hide members there too, a product that the caller has but
 * that was not met looks new: sending it again is answered with UPDATE_SUCCESS or NO_CHANGE, and nothing breaks.
 *
 * @param onProduct Takes each product with its key.
 * @param onProgress Called with the number of products so far, now and then.
 * @returns How many requests it took.
 */
export async function readCatalog(
	{ api, catalogId, concurrency, signal }: CatalogJob<unknown>,
	onProduct: (product: Product, productKey: string) => void,
	onProgress?: (products: number) => void,
): Promise<number> {
	let requests = 0;
	let products = 0;
	let reportedAt = 0;
	const path = productsPath(catalogId);
	const pool = new TaskPool(concurrency, signal);
	const read = async (
		query: ApiRequest['query'],
		onRow: (row: Record<string, unknown>) => Promise<void> | void,
	) => {
		const request = { method: 'GET' as const, path, ...(query && { query }) };
		for await (const page of pages(api, request, PAGING, Infinity, (answer) => productsOf(answer).length)) {
			if (++requests - reportedAt >= 50) {
				reportedAt = requests;
				onProgress?.(products);
			}
			for (const row of productsOf(page)) await onRow(row);
		}
	};
	const take = (row: Record<string, unknown>) => {
		products++;
		onProduct(toProduct(row).product, asText(row.product_key));
	};
	const groups = new FingerprintIndex();
	await read(undefined, async (first) => {
		take(first);
		const group = asText(get(first, 'item_group_key'));
		if (group === '') return;
		// A read that shows several members of a group must not have it read for each of them.
		const known = groups.size;
		groups.add(fingerprint(group));
		if (groups.size === known) return;
		await pool.add(async () => {
			await read([['item_group_key', group]], (row) => {
				if (asText(row.product_key) !== asText(first.product_key)) take(row);
			});
		});
	});
	await pool.drain();
	return requests;
}
