/**
 * The documented operations of the core API as the simulator's routes need them: credential kinds, scopes, parameters
 * and bodies with their bounds.
 */
import { operationOf, type Body, type Parameter } from '../facts';
import { aliasesOf, widen } from './core/vocabulary';
import type { BodyShape, Bounds, Route } from './frame';

/** The declarative part of a route. */
export type Documented = Pick<
	Route<never>,
	'method' | 'path' | 'auth' | 'scopes' | 'pathParams' | 'query' | 'body'
>;

/**
 * What the documentation says of an operation.
 *
 * @param name method and path as documented, e.g. `GET /2/users/{id}`
 * @throws Error when the operation is not in the table
 */
export function documented(name: string): Documented {
	const { method, path, auth, scopes, parameters, body } = operationOf(name);
	const placed = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
	return {
		method,
		path,
		auth: auth.length > 0 ? auth : 'none',
		scopes,
		pathParams: placed('path').map(toBounds),
		query: placed('query').map((parameter) => widen(toBounds(parameter))),
		...(body && { body: toBody(body) }),
	};
}

function toBody(body: Body): BodyShape {
	return {
		types: body.types,
		fields: body.fields.map(toBounds),
		open: body.open ?? false,
		optional: !body.required,
	};
}

function typeOf({ type, list, format }: Parameter): Bounds['type'] {
	if (list) return type === 'object' ? 'objects' : 'list';
	return format === 'date-time' ? 'date-time' : type;
}

function toBounds(parameter: Parameter): Bounds {
	const { name, required = false, alias, fields, enum: values } = parameter;
	const { min, max, pattern, minLength, maxLength, minItems, maxItems } = parameter;
	const aliases = aliasesOf(name, alias);
	return {
		name,
		type: typeOf(parameter),
		required,
		...(values && { enum: values.map(String) }),
		...(min !== undefined && { min }),
		...(max !== undefined && { max }),
		...(pattern && { pattern }),
		...(minLength !== undefined && { minLength }),
		...(maxLength !== undefined && { maxLength }),
		...(minItems !== undefined && { minItems }),
		...(maxItems !== undefined && { maxItems }),
		...(aliases.length > 0 && { aliases }),
		...(fields && { nested: fields.map(toBounds) }),
	};
}
