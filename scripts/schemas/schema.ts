/** The form of values as a JSON schema, as n8n reads it: types and members, nothing else. */
import { isPlainObject, mapValues } from 'lodash';

export interface Schema {
	type?: 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** The schema that all of these values fit. */
export function schemaOf(values: readonly unknown[]): Schema {
	const [first, ...others] = values.map(ofOne);
	return others.reduce(united, first ?? {});
}

function ofOne(value: unknown): Schema {
	if (value === null || value === undefined) return { type: 'null' };
	if (Array.isArray(value)) return { type: 'array', ...(value.length > 0 && { items: schemaOf(value) }) };
	if (isPlainObject(value))
		return { type: 'object', properties: mapValues(value as Record<string, unknown>, ofOne) };
	return { type: typeof value as 'boolean' | 'number' | 'string' };
}

/** A value that is null in one item has the type of the other; two types are none. */
function united(one: Schema, other: Schema): Schema {
	if (one.type === 'null') return other;
	if (other.type === 'null') return one;
	if (one.type !== other.type) return {};
	if (one.items && other.items) return { ...one, items: united(one.items, other.items) };
	if (one.properties === undefined) return { ...other, ...one };
	const properties = { ...one.properties };
	for (const [name, schema] of Object.entries(other.properties ?? {})) {
		const known = properties[name];
		properties[name] = known ? united(known, schema) : schema;
	}
	return { ...one, properties };
}
