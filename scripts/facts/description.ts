/** Reads X's published description (OpenAPI 3.0) into rows in the shape of test/facts/core.json. */
import { get } from 'lodash';
import { z } from 'zod';
import {
	keyOf,
	type Body,
	type CredentialKind,
	type Method,
	type Operation,
	type Paging,
	type Parameter,
} from '../../test/facts';
import { fieldsOf, isOpen, parameterOf, resolved, type Lookup, type Schema } from './schema';
import { readSource } from './source';

const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
const content = z.record(z.object({ schema: schema.optional() }));

const parameter = z.object({
	$ref: z.string().optional(),
	name: z.string().optional(),
	in: z.enum(['path', 'query', 'header', 'cookie']).optional(),
	required: z.boolean().optional(),
	schema: schema.optional(),
	example: z.unknown(),
});

const operation = z.object({
	operationId: z.string(),
	tags: z.array(z.string()).default([]),
	security: z.array(z.record(z.array(z.string()))).default([]),
	parameters: z.array(parameter).default([]),
	requestBody: z.object({ required: z.boolean().optional(), content }).optional(),
	responses: z.record(z.object({ content: content.optional() })),
	externalDocs: z.object({ url: z.string() }).optional(),
	'x-twitter-streaming': z.boolean().optional(),
});

const document = z.object({
	openapi: z.string(),
	info: z.object({ version: z.string() }),
	paths: z.record(z.record(z.unknown())),
	components: z.unknown(),
});

type PublishedOperation = z.infer<typeof operation>;

/** A published description. */
export interface Description {
	/** Version of the API as the description gives it, e.g. `2.170`. */
	readonly version: string;
	/** Where it was read. */
	readonly place: string;
	/** By route; `operationRow` reads them. */
	readonly operations: ReadonlyMap<string, unknown>;
	readonly lookup: Lookup;
}

/** What a description says of an operation, in the shape of the facts. */
export type OperationRow = Pick<
	Operation,
	| 'route'
	| 'id'
	| 'auth'
	| 'scopes'
	| 'parameters'
	| 'body'
	| 'paging'
	| 'status'
	| 'answer'
	| 'spec'
	| 'docs'
> & { readonly tag: string };

const METHODS: ReadonlyArray<Lowercase<Method> | 'patch'> = ['get', 'post', 'put', 'delete', 'patch'];

/**
 * Reads a description.
 *
 * @param place File or address.
 */
export const readDescription = async (place: string): Promise<Description> =>
	descriptionOf(await readSource(place), place);

/**
 * The description in a text.
 *
 * @param place Where it was read, for messages.
 */
export function descriptionOf(text: string, place: string): Description {
	const parsed = document.safeParse(parsedJson(text));
	if (!parsed.success) throw new Error(`${place} is not an OpenAPI description in JSON.`);
	const { info, paths } = parsed.data;
	const entries = Object.entries(paths).flatMap(([path, methods]) =>
		METHODS.filter((method) => method in methods).map(
			(method) => [`${method.toUpperCase()} ${path}`, methods[method]] as const,
		),
	);
	if (entries.length === 0) throw new Error(`${place} describes no operation.`);
	return { version: info.version, place, operations: new Map(entries), lookup: lookupIn(parsed.data, place) };
}

