/** Lists: filter by identifiers and name, leave out what is deleted or a draft, sort, count, cut a page. */
import { omit, orderBy } from 'lodash';
import { listValue, numberValue, textValue, type Context, type Payload } from './context';
import { invalid } from './errors';
import type { Values } from '../frame/validate';
import { text, type Data, type Json } from './state';

export interface ListShape {
	/** Field that each `…_ids` (or `…_id`) parameter looks at. */
	readonly filters?: Readonly<Record<string, string>>;
	/** `q` is a case-insensitive part of the name, its beginning, or some words of all texts. */
	readonly q?: 'part' | 'prefix' | 'words';
}

/** One page of entities in the envelope of a list. */
export function listPage(context: Context, rows: readonly Data[], shape: ListShape): Payload {
	const { values } = context;
	const chosen = sorted(context, rows.filter(matcher(values, shape)));
	return page(context, chosen);
}

/** One page of anything, already filtered and sorted. */
export function page(context: Context, items: readonly Json[]): Payload {
	const { values, fact } = context;
	const fallback = fact.parameters.find(({ name }) => name === 'count')?.default;
	const size = numberValue(values, 'count') ?? (typeof fallback === 'number' ? fallback : 200);
	const cursor = textValue(values, 'cursor');
	const cut = context.state.platform.pages.page(listKey(context), items, size, cursor);
	if (!cut) return invalid('cursor', `"${cursor ?? ''}" is not a cursor of this list`, cursor ?? null);
	return {
		data: cut.items,
		next_cursor: cut.nextToken ?? null,
		...(values.with_total_count === true && { total_count: items.length }),
	};
}

/** A cursor belongs to one list: the same path and filters, whatever the size of the page. */
function listKey({ request, values, userId }: Context): string {
	const filters = omit(values, ['cursor', 'count', 'with_total_count']);
	return JSON.stringify([request.listener, userId, request.path, Object.entries(filters).sort()]);
}

function matcher(values: Values, shape: ListShape): (row: Data) => boolean {
	const tests: ((row: Data) => boolean)[] = [];
	if (values.with_deleted !== true) tests.push((row) => !row.deleted);
	for (const [name, field] of Object.entries(shape.filters ?? {})) {
		const single = textValue(values, name);
		const wanted = listValue(values, name) ?? (single === undefined ? undefined : [single]);
		if (!wanted) continue;
		const set = new Set<Json>(wanted);
		tests.push((row) => set.has(row[field] ?? null));
	}
	const q = textValue(values, 'q')?.toLowerCase();
	if (q !== undefined && shape.q === 'words') tests.push((row) => hasWords(row, q.split(/\s+/)));
	else if (q !== undefined) {
		tests.push(({ name }) => {
			const text = typeof name === 'string' ? name.toLowerCase() : '';
			return shape.q === 'prefix' ? text.startsWith(q) : text.includes(q);
		});
	}
	return (row) => tests.every((test) => test(row));
}

function hasWords({ name, title, file_name: file, description }: Data, words: readonly string[]): boolean {
	const known = [name, title, file, description].flatMap((each) => text(each).toLowerCase().split(/\W+/));
	return words.every((word) => known.includes(word));
}

const COMMON_FIELDS = ['created_at', 'updated_at', 'deleted'];

function sorted({ values, fact }: Context, rows: Data[]): Data[] {
	const keys = (textValue(values, 'sort_by')?.split(',') ?? []).map((part) => {
		const [, field = '', direction = ''] = /^([a-z_]+)-(asc|desc)$/.exec(part) ?? [];
		if ((fact.sortBy ?? COMMON_FIELDS).includes(field)) return { field, direction };
		return invalid('sort_by', `"${part}" is not an attribute to sort by with -asc or -desc`, part);
	});
	const directions = keys.map(({ direction }) => (direction === 'desc' ? 'desc' : 'asc'));
	return orderBy(
		rows,
		keys.map(({ field }) => field),
		directions,
	);
}
