/** The record of an operation as code, for a person to review. */
import { groupBy, lowerFirst } from 'lodash';
import { entities, type EntityName } from '../../nodes/shared/model/entities';
import { selectionOf } from '../../nodes/shared/core/selections';
import { title } from '../../nodes/shared/operation/labels';
import type { Parameter } from '../../test/facts';
import { fieldCode, flat, literal, pathField, type Workshop } from './fieldCode';
import type { Imports } from './imports';
import type { Published } from './published';
import type { Texts } from './texts';

export interface RecordCode {
	/** The member of the resource's operations. */
	readonly code: string;
	/** What the operation answers with, where the table of entities has it. */
	readonly entity?: EntityName;
}

const isEntity = (name: string): name is EntityName => name in entities;

/** The entity of the schema's name, or the one whose fields the operation selects. */
export function entityOf({ holds = '', row }: Published): EntityName | undefined {
	const named = lowerFirst(holds);
	if (isEntity(named)) return named;
	const selections = row.parameters.filter(({ name }) => name.endsWith('.fields')).map(({ name }) => name);
	const found = Object.keys(entities)
		.filter(isEntity)
		.filter((name) => {
			const { fieldsParam, newer = {} } = entities[name];
			return selections.includes(fieldsParam) || selections.includes(newer[fieldsParam] ?? '');
		});
	return selections.length === 1 && found.length === 1 ? found[0] : undefined;
}

/** Whether the selections that the record of an entity brings have this parameter. */
function isSelected(entity: EntityName | undefined, { name }: Parameter): boolean {
	if (entity === undefined) return false;
	const older = Object.values(entities).find(({ fieldsParam, newer = {} }) => newer[fieldsParam] === name);
	return Object.keys(selectionOf(entity)).some((key) => key === name || key === older?.fieldsParam);
}

/** The code of a record. */
export function recordCode(operation: Published, texts: Texts, imports: Imports): RecordCode {
	const { row } = operation;
	const op = imports.use('operation', 'op');
	const entity = row.route.startsWith('GET ') ? entityOf(operation) : undefined;
	const members = [
		`route: ${literal(row.route)}`,
		...(texts.name === title(texts.key) ? [] : [`name: ${literal(texts.name)}`]),
		`action: ${literal(texts.action)}`,
		`description: ${literal(texts.description)}`,
		`auth: ${imports.constantOf(authCode(operation, imports), isNamedFor(row.route))}`,
		...fieldsAndResult(operation, entity, imports),
	];
	const code = `${texts.key}: ${op}({ ${members.join(', ')} }),`;
	return { code, ...(entity !== undefined && { entity }) };
}

/** A constant with the right scopes may be named for the other direction, such as `ownRead`. */
const isNamedFor = (route: string) => (name: string) =>
	!(route.startsWith('GET ') ? /write|moderate/i : /read/i).test(name);

/** Builders by the kinds that they accept. */
const ACCEPTS: Readonly<Record<string, string>> = {
	'oAuth2 oAuth1': 'user',
	oAuth2: 'oAuth2',
	'app oAuth2 oAuth1': 'any',
	'app oAuth2': 'appOrOAuth2',
};

function authCode({ row: { auth, scopes } }: Published, imports: Imports): string {
	if (auth.join(' ') === 'app' && scopes.length === 0) return imports.use('operation', 'app');
	const builder = ACCEPTS[auth.join(' ')];
	if (builder === undefined) return literal({ kinds: auth, scopes });
	return `${imports.use('operation', builder)}(${scopes.map(quoted).join(', ')})`;
}

/** In the quotes that prettier writes, so that it is found among the constants of the file. */
const quoted = (text: string) => `'${text}'`;

function fieldsAndResult(operation: Published, entity: EntityName | undefined, imports: Imports): string[] {
	const { row } = operation;
	const fields = `{ ${fieldList(operation, entity, imports).join(', ')} }`;
	const { paging } = row;
	const bounds = paging && [paging.max ?? 100, ...((paging.min ?? 1) > 1 ? [paging.min] : [])];
	const isUsual = paging?.request === 'pagination_token' && paging.size === 'max_results';
	if (entity && isUsual && row.answer === 'many') {
		const read = imports.use('selections', 'readPages');
		return [`...${read}(${[literal(entity), fields, ...(bounds ?? [])].join(', ')})`];
	}
	const pages = paging ? [`paging: ${pagingCode(operation, imports)}`] : [];
	if (entity) {
		const read = imports.use('selections', row.answer === 'many' ? 'readMany' : 'readOne');
		return [`...${read}(${literal(entity)}, ${fields})`, ...pages];
	}
	return [`fields: ${fields}`, ...pages, ...resultCode(operation, imports)];
}

