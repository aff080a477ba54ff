/** The documented catalog operations as routes: parameters, body and limits. */
import { operationOf, type Parameter } from '../../facts';
import type { Bounds, Route } from '../frame';

/** The fields of a product, as documented; their rules are broken per product, not per request. */
export const productFields: readonly Parameter[] =
	operationOf('PUT /12/product_catalogs/{product_catalog_id}/products').body?.fields.find(
		({ name }) => name === 'products',
	)?.fields ?? [];

/**
 * Everything of a route but its handler.
 * @param name method and path, e.g. `GET /12/product_catalogs`
 */
export function documented(name: string): Omit<Route<never>, 'handler'> {
	const { method, path, auth, scopes, parameters, body, limit } = operationOf(name);
	const placed = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
	return {
		method,
		path,
		listeners: ['ads'],
		auth,
		scopes,
		pathParams: placed('path').map((parameter) => ({ ...toBounds(parameter), pattern: '^[0-9]{1,19}$' })),
		query: placed('query').map(toBounds),
		...(body && { body: { fields: body.fields.map(toBounds) } }),
		...(limit && {
			rateLimit: { limit: limit.requests, windowSeconds: limit.seconds, per: 'user' as const },
		}),
	};
}

function toBounds(parameter: Parameter): Bounds {
	const { name, required = false, enum: values, min, max, maxLength, maxItems, fields } = parameter;
	const isProduct = name === 'products';
	return {
		name,
		type: typeOf(parameter),
		required,
		...(parameter.format === 'int64' && { pattern: '^[0-9]{1,19}$' }),
		...(values && { enum: values.map(String) }),
		...(min !== undefined && { min }),
		...(max !== undefined && { max }),
		...(maxLength !== undefined && { maxLength }),
		...(maxItems !== undefined && { maxItems, minItems: 1 }),
		...(fields && {
			nested: isProduct
				? fields.map((field) => ({ name: field.name, type: 'any' as const }))
				: fields.map(toBounds),
		}),
	};
}

function typeOf({ type, format, list }: Parameter): Bounds['type'] {
	if (list) return type === 'object' ? 'objects' : 'list';
	return type === 'integer' && format !== 'int64' ? 'integer' : 'string';
}
