/**
 * What becomes of an answer, for every operation of every node with the requests that it sends itself, and for every
 * shape that an answer may have: nothing that X sent is lost, no write passes as done that X did not confirm, and no
 * message of the language reaches a user. Each request of an operation is answered in each shape, the others as
 * documented.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import { get, has, isEqual, isString, set } from 'lodash';
import { operationAt, sampleOf } from '../../facts';
import { host, readBinary, type NodeRun } from '../../support';
import { cases } from '../../support/cases';
import { filledForms, runForm, useServer, whoIAm, type FilledForm } from '../../support/everyForm';
import { isObject } from '../../../nodes/shared/util/lenient';

type Answer = Readonly<Record<string, unknown>>;

/** An answer as it is sent. */
interface Sent {
	readonly status: number;
	/** Undefined for an answer without a body. */
	readonly body: unknown;
	/** The text, where it is not the JSON of the body. */
	readonly text?: string;
}

/** Stands for content that no one expected: it must not be lost. */
const KEPT = 'kept-by-the-node';

/** The shape with errors. A hint shows them, unless they are beside what an operation asks on the way. */
const BESIDE = 'errors beside data';

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

/** By their names. Undefined where the documented answer has no such part. */
const SHAPES: Readonly<Record<string, (answer: Answer, method: string) => Sent | undefined>> = {
	...OF_WHOLE,
	...Object.fromEntries(Object.entries(OF_DATA).map(([name, change]) => [name, under(change)])),
};

/** Requests that every node may send on the way. */
const onTheWay = (method: string, path: string): unknown => {
	const data = whoIAm(path, method);
	return data && { data };
};

const STATE = 'data.processing_info.state';

/** The documented answer of a request. */
function documented(method: string, path: string): Record<string, unknown> {
	const operation = operationAt(method, path);
	const { answer } = operation ? sampleOf(operation) : {};
	// The sample has "text" as the state of an upload, which would never be over.
	if (has(answer, STATE)) set(answer as object, STATE, 'succeeded');
	return isObject(answer) ? { ...answer, next_cursor: null } : { data: { id: '1', deleted: true } };
}

/** Which request is answered in another shape than documented. */
let changed: { readonly route: string; readonly shape: string } | undefined;
let asked: string[] = [];
/** What was sent in place of the documented answer. */
let given: Sent | undefined;

const server = createServer((request, response) => {
	request.resume().on('end', () => {
		const { method = 'GET', url = '' } = request;
		const { pathname } = new URL(url, 'http://x');
		const route = operationAt(method, pathname)?.route ?? `${method} ${pathname}`;
		if (!onTheWay(method, pathname)) asked.push(route);
		const odd =
			changed?.route === route ? SHAPES[changed.shape]?.(documented(method, pathname), method) : undefined;
		given = odd ?? given;
		const usual = { status: 200, body: onTheWay(method, pathname) ?? documented(method, pathname) };
		const { status, body, text = body === undefined ? '' : JSON.stringify(body) }: Sent = odd ?? usual;
		response.writeHead(status, { 'content-type': 'application/json' }).end(text);
	});
});

const sim = useServer(server);
const BEGUN = Date.now();
let now = BEGUN;
let waitAgain: () => void;

beforeAll(() => {
	const stopReading = host().readClock(() => now);
	const stopSkipping = host().skipWaits(async (milliseconds) => {
		await Promise.resolve((now += milliseconds));
	});
	waitAgain = () => {
		stopSkipping();
		stopReading();
	};
});

afterAll(() => waitAgain());

/** Health → Check gives its own rows, and Custom API Call any answer as it is. */
const operations = filledForms().filter(({ label }) => !/\.health\.check$|\.customApiCall\./.test(label));

async function run(form: FilledForm): Promise<NodeRun> {
	asked = [];
	given = undefined;
	// Whatever another run waited for, this one is held against the documented answers of the same moment.
	now = BEGUN;
	return await runForm(form, sim(), ['1111']);
}

/** What becomes of the documented answers, and which requests an operation sends. */
async function usualRun(form: FilledForm): Promise<{ usual: NodeRun; routes: string[] }> {
	changed = undefined;
	const usual = await run(form);
	return { usual, routes: [...new Set(asked)] };
}

const documentedRuns: Record<string, Awaited<ReturnType<typeof usualRun>>> = {};