function pagingCode({ row: { paging } }: Published, imports: Imports): string {
	const { request = '', size, max = 100, min = 1 } = paging ?? {};
	const named = request === 'pagination_token' ? [] : [literal(request)];
	if (size === undefined) return `${imports.use('operation', 'tokenWithoutSize')}(${named.join('')})`;
	const bounds = named.length > 0 || min > 1 ? [max, min] : [max];
	return `${imports.use('operation', 'token')}(${[...bounds, ...named].join(', ')})`;
}

function resultCode({ row }: Published, imports: Imports): string[] {
	if (row.route.startsWith('DELETE ')) {
		const names = row.parameters
			.filter((parameter) => parameter.in === 'path')
			.map(({ name }) => quoted(name));
		return [`result: ${imports.use('operation', 'deleted')}(${names.join(', ')})`];
	}
	if (!row.route.startsWith('GET ')) return [];
	return [`result: ${imports.use('operation', row.answer === 'many' ? 'many' : 'one')}()`];
}

/**
 * The code of one field.
 *
 * @param parameter A parameter of the query, or a member of the body.
 */
export function entriesOf(operation: Published, parameter: Parameter, imports: Imports): Entry[] {
	const { row, about } = operation;
	const [method = '', path = ''] = row.route.split(' ');
	const shop: Workshop = { imports, about, path, isUsersOwn: !row.auth.includes('app') };
	const hasBody = method === 'POST' || method === 'PUT';
	if (parameter.in !== undefined) {
		return [entryOf({ key: parameter.name, parameter }, shop, hasBody ? 'query' : undefined)];
	}
	return flat(parameter).map((field) => entryOf(field, shop, hasBody ? undefined : 'body'));
}

function fieldList(operation: Published, entity: EntityName | undefined, imports: Imports): string[] {
	const { row, about } = operation;
	const [method = '', path = ''] = row.route.split(' ');
	const shop: Workshop = { imports, about, path, isUsersOwn: !row.auth.includes('app') };
	const isOfPaging = ({ name }: Parameter) => name === row.paging?.request || name === row.paging?.size;
	const inPath = row.parameters.filter((parameter) => parameter.in === 'path');
	const inQuery = row.parameters.filter(
		(parameter) => parameter.in === 'query' && !isOfPaging(parameter) && !isSelected(entity, parameter),
	);
	const entries = [...inQuery, ...(row.body?.fields ?? [])].flatMap((parameter) =>
		entriesOf(operation, parameter, imports),
	);
	const { top = [], optional = [] } = groupBy(entries, ({ isRequired }) => (isRequired ? 'top' : 'optional'));
	const collection = optional.length > 0 ? [collectionCode(method, optional, imports)] : [];
	const start = row.paging?.request === 'pagination_token' && !(entity && row.paging.size === 'max_results');
	return [
		...inPath.map((parameter) => `${JSON.stringify(parameter.name)}: ${pathField(parameter, shop)}`),
		...top.map(({ code }) => code),
		...collection,
		...(start ? [`...${imports.use('common', 'startPage')}`] : []),
	];
}

/** A field of a record as code. */
export interface Entry {
	readonly code: string;
	readonly isRequired: boolean;
}

function entryOf(field: ReturnType<typeof flat>[number], shop: Workshop, wrap?: 'query' | 'body'): Entry {
	const code = fieldCode(field, shop);
	const placed = wrap ? `${shop.imports.use('fields', wrap)}(${code})` : code;
	return {
		code: `${JSON.stringify(field.key)}: ${placed}`,
		isRequired: field.parameter.required ?? false,
	};
}

/** The collection for optional fields, by what the operation does. */
export const COLLECTIONS: Readonly<Record<string, string>> = {
	GET: 'filters',
	POST: 'additional',
	PUT: 'update',
};

function collectionCode(method: string, entries: readonly Entry[], imports: Imports): string {
	const builder = imports.use('fields', COLLECTIONS[method] ?? 'options');
	return `...${builder}({ ${entries.map(({ code }) => code).join(', ')} })`;
}
