/**
 * Plain create, read, list, update and delete of any documented operation, out of the facts alone: no route, no seed.
 * A collection begins with what the documentation shows in it; an identifier that no one has deleted can be read.
 */
import { isPlainObject, omit, pickBy } from 'lodash';
import { coreOperations, findOperation, sampleOf, type Operation } from '../facts';
import { routeOf } from './documented';
import {
	defineArea,
	isRecord,
	notFound,
	ok,
	Refusal,
	type Platform,
	type SimRequest,
	type SimResponse,
} from './frame';
import { tokenPage } from './frame/pages';
import type { Values } from './frame/validate';

type Row = Record<string, unknown>;

/** What an operation of the facts gives: the documented answer with the rows that there are, or no such row. */
type Plain = { answer: Record<string, unknown>; rows?: Row[] } | { missing: string; parameter: string };

/** What a request says, once it was held against the facts. */
interface Asked {
	readonly operation: Operation;
	/** As sent, without the query. */
	readonly path: string;
	readonly params: Readonly<Record<string, string>>;
	readonly values: Values | Readonly<Record<string, unknown>>;
}

interface Shelf {
	readonly rows: Map<string, Row>;
	readonly deleted: Set<string>;
}

/** Parameters that say which part of a list is wanted, not which rows belong to it. */
const NOT_FILTERS = ['count', 'cursor', 'max_results', 'pagination_token', 'next_token', 'sort_by'];

export class Shelves {
	private readonly shelves = new Map<string, Shelf>();

	constructor(private readonly newId: () => string) {}

	/** Do what an operation says. */
	answer(asked: Asked): Plain {
		const { operation, path, values } = asked;
		const answer = { ...(sampleOf(operation).answer as object) };
		const parameter = /\{([^{}/]+)\}$/.exec(operation.path)?.[1];
		if (parameter !== undefined) return this.one(asked, answer, parameter);
		if (operation.method === 'POST' && isRow(answer, 'data') && hasReader(operation)) {
			const begun = { ...answer.data, ...firstStates(operation, answer.data) };
			const row = { ...begun, ...known(begun, values), ...withId(begun, this.newId()) };
			this.shelf(path, operation).rows.set(idOf(row), row);
			return { answer: { ...answer, data: row } };
		}
		const { data: shown } = answer as { data?: unknown };
		if (operation.answer !== 'many' || !Array.isArray(shown) || !shown.every(isPlainObject))
			return { answer };
		const rows = [...this.shelf(path, operation).rows.values()];
		return { answer, rows: rows.filter((row) => fits(row, values)) };
	}

	private one({ operation, path, params, values }: Asked, answer: Row, parameter: string): Plain {
		const id = params[parameter] ?? '';
		const shelf = this.shelf(path.slice(0, path.lastIndexOf('/')), operation);
		if (shelf.deleted.has(id)) return { missing: id, parameter };
		if (!isRow(answer, 'data')) return { answer };
		const row = shelf.rows.get(id) ?? { ...answer.data, ...withId(answer.data, id) };
		if (operation.method === 'GET') return { answer: { ...answer, data: row } };
		if (operation.method === 'DELETE') {
			shelf.rows.delete(id);
			shelf.deleted.add(id);
			const isWhole = 'deleted' in answer.data && 'id' in answer.data;
			return { answer: isWhole ? { ...answer, data: { ...row, deleted: true } } : answer };
		}
		const changed = { ...row, ...known(answer.data, values) };
		if (idOf(row) !== '') shelf.rows.set(id, changed);
		return { answer: { ...answer, data: idOf(row) === '' ? answer.data : changed } };
	}

