/**
 * Makes odd answers of the documented one: each part of it, from the whole down to what names a result, is left out,
 * null, of another type, empty, doubled, cut off or wrapped, and the whole comes with another status.
 */
import { isObject } from '../../../nodes/shared/util/lenient';

type Answer = Readonly<Record<string, unknown>>;

/** An answer as it is sent. */
export interface Sent {
	readonly status: number;
	/** Undefined for an answer without a body. */
	readonly body: unknown;
	/** The text, where it is not the JSON of the body. */
	readonly text?: string;
}

/** Stands for content that no one expected: it must not be lost. */
export const KEPT = 'kept-by-the-node';

/** The shape with errors. A hint shows them, unless they are beside what an operation asks on the way. */
export const BESIDE = 'errors beside data';

const PROBLEM = {
	title: 'Forbidden',
	detail: 'You are not permitted to perform this action.',
	type: 'about:blank',
	status: 403,
};

/** What names a result, or says that something was done. */
const isKey = (name: string, value: unknown, method: string) =>
	method === 'GET'
		? name === 'id'
		: /(^|_)id(_str)?$|^media_key$|^token$/.test(name) || typeof value === 'boolean';

/** The entity of an answer, or the first of its list. */
const changeEntity = (data: unknown, change: (entity: Answer) => unknown): unknown => {
	if (Array.isArray(data)) return data.map((entry) => changeEntity(entry, change));
	return isObject(data) ? change(data) : undefined;
};

const keysAs = (value: unknown) => (data: unknown, method: string) => {
	let isChanged = false;
	const changed = changeEntity(data, (entity) =>
		Object.fromEntries(
			Object.entries(entity).flatMap(([name, each]) => {
				if (!isKey(name, each, method)) return [[name, each]];
				isChanged = true;
				return value === undefined ? [] : [[name, value]];
			}),
		),
	);
	return isChanged ? changed : undefined;
};

const inLists = (value: unknown, change: (list: unknown[]) => unknown[]): unknown => {
	if (Array.isArray(value)) return change(value.map((entry) => inLists(entry, change)));
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inLists(inner, change)]));
};

/** The same with other values inside of the answer. */
const inside = (value: unknown, change: (leaf: unknown) => unknown): unknown => {
	if (Array.isArray(value)) return value.map((entry) => inside(entry, change));
	if (!isObject(value)) return change(value);
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner, change)]));
};

const ofList = (change: (list: readonly unknown[]) => unknown) => (data: unknown) =>
	Array.isArray(data) && data.length > 0 ? change(data) : undefined;

/** Ways to change the value of `data`; undefined where there is nothing to change. */
const OF_DATA: Readonly<Record<string, (data: unknown, method: string) => unknown>> = {
	'null data': () => null,
	'empty object': () => ({}),
	// A list without entries is no odd answer; under a count it is one of those below.
	'empty list': (data) => (Array.isArray(data) ? undefined : []),
	'a list of an empty object': () => [{}],
	'false for data': () => false,
	'text for data': () => KEPT,
	'unknown data': () => ({ [KEPT]: 1 }),
	'list for object': (data) => (Array.isArray(data) ? (data[0] as unknown) : [data]),
	'data in data': (data) => ({ data }),
	'a problem for data': () => PROBLEM,
	'no key': keysAs(undefined),
	'null for keys': keysAs(null),
	'other types for keys': keysAs({ [KEPT]: 1 }),
	'nulls in lists': (data) => inLists(data, (list) => [null, ...list]),
	'all null': (data) => inside(data, () => null),
	'other types': (data) => inside(data, () => ({ [KEPT]: 1 })),
};

/** Ways to change the whole. */
const OF_WHOLE: Readonly<Record<string, (answer: Answer, method: string) => Sent | undefined>> = {
	'no data': () => ({ status: 200, body: {} }),
	'null for all': () => ({ status: 200, body: null }),
	'a list around it': (answer) => ({ status: 200, body: [answer] }),
	'an unknown list': () => ({ status: 200, body: [{ [KEPT]: 1 }] }),
	'an unknown name': () => ({ status: 200, body: { [KEPT]: [{ id: '1' }] } }),
	'another wrapper': () => ({ status: 200, body: { result: { ok: true } } }),
	'a problem': () => ({ status: 200, body: PROBLEM }),
	'a problem in a wrapper': () => ({ status: 200, body: { error: PROBLEM } }),
	'an error for errors': () => ({ status: 200, body: { data: null, errors: { message: 'odd' } } }),
	'a count alone': () => ({ status: 200, body: { meta: { result_count: 7 } } }),
	'200 without a body': () => ({ status: 200, body: undefined }),
	'201 without a body': () => ({ status: 201, body: undefined }),
	// With 204, HTTP says of an update and a delete that they were done.
	'204 without a body': (_, method) =>
		/PUT|DELETE/.test(method) ? undefined : { status: 204, body: undefined },
	'cut off': (answer) => {
		const text = JSON.stringify(answer);
		return { status: 200, body: undefined, text: text.slice(0, text.length / 2) };
	},
	[BESIDE]: (answer) =>
		answer.data === undefined ? undefined : { status: 200, body: { ...answer, errors: [PROBLEM] } },
	'doubled rows': (answer) => counted(answer, (list) => [...list, ...list]),
	'half of the rows': (answer) => counted(answer, (list) => list.slice(1)),
};

/** Other rows under the count of the documented ones. */
function counted(answer: Answer, change: (list: readonly unknown[]) => unknown[]): Sent | undefined {
	const data = ofList(change)(answer.data);
	const { length } = Array.isArray(answer.data) ? answer.data : [];
	return data === undefined || !isObject(answer.meta) || answer.meta.result_count === undefined
		? undefined
		: { status: 200, body: { ...answer, data, meta: { ...answer.meta, result_count: length } } };
}

const under =
	(change: (data: unknown, method: string) => unknown) =>
	(answer: Answer, method: string): Sent | undefined => {
		const data = answer.data === undefined ? undefined : change(answer.data, method);
		return data === undefined ? undefined : { status: 200, body: { ...answer, data } };
	};

/** By their names in the table. Undefined where the documented answer has no such part. */
export const SHAPES: Readonly<Record<string, (answer: Answer, method: string) => Sent | undefined>> = {
	...OF_WHOLE,
	...Object.fromEntries(Object.entries(OF_DATA).map(([name, change]) => [name, under(change)])),
};
