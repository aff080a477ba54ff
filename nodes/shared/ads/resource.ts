/** Resources of the Ads API. */
import { get, mapValues } from 'lodash';
import { mayUnset, splitRoute } from '../engine/request';
import { isEmptyOnPurpose } from '../engine/values';
import type { Field, Operation, Resource } from '../operation/operation';

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
			docs: docsOf(reference, operation),
			...operation,
			fields: inQuery(operation),
		})),
	});

/** Where a page documents an operation: its headings are method and path without version and braces. */
export function docsOf(reference: Reference, { route }: Operation): `${Reference}#${string}` {
	const { method, path } = splitRoute(route);
	return `${reference}#${method.toLowerCase()}-${path.replace(/^\/\d+\//, '').replace(/[{}]/g, '')}`;
}

function inQuery({ route, fields }: Operation): Operation['fields'] {
	return mapValues(fields, (field, key) => {
		const cleared = mayUnset(field) ? clearable(field) : field;
		const hasPlace = field.place !== undefined || route.includes(`{${key}}`);
		return hasPlace ? cleared : { ...cleared, place: 'query' as const };
	});
}

/**
 * In an update an empty parameter unsets (https://docs.x.com/x-ads-api/fundamentals/making-authenticated-requests),
 * so a list may be without entries and a choice may be removed.
 */
const clearable = (field: Field): Field => ({
	...field,
	encode: (value, context) => {
		if (!isEmptied(value)) return field.encode(value, context);
		return isEmptyOnPurpose(context) ? '' : undefined;
	},
});

const isEmptied = (value: unknown): boolean =>
	Array.isArray(value)
		? value.length === 0
		: typeof value === 'object' && value !== null && '__rl' in value && get(value, 'value') === '';
