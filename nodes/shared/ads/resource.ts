/** Resources of the Ads API. */
import { mapValues } from 'lodash';
import { splitRoute } from '../engine/request';
import type { Operation, Resource } from '../operation/operation';

/** The reference page of a part of the Ads API. */
export type Reference = `https://docs.x.com/x-ads-api/${string}`;

/**
 * A resource of the Ads API. A field without a place goes into the query string, for every method, as in the example
 * requests of https://docs.x.com/x-ads-api/campaign-management/reference; only batches and estimates have a body.
 *
 * @param reference The page that documents the operations; a record with an address of its own keeps it.
 * @returns A builder of resources, whose operations start with Get Many where there is one.
 */
export const adsResources =
	(reference: Reference) =>
	(value: string, name: string, operations: Readonly<Record<string, Operation>>): Resource => ({
		value,
		name,
		...('getMany' in operations && { defaultOperation: 'getMany' }),
		operations: mapValues(operations, (operation) => ({
			docs: `${reference}#${anchor(operation)}`,
			...operation,
			fields: inQuery(operation),
		})),
	});

/** The page's headings are method and path without version and braces. */
function anchor({ route }: Operation): string {
	const { method, path } = splitRoute(route);
	return `${method.toLowerCase()}-${path.replace(/^\/\d+\//, '').replace(/[{}]/g, '')}`;
}

const inQuery = ({ route, fields }: Operation): Operation['fields'] =>
	mapValues(fields, (field, key) =>
		field.place || route.includes(`{${key}}`) ? field : { ...field, place: 'query' as const },
	);
