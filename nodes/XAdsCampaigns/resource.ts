import { mapValues } from 'lodash';
import { InvalidValue, type Field, type Operation, type Resource } from '../shared/operation/operation';
import { mayUnset } from '../shared/engine/request';

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
	const fields = mapValues(operation.fields, (field, key) => {
		const cleared = mayUnset(field) ? clearable(field) : field;
		return field.place || operation.route.includes(`{${key}}`)
			? cleared
			: { ...cleared, place: 'query' as const };
	});
	return { ...operation, fields };
}

/**
 * A field that was added to an update and left empty unsets, whatever its kind: a text, a number, a list, or
 * something chosen that has been taken out again. Facts: rules, unset.
 */
const clearable = (field: Field): Field => ({
	...field,
	encode: (value, context) => {
		if (!isCleared(value)) return field.encode(value, context);
		if (field.property?.type !== 'boolean') return '';
		throw new InvalidValue('type', 'must be true or false, and is empty');
	},
});

const isCleared = (value: unknown): boolean =>
	value === '' ||
	value === null ||
	(Array.isArray(value) && value.length === 0) ||
	(typeof value === 'object' && '__rl' in value && isCleared((value as { value?: unknown }).value ?? ''));
