/** A sample answer made of the schema of a success: what the simulated X answers with, until someone writes more. */
import { isObject } from 'lodash';
import { resolved, type Lookup, type Schema } from '../facts/schema';

/** Left out: errors belong to failures, and a token would promise a page that is not there. */
const LEFT_OUT = ['errors', 'next_token', 'previous_token'];

/** Values of texts by the end of their name. */
const TEXTS: ReadonlyArray<readonly [ending: RegExp, value: string]> = [
	[/media_keys?$/, '3_1880028106020515841'],
	[/(^|_)ids?$/, '1880028106020515840'],
	[/(^|_)url(_|$)/, 'https://example.com/'],
	[/_at$|^(start|end)_time$/, '2026-01-15T12:00:00.000Z'],
	[/country_code$/, 'US'],
];

/**
 * An answer that has every member of its schema once.
 *
 * @param answer Schema of the answer, as it is written.
 * @param shared Names of the entities that the table of answers has once; they become `{ $object: name }`.
 */
export function sampleOf(answer: Schema, lookup: Lookup, shared: readonly string[]): unknown {
	return valueOf(answer, '', { lookup, shared, above: [] });
}

interface Around {
	readonly lookup: Lookup;
	readonly shared: readonly string[];
	/** References of the schemas around this one, so that one that contains itself comes to an end. */
	readonly above: readonly string[];
}

function valueOf(written: Schema, name: string, around: Around): unknown {
	const reference = written.$ref;
	const entity = reference?.split('/').pop() ?? '';
	if (around.shared.includes(entity)) return { $object: entity };
	if (reference !== undefined && around.above.includes(reference)) return {};
	const schema = alternative(resolved(written, around.lookup), around.lookup);
	const within = reference === undefined ? around : { ...around, above: [...around.above, reference] };
	if (schema.example !== undefined && !isObject(schema.example)) return schema.example;
	if (schema.enum?.[0] !== undefined) return schema.enum[0];
	if (schema.type === 'array') return [valueOf(schema.items ?? {}, name, within)];
	if (schema.properties || schema.type === 'object') return membersOf(schema, within);
	return plainValue(schema, name);
}

/** Of alternatives the first. */
const alternative = (schema: Schema, lookup: Lookup): Schema => {
	const [first] = schema.type === undefined ? (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) : [];
	return first ? alternative(resolved(first, lookup), lookup) : schema;
};

const membersOf = ({ properties = {} }: Schema, around: Around): object =>
	Object.fromEntries(
		Object.entries(properties)
			.filter(([name]) => !LEFT_OUT.includes(name))
			.map(([name, member]) => [name, valueOf(member, name, around)]),
	);

function plainValue({ type, format }: Schema, name: string): unknown {
	if (type === 'integer' || type === 'number') return 1;
	if (type === 'boolean') return true;
	if (format === 'date-time') return '2026-01-15T12:00:00.000Z';
	if (format === 'uri') return 'https://example.com/';
	return TEXTS.find(([ending]) => ending.test(name))?.[1] ?? 'text';
}
