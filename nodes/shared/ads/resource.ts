/** Resources of the Ads API. */
import { get, mapValues } from 'lodash';
import { mayUnset } from '../engine/request';
import { isEmptyOnPurpose } from '../engine/values';
import { resource, type Field, type Operation } from '../operation/operation';
import { reads, writes } from './children';

/**
 * A resource of the Ads API. A field without a place is sent in the query string for every method, as in the examples
 * of https://docs.x.com/x-ads-api/campaign-management/reference. Only batches and estimates have a body. Its default
 * operation is Get Many, if it has that.
 */
export const adsResource = (value: string, name: string, operations: Readonly<Record<string, Operation>>) =>
	resource({
		value,
		name,
		auth: [reads, writes],
		...('getMany' in operations && { defaultOperation: 'getMany' }),
		mostUsed: ['getMany', 'getSpend', 'create', 'pause', 'activate', 'update', 'get'],
		operations: mapValues(operations, (operation) => ({ ...operation, fields: inQuery(operation) })),
	});

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
