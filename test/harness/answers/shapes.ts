/** The shapes that an answer may have, made of the documented one. */
import { isObject } from '../../../nodes/shared/util/lenient';

type Answer = Readonly<Record<string, unknown>>;

/** Stands for content that no one expected: it must not be lost. */
export const KEPT = 'kept-by-the-node';

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

const ofData = (answer: Answer, change: (data: unknown) => unknown): Answer => ({
	...answer,
	...('data' in answer && { data: change(answer.data) }),
});

/** By their names in the table. */
export const SHAPES: Readonly<Record<string, (answer: Answer) => unknown>> = {
	documented: (answer) => answer,
	missing: () => ({}),
	null: () => ({ data: null }),
	'empty object': () => ({ data: {} }),
	'empty list': () => ({ data: [] }),
	'nulls in lists': (answer) => inLists(answer, (list) => [null, ...list]),
	'all null': (answer) => ofData(answer, (data) => inside(data, () => null)),
	'other types': (answer) => ofData(answer, (data) => inside(data, () => ({ [KEPT]: 1 }))),
	unknown: () => ({ data: { [KEPT]: 1 } }),
	'unknown name': () => ({ [KEPT]: [{ id: '1' }] }),
	'list for object': (answer) => ofData(answer, (data) => (Array.isArray(data) ? data[0] : [data])),
	text: () => ({ data: KEPT }),
	list: () => [{ [KEPT]: 1 }],
};