function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const lookupIn =
	(whole: object, place: string): Lookup =>
	(reference) => {
		const found: unknown = get(whole, reference.replace(/^#\//, '').split('/'));
		if (found === undefined) throw new Error(`${place} refers to ${reference} and does not contain it.`);
		return found;
	};

/** Every route of a description, e.g. `GET /2/users/{id}`. */
export const routesOf = ({ operations }: Description): string[] => [...operations.keys()];

/**
 * The row that the facts would have of an operation.
 *
 * @param description A description as it was read.
 * @param route Method and path; the names in braces may differ.
 */
export function operationRow(description: Description, route: string): OperationRow {
	const { lookup, version } = description;
	const known = routesOf(description).find((other) => keyOf(other) === keyOf(route));
	if (known === undefined) throw new Error(`${description.place} does not describe ${route}.`);
	const read = operation.safeParse(description.operations.get(known));
	if (!read.success) throw new Error(`${description.place} describes ${route} in a shape that is not known.`);
	const found = read.data;
	const parameters = found.parameters.map((entry) => requestParameter(entry, lookup));
	const body = bodyOf(found, lookup);
	const { status, answerSchema, types } = success(found, lookup);
	const paging = pagingOf(parameters, answerSchema, lookup);
	const docs = found.externalDocs?.url;
	return {
		route: known,
		id: found.operationId,
		tag: found.tags[0] ?? '',
		...securityOf(found),
		parameters,
		...(body && { body }),
		...(paging && { paging }),
		status,
		answer: answerKind(found, types, answerSchema, lookup),
		spec: version,
		...(docs?.startsWith('https://docs.x.com/') && { docs }),
	};
}

function requestParameter(written: z.infer<typeof parameter>, lookup: Lookup): Parameter {
	const found = written.$ref === undefined ? written : parameter.parse(lookup(written.$ref));
	const { name = '', schema: of = {}, required, example } = found;
	if (found.in === 'cookie') throw new Error(`Parameter ${name} is a cookie, which the facts do not know.`);
	const { name: key, type, list, ...facts } = parameterOf(name, of, lookup);
	return {
		name: key,
		in: found.in ?? 'query',
		type,
		...(list && { list }),
		...(required && { required }),
		...facts,
		...(typeof example === 'string' && { example }),
	};
}

/** The facts' words for the schemes of the description, in the facts' order. */
const KINDS: ReadonlyArray<readonly [string, CredentialKind]> = [
	['BearerToken', 'app'],
	['OAuth2UserToken', 'oAuth2'],
	['UserToken', 'oAuth1'],
];

function securityOf({ security, operationId }: PublishedOperation): Pick<Operation, 'auth' | 'scopes'> {
	const schemes = security.flatMap((entry) => Object.entries(entry));
	const unknown = schemes.find(([scheme]) => !KINDS.some(([known]) => known === scheme));
	if (unknown)
		throw new Error(`${operationId} takes the credential ${unknown[0]}, which the facts do not know.`);
	return {
		auth: KINDS.filter(([scheme]) => schemes.some(([name]) => name === scheme)).map(([, kind]) => kind),
		scopes: [...new Set(schemes.flatMap(([, scopes]) => scopes))].sort(),
	};
}

function bodyOf({ requestBody }: PublishedOperation, lookup: Lookup): Body | undefined {
	if (!requestBody) return undefined;
	const types = Object.keys(requestBody.content);
	const [first] = Object.values(requestBody.content);
	const of = resolved(first?.schema ?? {}, lookup);
	const groups = (alternatives: readonly Schema[] = []) =>
		alternatives.flatMap(({ required }) => (required ? [[...required]] : []));
	const [anyOf, oneOf] = [groups(of.anyOf), groups(of.oneOf)];
	return {
		types,
		required: requestBody.required ?? false,
		...(isOpen(of) && { open: true }),
		...(anyOf.length > 0 && { anyOf }),
		...(oneOf.length > 0 && { oneOf }),
		fields: fieldsOf(of, lookup),
	};
}

function success({ responses, operationId }: PublishedOperation, lookup: Lookup) {
	const [status, response] = Object.entries(responses).find(([code]) => /^2\d\d$/.test(code)) ?? [];
	if (status === undefined) throw new Error(`${operationId} has no answer of a success.`);
	const types = Object.keys(response?.content ?? {});
	const written = Object.values(response?.content ?? {})[0]?.schema ?? {};
	return { status: Number(status), types, answerSchema: resolved(written, lookup) };
}

function answerKind(
	found: PublishedOperation,
	types: readonly string[],
	answer: Schema,
	lookup: Lookup,
): Operation['answer'] {
	if (found['x-twitter-streaming']) return 'stream';
	if (types.length > 0 && !types.includes('application/json')) return 'file';
	const { data } = answer.properties ?? {};
	if (!data) return answer.properties ? 'one' : 'object';
	return resolved(data, lookup).type === 'array' ? 'many' : 'one';
}

const TOKENS = ['pagination_token', 'next_token', 'cursor'];
const SIZES = ['max_results', 'page_size', 'limit', 'count'];

function pagingOf(parameters: readonly Parameter[], answer: Schema, lookup: Lookup): Paging | undefined {
	const request = TOKENS.find((token) => parameters.some(({ name }) => name === token));
	if (request === undefined) return undefined;
	const size = parameters.find(({ name }) => SIZES.includes(name));
	const meta = answer.properties?.['meta'];
	const next = meta ? resolved(meta, lookup).properties?.['next_token'] : undefined;
	return {
		request,
		...(next && { answer: 'meta.next_token' }),
		...(size && {
			size: size.name,
			...(size.min !== undefined && { min: size.min }),
			...(size.max !== undefined && { max: size.max }),
			...(typeof size.default === 'number' && { default: size.default }),
		}),
	};
}
