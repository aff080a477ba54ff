/**
 * The documented operations of the core API as the simulator's routes need them: credential kinds, scopes, parameters
 * and bodies with their bounds, out of `test/facts/core-operations.json`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { aliasesOf, widen } from './core/vocabulary';
import type { BodyShape, Bounds, CredentialKind, Route } from './frame';

interface FactParam {
	name: string;
	type: string;
	required: boolean;
	in?: 'path' | 'query';
	enum?: string[];
	min?: number;
	max?: number;
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	docsName?: string;
	nested?: FactParam[];
}

interface FactOperation {
	operationId: string;
	method: string;
	path: string;
	auth: Array<'app' | 'oauth2User' | 'oauth1'>;
	oauth2Scopes: string[];
	params: FactParam[];
	body: {
		contentType: string;
		alsoAccepts?: string[];
		required: boolean;
		additionalProperties: boolean;
		fields: FactParam[];
	} | null;
	successStatus: number;
}

const file = path.join(__dirname, '..', 'facts', 'core-operations.json');
const operations = new Map(
	(JSON.parse(readFileSync(file, 'utf8')) as FactOperation[]).map((operation) => [
		`${operation.method} ${operation.path}`,
		operation,
	]),
);

const kinds: Record<FactOperation['auth'][number], CredentialKind> = {
	app: 'app',
	oauth2User: 'oAuth2',
	oauth1: 'oAuth1',
};

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
	const found = operations.get(name);
	if (!found) throw new Error(`No documented operation ${name}`);
	return {
		method: found.method as Documented['method'],
		path: found.path,
		auth: found.auth.length > 0 ? found.auth.map((kind) => kinds[kind]) : 'none',
		scopes: found.oauth2Scopes,
		pathParams: found.params.filter((param) => param.in === 'path').map((member) => toBounds(member)),
		query: found.params
			.filter((param) => param.in === 'query')
			.map((param) => ({ ...widen(toBounds(param)), openapi: toBounds(param, false) })),
		...(found.body && { body: toBody(found.body) }),
	};
}

function toBody(body: NonNullable<FactOperation['body']>): BodyShape {
	return {
		types: [body.contentType, ...(body.alsoAccepts ?? [])],
		fields: body.fields.map((member) => toBounds(member)),
		open: body.additionalProperties,
		optional: !body.required,
	};
}

const types: Record<string, Bounds['type']> = {
	string: 'string',
	'string(date-time)': 'date-time',
	'integer(int32)': 'integer',
	integer: 'integer',
	number: 'number',
	boolean: 'boolean',
	'array<string>': 'list',
	'array<object>': 'objects',
	object: 'object',
	'binary|byte': 'binary',
};

function toBounds(param: FactParam, hasTwins = true): Bounds {
	const { name, required, docsName, nested } = param;
	const aliases = hasTwins ? aliasesOf(name, docsName) : [];
	return {
		name,
		type: types[param.type] ?? 'any',
		required,
		...(param.enum && { enum: param.enum }),
		...(param.min !== undefined && { min: param.min }),
		...(param.max !== undefined && { max: param.max }),
		...(param.pattern && { pattern: param.pattern }),
		...(param.minLength !== undefined && { minLength: param.minLength }),
		...(param.maxLength !== undefined && { maxLength: param.maxLength }),
		...(param.minItems !== undefined && { minItems: param.minItems }),
		...(param.maxItems !== undefined && { maxItems: param.maxItems }),
		...(aliases.length > 0 && { aliases }),
		...(nested && { nested: nested.map((member) => toBounds(member)) }),
	};
}
