import { get } from 'lodash';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { cursor } from '../../shared/operation/operation';
import { entities } from '../../shared/engine/output';
import { pages } from '../../shared/engine/paging';
import { TaskPool } from '../../shared/util/taskPool';
import { FORGOTTEN_PLACE } from '../explain';
import { toProduct } from '../product/normalize';
import type { CatalogJob } from '../input/catalogJobs';
import type { Api, ApiRequest, ApiResponse } from '../../shared/http/connection';
import type { Product } from '../product/fields';

const PAGING = cursor(100);
const productsOf = ({ body }: ApiResponse) => entities({ isList: true }, body);

export const productsPath = (catalogId: string) =>
	`/12/product_catalogs/${encodeRfc3986(catalogId)}/products`;

/**
 * Reads every product of a catalog, 100 per request.
 *
 * The list shows only the member of each group that was submitted first
 * (https://docs.x.com/x-ads-api/catalog-management/reference#products), so each group is read separately by its
 * `item_group_key`. If X hid members there too, they would look new. Sending them again does no harm: X answers
 * UPDATE_SUCCESS or NO_CHANGE.
 *
 * @param onProgress Receives the number of products so far, from time to time.
 * @param onRestart Called before the catalog is read anew. That happens once, if X has forgotten the place in its list.
 * @returns The number of requests.
 */
export const readCatalog = async (
	job: CatalogJob<unknown>,
	onProduct: (product: Product, productKey: string) => void,
	onProgress?: (products: number) => void,
	onRestart?: () => void,
): Promise<number> => {
	const reading = new CatalogReading(job, onProduct, onProgress);
	return await reading.all().catch(async (error: Error) => {
		if (!error.message.includes(FORGOTTEN_PLACE)) throw error;
		onRestart?.();
		return reading.requests + (await new CatalogReading(job, onProduct, onProgress).all());
	});
};

const REPORTED_EVERY = 50;

class CatalogReading {
	requests = 0;
	private products = 0;
	private readonly groups = new Set<string>();
	private readonly pool: TaskPool;

	constructor(
		private readonly job: CatalogJob<unknown>,
		private readonly onProduct: (product: Product, productKey: string) => void,
		private readonly onProgress?: (products: number) => void,
	) {
		this.pool = new TaskPool(job.concurrency, job.signal);
	}

	async all(): Promise<number> {
		await this.read(undefined, async (first) => {
			this.take(first);
			const group = asText(get(first, 'item_group_key'));
			if (this.isNew(group)) await this.pool.add(async () => await this.readMembers(group, first));
		});
		await this.pool.drain();
		return this.requests;
	}

	/** Checks whether the group has not been read yet. The list may show several members of one group. */
	private isNew(group: string): boolean {
		if (group === '' || this.groups.has(group)) return false;
		this.groups.add(group);
		return true;
	}

	private async readMembers(group: string, first: StoredProduct): Promise<void> {
		await this.read(group, (row) => {
			if (asText(row.product_key) !== asText(first.product_key)) this.take(row);
		});
	}

	private take(row: StoredProduct): void {
		this.products++;
		this.onProduct(toProduct(row).product, asText(row.product_key));
	}

	private async read(
		group: string | undefined,
		onRow: (row: StoredProduct) => Promise<void> | void,
	): Promise<void> {
		for await (const page of pagesOf(this.job.api, this.job.catalogId, group)) {
			if (++this.requests % REPORTED_EVERY === 0) this.onProgress?.(this.products);
			for (const row of productsOf(page)) await onRow(row);
		}
	}
}

/** Reads the members of a group. */
export async function membersOf(api: Api, catalogId: string, group: string): Promise<StoredProduct[]> {
	const found: StoredProduct[] = [];
	for await (const page of pagesOf(api, catalogId, group)) found.push(...productsOf(page));
	return found;
}

function pagesOf(api: Api, catalogId: string, group?: string): AsyncIterable<ApiResponse> {
	const query: ApiRequest['query'] = group === undefined ? [] : [['item_group_key', group]];
	const request = { method: 'GET' as const, path: productsPath(catalogId), query };
	return pages(api, request, PAGING, Infinity, (answer) => productsOf(answer).length);
}

type StoredProduct = Readonly<Record<string, unknown>>;
