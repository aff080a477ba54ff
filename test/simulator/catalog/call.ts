/** One request for a catalog while it is answered. */
import { Refusal, type Platform, type SimRequest } from '../frame';
import type { Catalog, CatalogState } from './state';
import { adsErrorCodes } from '../../facts';

/** Stop with one problem. */
export function refuse(code: string, message: string, parameter?: string): never {
	const problem = { code, message, ...(parameter !== undefined && { parameter }) };
	throw new Refusal({
		status: adsErrorCodes()[code] ?? 400,
		body: { errors: [problem], request: { params: {} } },
	});
}

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
