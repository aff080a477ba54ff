/** Resources of the Ads API. */
import { get, mapValues } from 'lodash';
import { mayUnset, splitRoute } from '../engine/request';
import { isEmptyOnPurpose } from '../engine/values';
import type { Field, Operation, Resource } from '../operation/operation';

export type Reference = `https://docs.x.com/x-ads-api/${string}`;

/**
 * A resource of the Ads API. A field without a place is sent in the query string for every method, as in the examples
 * of https://docs.x.com/x-ads-api/campaign-management/reference. Only batches and estimates have a body.
 *
 * @param reference The page that documents the operations; a record with its own `docs` keeps that.
 * @returns A function that builds a resource. Its default operation is Get Many, if it has that.
 */
export const adsResources =
	(reference: Reference) =>
	(value: string, name: string, operations: Readonly<Record<string, Operation>>): Resource => ({
		value,
		name,
		...('getMany' in operations && { defaultOperation: 'getMany' }),
		mostUsed: ['getMany', 'getSpend', 'create', 'pause', 'activate', 'update', 'get'],
		operations: mapValues(operations, (operation) => ({
			docs: docsOf(reference, operation),
			...operation,
			fields: inQuery(operation),
		})),
	});

/**
 * The address of an operation on its page. Headings there consist of the method and the path, without version and
 * braces.
 */
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
 * In an update an empty parameter removes the setting
 * (https://docs.x.com/x-ads-api/fundamentals/making-authenticated-requests), so a list may be empty and a choice may be
 * removed.
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
