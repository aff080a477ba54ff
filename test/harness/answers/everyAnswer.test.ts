/**
 * What becomes of an answer, for every operation of every node with the requests that it sends itself, and for every
 * shape that an answer may have: nothing that X sent is lost, no write passes as done that X did not confirm, and no
 * message of the language reaches a user. Each request of an operation is answered in each shape, the others as
 * documented. `CONTRACT_TABLE=file` writes the table of operations and shapes.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { get, has, isEqual, isString, set } from 'lodash';
import { operationAt, sampleOf } from '../../facts';
import { host, readBinary, type NodeRun } from '../../support';
import { cases } from '../../support/cases';
import { filledForms, runForm, useServer, whoIAm, type FilledForm } from '../../support/everyForm';
import { isObject } from '../../../nodes/shared/util/lenient';
import { BESIDE, KEPT, SHAPES, type Sent } from './shapes';

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

const UNSAID = /X did not say/;
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

const wordFor = (done: NodeRun): string => {
	const errors = errorsOf(done);
	if (errors.some((text) => UNSAID.test(text))) return 'unsaid';
	if (errors.length > 0) return 'error';
	return `${done.json.length}${done.hints.length > 0 ? ' + hint' : ''}`;
};

/** Operations whose own request is the first one. Others ask on the way first. */
const KEYS_AFTER = /\.getPinned$/;

const rows: string[] = [];
/** Each n-th operation, others for each shape. `OPERATIONS=media|report` in the environment tries those whose labels fit. */
const SHARE = cases(43, 11, 1);
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
				rows.push([operation.label, route, shape, wordFor(done), found ?? ''].join('\t'));
				if (found !== undefined) wrong.push(`${operation.label}, ${route}: ${found}`);
			}
		}
		expect(wrong).toEqual([]);
	},
);

afterAll(() => {
	const file = process.env['CONTRACT_TABLE'];
	const silent = rows.filter((row) => !row.endsWith('\t'));
	process.stdout.write(`${rows.length} answers of operations in odd shapes, ${silent.length} in silence\n`);
	if (file !== undefined)
		writeFileSync(file, `operation\trequest\tshape\toutcome\tfault\n${rows.join('\n')}\n`);
});
