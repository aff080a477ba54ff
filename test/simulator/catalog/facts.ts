/** The documented catalog operations as routes: parameters, body and limits out of `test/facts/catalog-operations.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bounds, Route } from '../frame';

interface ParamFact {
	name: string;
	in: 'path' | 'query' | 'body';
	type: 'string' | 'enum' | 'int' | 'long' | 'array';
	required: boolean;
	enum?: string[];
	min?: number;
	max?: number;
	maxLength?: number;
	maxItems?: number;
	fields?: ParamFact[];
}

export interface OperationFact {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	list: boolean;
	params: ParamFact[];
	limit: number;
}

const file = path.join(__dirname, '..', '..', 'facts', 'catalog-operations.json');

export const operations = (JSON.parse(readFileSync(file, 'utf8')) as { operations: OperationFact[] })
	.operations;

/** The fields of a product, as documented; their rules are broken per product, not per request. */
export const productFields: readonly ParamFact[] =
	operations
		.find(({ method, path: route }) => method === 'PUT' && route.endsWith('/products'))
		?.params.find(({ name }) => name === 'products')?.fields ?? [];

/**
 * Everything of a route but its handler.
 * @param name method and path, e.g. `GET /12/product_catalogs`
 */
export function documented(name: string): Omit<Route<never>, 'handler'> {
	const fact = operations.find(({ method, path: route }) => `${method} ${route}` === name);
	if (!fact) throw new Error(`No documented operation ${name}`);
	const of = (place: ParamFact['in']) => fact.params.filter((param) => param.in === place).map(toBounds);
	const body = of('body');
	return {
		method: fact.method,
		path: fact.path,
		listeners: ['ads'],
		auth: ['oAuth1', 'oAuth2'],
		scopes: fact.method === 'GET' ? ['ads.read'] : ['ads.write'],
		pathParams: of('path').map((bounds) => ({ ...bounds, pattern: '^[0-9]{1,19}$' })),
		query: of('query'),
		...(body.length > 0 && { body: { fields: body } }),
		rateLimit: { limit: fact.limit, windowSeconds: 900, per: 'user' },
	};
}

function toBounds(param: ParamFact): Bounds {
	const { name, required, enum: values, min, max, maxLength, maxItems, fields } = param;
	const isProduct = name === 'products';
	return {
		name,
		type: typeOf(param),
		required,
		...(param.type === 'long' && { pattern: '^[0-9]{1,19}$' }),
		...(values && { enum: values }),
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

function typeOf({ type, fields }: ParamFact): Bounds['type'] {
	if (type === 'int') return 'integer';
	if (type === 'array') return fields ? 'objects' : 'list';
	return 'string';
}
