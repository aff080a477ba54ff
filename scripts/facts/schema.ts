/** JSON schemas of a published description, and the parameters that the facts make of them. */
import type { Parameter } from '../../test/facts';

/** A schema as OpenAPI 3.0 writes it; only what the facts hold. */
export interface Schema {
	readonly $ref?: string;
	readonly description?: string;
	readonly type?: string;
	readonly format?: string;
	readonly enum?: ReadonlyArray<string | number>;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly pattern?: string;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly uniqueItems?: boolean;
	readonly default?: unknown;
	readonly example?: unknown;
}

/** Finds what a `$ref` names. */
export type Lookup = (reference: string) => unknown;

/** What a `$ref` names together with what is written beside it; a schema without one as it is. */
export function resolved(schema: Schema, lookup: Lookup): Schema {
	if (schema.$ref === undefined) return schema;
	const { $ref: reference, ...beside } = schema;
	return { ...resolved(lookup(reference) as Schema, lookup), ...beside };
}

/** What a schema says of each value; the members of an object are read by `fieldsOf`. */
function factsOf({ type, format, minimum, maximum, ...schema }: Schema): Omit<Parameter, 'name'> {
	const { minLength, maxLength, pattern, example } = schema;
	return {
		type: typeOf(type, format),
		// X's descriptions repeat some values.
		...(schema.enum && { enum: [...new Set(schema.enum)] }),
		...(format !== undefined && !IMPLIED_FORMATS.includes(format) && { format }),
		...(minimum !== undefined && { min: minimum }),
		...(maximum !== undefined && { max: maximum }),
		...(minLength !== undefined && { minLength }),
		...(maxLength !== undefined && { maxLength }),
		...(pattern !== undefined && { pattern }),
		...(schema.default !== undefined && { default: schema.default }),
		...(isPlain(example) && { example }),
	};
}

/** The type says these already. */
const IMPLIED_FORMATS = ['int32', 'binary', 'float', 'double'];

const isPlain = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

function typeOf(type: string | undefined, format: string | undefined): Parameter['type'] {
	if (type === 'string') return format === 'binary' ? 'binary' : 'string';
	if (type === 'integer' || type === 'number' || type === 'boolean' || type === 'object') return type;
	return 'any';
}

/**
 * A schema with a name as a parameter of the facts.
 *
 * @param written The schema as it is written, references included.
 * @param above References of the schemas around this one, so that one that contains itself comes to an end.
 */
export function parameterOf(
	name: string,
	written: Schema,
	lookup: Lookup,
	above: readonly string[] = [],
): Parameter {
	const path = written.$ref === undefined ? above : [...above, written.$ref];
	const schema = chosen(resolved(written, lookup), lookup);
	if (written.$ref !== undefined && above.includes(written.$ref)) {
		return { name, type: 'object', recursive: true };
	}
	if (schema.type !== 'array') {
		return { name, ...factsOf(schema), ...membersOf(schema, lookup, path) };
	}
	const { minItems, maxItems, uniqueItems, items = {} } = schema;
	return {
		...parameterOf(name, items, lookup, path),
		list: true,
		...(schema.default !== undefined && { default: schema.default }),
		...(minItems !== undefined && { minItems }),
		...(maxItems !== undefined && { maxItems }),
		...(uniqueItems === true && { uniqueItems }),
	};
}

/** Of alternatives that differ in their encoding alone (bytes, or the same in Base64), the first. */
function chosen(schema: Schema, lookup: Lookup): Schema {
	const [first] = schema.type === undefined ? (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) : [];
	return first
		? { ...resolved(first, lookup), ...(schema.default !== undefined && { default: schema.default }) }
		: schema;
}

function membersOf(schema: Schema, lookup: Lookup, path: readonly string[]): Partial<Parameter> {
	if (schema.type !== 'object') return {};
	const fields = fieldsOf(schema, lookup, path);
	return {
		...(fields.length > 0 && { fields }),
		...(isOpen(schema) && { open: true }),
	};
}

/** The members of an object as parameters, in the order of the description. */
export const fieldsOf = (schema: Schema, lookup: Lookup, path: readonly string[] = []): Parameter[] =>
	Object.entries(schema.properties ?? {}).map(([name, member]) => {
		const { name: key, type, ...facts } = parameterOf(name, member, lookup, path);
		return { name: key, type, ...(schema.required?.includes(name) && { required: true }), ...facts };
	});

/** Whether an object may hold more than its schema names, which JSON Schema allows unless it is ruled out. */
export const isOpen = ({ additionalProperties }: Schema): boolean => additionalProperties !== false;
