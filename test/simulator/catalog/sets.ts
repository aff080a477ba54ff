/** Product sets: lists of products, and filters that X evaluates after a while. */
import { pick } from 'lodash';
import type { Platform } from '../frame';
import { refuse, type CatalogCall } from './call';
import { matches } from './rules';
import type { Catalog, ProductSet } from './state';

interface SetBody {
	name?: string;
	description?: string;
	type?: 'MANUAL' | 'FILTERED';
	filters?: ProductSet['filters'];
	product_keys?: string[];
}

export function findSet({ catalog, request }: CatalogCall): ProductSet {
	const id = request.params.product_set_id ?? '';
	return catalog.sets.get(id) ?? refuse('NOT_FOUND', `Product set ${id} was not found`, 'product_set_id');
}

export function viewSet(catalog: Catalog, set: ProductSet, platform: Platform): Record<string, unknown> {
	const done = platform.clock.now() >= set.readyAt;
	const status = !done ? 'PROCESSING' : set.fails ? 'FAILED' : 'DONE';
	const products =
		set.type === 'MANUAL'
			? set.keys.flatMap((key) => catalog.byKey.get(key) ?? [])
			: [...catalog.products.values()].filter(
					({ fields }) => status === 'DONE' && matches(fields, set.filters),
				);
	return {
		...pick(set, ['id', 'name', 'description', 'type', 'filters']),
		product_ids: products.map(({ fields }) => fields.id),
		processing_status: status,
	};
}

export function createSet({ state, catalog, request, platform }: CatalogCall) {
	const { name = '', description, type = 'MANUAL', filters, product_keys: keys } = request.body as SetBody;
	if (type === 'FILTERED' && !filters)
		refuse('MISSING_PARAMETER', 'filters is required for a FILTERED set', 'filters');
	if (type === 'FILTERED' && keys)
		refuse('INVALID_PARAMETER', 'product_keys is for MANUAL sets', 'product_keys');
	if (type === 'MANUAL' && filters) refuse('INVALID_PARAMETER', 'filters is for FILTERED sets', 'filters');
	if (type === 'MANUAL' && !keys)
		refuse('MISSING_PARAMETER', 'product_keys is required for a MANUAL set', 'product_keys');
	const set: ProductSet = {
		id: platform.newId(),
		name,
		description: description ?? null,
		type,
		filters: filters ?? [],
		keys: known(catalog, keys ?? []),
		readyAt: platform.clock.now() + (type === 'FILTERED' ? state.processingMs : 0),
		fails: type === 'FILTERED' && state.nextSetFails,
	};
	state.nextSetFails = false;
	catalog.sets.set(set.id, set);
	return viewSet(catalog, set, platform);
}

export function updateSet(call: CatalogCall) {
	const { catalog, request, platform } = call;
	const set = findSet(call);
	if (set.type === 'FILTERED')
		refuse('ACTION_NOT_ALLOWED', 'Filtered product sets cannot be updated', 'product_set_id');
	const { name, description, product_keys: keys } = request.body as SetBody;
	if (name !== undefined) set.name = name;
	if (description !== undefined) set.description = description;
	if (keys !== undefined) set.keys = known(catalog, keys);
	return viewSet(catalog, set, platform);
}

export function removeSet(call: CatalogCall) {
	const { catalog, platform } = call;
	const set = findSet(call);
	catalog.sets.delete(set.id);
	return viewSet(catalog, set, platform);
}

function known(catalog: Catalog, keys: readonly string[]): string[] {
	const lost = keys.find((key) => !catalog.byKey.has(key));
	if (lost !== undefined) refuse('INVALID_PARAMETER', `Product ${lost} was not found`, 'product_keys');
	return [...keys];
}
