/** The documented operations of catalogs as routes. */
import { operationOf, type Parameter } from '../../facts';
import { routeOf, type Documented } from '../documented';
import type { Route } from '../frame';

/** The fields of a product, as documented; their rules are broken per product, not per request. */
export const productFields: readonly Parameter[] =
	operationOf('PUT /12/product_catalogs/{product_catalog_id}/products').body?.fields.find(
		({ name }) => name === 'products',
	)?.fields ?? [];

/** The fields of a product in a request: any value, because wrong ones are reported for each product. */
const asSent = (parameter: Parameter): Parameter =>
	parameter.name === 'products'
		? { ...parameter, minItems: 1, fields: productFields.map(({ name }) => ({ name, type: 'any' })) }
		: { ...parameter, ...(parameter.list && { minItems: 1 }) };

/**
 * Everything of a route but its handler.
 *
 * @param name Method and path, e.g. `GET /12/product_catalogs`.
 */
export function documented(name: string): Documented & Pick<Route<never>, 'listeners' | 'rateLimit'> {
	const operation = operationOf(name);
	const { limit, body } = operation;
	return {
		...routeOf(operation),
		...(body && { body: { ...body, fields: body.fields.map(asSent) } }),
		listeners: ['ads'],
		rateLimit: { limit: limit?.requests ?? 900, windowSeconds: limit?.seconds ?? 900, per: 'user' },
	};
}