	/** The rows below a path, at first those of the documentation. */
	private shelf(path: string, { path: template, method }: Operation): Shelf {
		const found = this.shelves.get(path);
		if (found) return found;
		const collection = template.replace(/\/\{[^{}/]+\}$/, '');
		const list = findOperation(`GET ${collection}`);
		const shown =
			list && method !== 'POST' ? (sampleOf(list).answer as { data?: unknown } | undefined)?.data : [];
		const rows = (Array.isArray(shown) ? shown : [])
			.filter(isPlainObject)
			.map((row: Row, index): [string, Row] => [
				idOf(row) || String(index),
				{ ...row, ...firstStates({ path: collection }, row) },
			]);
		const shelf = {
			rows: new Map(rows),
			deleted: new Set<string>(),
		};
		this.shelves.set(path, shelf);
		return shelf;
	}
}

/** What a list can be filtered by begins with the first of its documented values, where no sample has one. */
function firstStates({ path }: Pick<Operation, 'path'>, row: Row): Row {
	const filters = findOperation(`GET ${path}`)?.parameters ?? [];
	return Object.fromEntries(
		filters
			.filter(({ name, enum: values }) => values && row[name] === 'text')
			.map((one) => [one.name, one.enum?.[0]]),
	);
}

/** Whether what a creation makes can be read or listed. */
const hasReader = ({ path }: Operation): boolean =>
	findOperation(`GET ${path}`) !== undefined || findOperation(`GET ${path}/{id}`) !== undefined;

const isRow = <Name extends string>(value: object, name: Name): value is Record<Name, Row> =>
	isPlainObject((value as Record<string, unknown>)[name]);

const idName = (row: Row): string | undefined =>
	'id' in row ? 'id' : Object.keys(row).find((name) => /_(id|key)$/.test(name));

const idOf = (row: Row): string => {
	const id = row[idName(row) ?? ''];
	return typeof id === 'string' ? id : '';
};

function withId(row: Row, id: string): Row {
	const name = idName(row);
	return name === undefined ? {} : { [name]: id };
}

/** Those of the given values that the documented answer has, too. */
const known = (row: Row, values: object): Row =>
	pickBy({ ...values }, (value, name) => name in row && value !== undefined);

/** Whether a row has what the parameters of a list name: equal fields, and `…_ids` that hold its identifier. */
function fits(row: Row, values: object): boolean {
	const q = 'q' in values && typeof values.q === 'string' ? values.q.toLowerCase() : '';
	if (
		!JSON.stringify(row.name ?? '')
			.toLowerCase()
			.includes(q)
	)
		return false;
	return Object.entries(values).every(([name, wanted]: [string, unknown]) => {
		if (NOT_FILTERS.includes(name) || !(name in row)) return true;
		const own = [row[name]].flat().map(String);
		return [wanted].flat().some((value) => own.includes(String(value)));
	});
}

/** Operations of the core API without an answer of their own. */
function plainly(
	operation: Operation,
	shelves: Shelves,
	request: SimRequest,
	platform: Platform,
): SimResponse {
	if (operation.answer === 'file') return { status: operation.status, body: Buffer.from('a file') };
	const values = { ...Object.fromEntries(request.query), ...(isRecord(request.body) && request.body) };
	const plain = shelves.answer({ operation, path: request.path, params: request.params, values });
	if ('missing' in plain) throw new Refusal(notFound(plain.parameter, plain.missing, 'resource'));
	if (operation.answer === 'stream') return { status: 200, body: `${JSON.stringify(plain.answer)}\r\n` };
	if (!plain.rows) return ok(plain.answer, operation.status);
	const rest = omit(plain.answer, ['data', 'meta']);
	const size = operation.paging?.default ?? 100;
	const { items, meta } = tokenPage(platform.pages, request, plain.rows, { default: size });
	return ok({ ...(items.length > 0 && { data: items }), ...rest, meta });
}

/** All documented operations; those that other areas answer with more sense go before. */
export const plainCore = defineArea<{ shelves: Shelves }>({
	name: 'plain',
	createState: (platform) => ({ shelves: new Shelves(() => platform.newId()) }),
	routes: coreOperations().map((operation) => ({
		...routeOf(operation),
		handler: ({ shelves }, request, platform) => plainly(operation, shelves, request, platform),
	})),
});
