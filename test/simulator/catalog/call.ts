/** One request for a catalog while it is answered. */
import type { Platform, SimRequest } from '../frame';
import { refuse } from './problems';
import type { Catalog, CatalogState } from './state';

export class CatalogCall {
	constructor(
		readonly state: CatalogState,
		readonly request: SimRequest,
		readonly platform: Platform,
	) {}

	/** The catalog that the path names, which must be the caller's. */
	get catalog(): Catalog {
		const id = this.request.params.product_catalog_id ?? '';
		const found = this.state.byUser.get(this.request.caller.userId);
		if (found?.id !== id)
			return refuse('NOT_FOUND', `Product catalog ${id} was not found`, 'product_catalog_id');
		return found;
	}
}