/** Messages of the language and of its libraries. */
const OF_THE_LANGUAGE =
	/cannot read|is not a function|is not iterable|is not defined|reading '|invalid time value|unexpected token|invalid_type|"code":|\bundefined\b|\[object |zod|must be of type|circular|BigInt|toISOString|is not valid JSON/i;

const errorsOf = ({ json, error }: NodeRun): string[] => [
	...(error ? [`${error.message} ${error.description ?? ''}`] : []),
	// Products and the rows of a batch have their errors in a list.
	...json.flatMap(({ error, errors = [] }) =>
		[error, ...(Array.isArray(errors) ? (errors as unknown[]) : [])].filter(isString),
	),
];

/** Whether the output is what X sent as the result, an object that says something. */
const isPassedOn = (json: unknown): boolean => {
	const data: unknown = get(given?.body, 'data');
	return [data].flat().every((row) => isObject(row) && !('data' in row)) && isEqual(json, [data].flat());
};

/** Whether the output has what X sent, in an item or in a file. */
async function outputHas(items: NodeRun['items'], text: string): Promise<boolean> {
	const files = await Promise.all(items.flatMap(({ binary = {} }) => Object.values(binary).map(readBinary)));
	return (
		items.some(({ json }) => JSON.stringify(json).includes(text)) || files.some((file) => file.includes(text))
	);
}

/**
 * What is wrong with what became of an answer.
 *
 * @param usual What becomes of the documented answer: an answer that is not understood has a hint of its own.
 */
async function fault(done: NodeRun, isLast: boolean, usual: NodeRun): Promise<string | undefined> {
	const errors = errorsOf(done);
	const ofLanguage = errors.find((text) => OF_THE_LANGUAGE.test(text));
	if (ofLanguage !== undefined) return `message of the language: ${ofLanguage.slice(0, 160)}`;
	if (given === undefined || errors.length > 0) return undefined;
	const isSaid = done.hints.some(
		({ message }) =>
			/form that this node does not know/.test(message) ||
			usual.hints.every((hint) => hint.message !== message),
	);
	if (isSaid || (changed?.shape === BESIDE && !isLast)) return undefined;
	const isRead = changed?.route.startsWith('GET ') === true;
	// It was understood anyway: a list of one as the one.
	const isUnderstood =
		changed?.shape !== BESIDE && ((isRead && usual.json.length > 0) || changed?.shape === 'list for object');
	if (isUnderstood && isEqual(done.json, usual.json)) return undefined;
	// A request on the way whose key the operation does not need.
	if (isRead && !isLast && / keys?\b|rows$/.test(changed?.shape ?? '') && isEqual(done.json, usual.json))
		return undefined;
	// A file, or an entity whose form X does not document, is the output as it came.
	if (isRead && done.items.some(({ binary }) => binary)) return undefined;
	if (isRead && isPassedOn(done.json)) return undefined;
	const text = JSON.stringify(given.body ?? '');
	// The content of a result is the user's to judge, as long as nothing of it is lost.
	const isInside = ['nulls in lists', 'other types', 'other types for keys'].includes(changed?.shape ?? '');
	if (isInside && (!text.includes(KEPT) || !isLast || (await outputHas(done.items, KEPT)))) return undefined;
	return `passes in silence: ${JSON.stringify(done.json).slice(0, 120)}`;
}

/** Operations whose own request is the first one. Others ask on the way first. */
const KEYS_AFTER = /\.getPinned$/;

/** Each n-th operation, others for each shape. `OPERATIONS=media|report` in the environment tries those whose labels fit. */
const SHARE = cases(83, 11, 1);
const WANTED = new RegExp(process.env['OPERATIONS'] ?? '');

it.each(Object.keys(SHAPES).map((shape, number) => [shape, number] as const))(
	'an answer with %s',
	async (shape, number) => {
		const wrong: string[] = [];
		for (const [index, operation] of operations.entries()) {
			if ((index + number) % SHARE !== 0 || !WANTED.test(operation.label)) continue;
			const { usual, routes } = (documentedRuns[operation.label] ??= await usualRun(operation));
			for (const [place, route] of routes.entries()) {
				changed = { route, shape };
				const done = await run(operation);
				if (given === undefined) continue;
				const own = KEYS_AFTER.test(operation.label) ? 0 : routes.length - 1;
				const found = await fault(done, place === own, usual);
				if (found !== undefined) wrong.push(`${operation.label}, ${route}: ${found}`);
			}
		}
		expect(wrong).toEqual([]);
	},
);
