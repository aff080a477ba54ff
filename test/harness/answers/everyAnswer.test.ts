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
import { get, has, set } from 'lodash';
import { operationAt, sampleOf } from '../../facts';
import { host, readBinary, type NodeRun } from '../../support';
import { cases } from '../../support/cases';
import { filledForms, runForm, useServer, whoIAm, type FilledForm } from '../../support/everyForm';
import { isObject } from '../../../nodes/shared/util/lenient';
import { KEPT, SHAPES } from './shapes';

/** Requests that every node may send on the way. */
const onTheWay = (path: string): unknown => {
	const data = whoIAm(path);
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
let given: unknown;

const server = createServer((request, response) => {
	request.resume().on('end', () => {
		const { method = 'GET', url = '' } = request;
		const { pathname } = new URL(url, 'http://x');
		const route = operationAt(method, pathname)?.route ?? `${method} ${pathname}`;
		let body: unknown = onTheWay(pathname) ?? documented(method, pathname);
		if (!onTheWay(pathname)) asked.push(route);
		if (changed?.route === route) {
			body = SHAPES[changed.shape]?.(documented(method, pathname));
			given = body;
		}
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
});

const sim = useServer(server);
let now = Date.now();
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

/** Health → Check gives its own rows, so nothing of an answer is lost in them. */
const operations = filledForms().filter(({ label }) => label !== 'xCoreAdmin.health.check');

async function run(form: FilledForm): Promise<NodeRun> {
	asked = [];
	given = undefined;
	return await runForm(form, sim(), ['1111']);
}

/** Messages of the language and of its libraries. */
const OF_THE_LANGUAGE =
	/cannot read|is not a function|is not iterable|is not defined|reading '|invalid time value|unexpected token|invalid_type|"code":|\bundefined\b|\[object |zod|must be of type|circular|BigInt|toISOString|is not valid JSON/i;

const UNSAID = /X did not say/;
const errorsOf = ({ json, error }: NodeRun): string[] => [
	...(error ? [`${error.message} ${error.description ?? ''}`] : []),
	...json.flatMap((item) => (typeof item.error === 'string' ? [item.error] : [])),
];

const holds = (value: unknown): boolean => {
	if (Array.isArray(value)) return value.some(holds);
	if (isObject(value)) return Object.values(value).some(holds);
	return value !== undefined && value !== null && value !== '';
};

const isWrite = (route: string) => !route.startsWith('GET ');

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
 * @param usual What becomes of the documented answer. Where that is nothing, as for results of another time, a
 *   hint is enough: one of its own for an answer that is not understood.
 */
async function fault(
	done: NodeRun,
	{ route, shape, isLast, usual }: { route: string; shape: string; isLast: boolean; usual: NodeRun },
): Promise<string | undefined> {
	const errors = errorsOf(done);
	const ofLanguage = errors.find((text) => OF_THE_LANGUAGE.test(text));
	if (ofLanguage !== undefined) return `message of the language: ${ofLanguage.slice(0, 160)}`;
	if (given === undefined || errors.length > 0) return undefined;
	const isSilent = done.hints.length === 0;
	const isKept = JSON.stringify(given).includes(KEPT);
	const isSaid = done.hints.some(({ message }) => usual.hints.every((hint) => hint.message !== message));
	const isAsUsual = usual.json.length === 0 && (isKept ? isSaid : !isSilent);
	const data: unknown = get(given, 'data', given);
	if (done.json.length === 0 && holds(data) && isLast && !isAsUsual) return 'what X sent is lost';
	if (isWrite(route) && ['missing', 'empty object', 'null'].includes(shape) && isSilent)
		return `a write passes as done: ${JSON.stringify(done.json).slice(0, 120)}`;
	if (isKept && isLast && isSilent && !(await outputHas(done.items, KEPT)))
		return `what X sent is not in the output: ${JSON.stringify(done.json).slice(0, 120)}`;
	return undefined;
}

const wordFor = (done: NodeRun): string => {
	const errors = errorsOf(done);
	if (errors.some((text) => UNSAID.test(text))) return 'unsaid';
	if (errors.length > 0) return 'error';
	return `${done.json.length}${done.hints.length > 0 ? ' + hint' : ''}`;
};

const rows: string[] = [];
/**
 * Each n-th operation. `SHARE=1` in the environment tries all of them, in some four minutes, and `OPERATIONS=media|report`
 * those whose labels fit.
 */
const SHARE = Number(process.env['SHARE'] ?? cases(23, 11));
const WANTED = new RegExp(process.env['OPERATIONS'] ?? '');

it.each(Object.keys(SHAPES).filter((shape) => shape !== 'documented'))(
	'an answer that is %s',
	async (shape) => {
		const wrong: string[] = [];
		for (const [index, operation] of operations.entries()) {
			if (index % SHARE !== 0 || !WANTED.test(operation.label)) continue;
			changed = undefined;
			const usual = await run(operation);
			const routes = [...new Set(asked)];
			for (const [place, route] of routes.entries()) {
				changed = { route, shape };
				const done = await run(operation);
				rows.push([operation.label, route, shape, wordFor(done)].join('\t'));
				const found = await fault(done, { route, shape, isLast: place === routes.length - 1, usual });
				if (found !== undefined) wrong.push(`${operation.label}, ${route}: ${found}`);
			}
		}
		expect(wrong).toEqual([]);
	},
);

afterAll(() => {
	const file = process.env['CONTRACT_TABLE'];
	if (file !== undefined) writeFileSync(file, `operation\trequest\tshape\toutcome\n${rows.join('\n')}\n`);
});
