import { mapValues } from 'lodash';
import type { Operation, Resource } from '../shared/operation';

/**
 * A resource of the Ads API. Where a field does not say its place it travels in the query string, for every method:
 * so the documentation's own requests have it (bodies are for batches and estimates).
 */
export const adsResource = (
	value: string,
	name: string,
	operations: Readonly<Record<string, Operation>>,
): Resource => ({ value, name, operations: mapValues(operations, inQuery) });

function inQuery(operation: Operation): Operation {
	const fields = mapValues(operation.fields, (field, key) =>
		field.place || operation.route.includes(`{${key}}`) ? field : { ...field, place: 'query' as const },
	);
	return { ...operation, fields };
}
