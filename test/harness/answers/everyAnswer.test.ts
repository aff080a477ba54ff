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
import { operationAt, sampleOf } from '../../facts';
import { host, type NodeRun } from '../../support';
import { cases } from '../../support/cases';
import { filledForms, runForm, useServer, whoIAm, type FilledForm } from '../../support/everyForm';
import { isObject } from '../../../nodes/shared/util/lenient';
import { KEPT, SHAPES } from './shapes';

/** Requests that every node may send on the way. */
const onTheWay = (path: string): unknown => {
	const data = whoIAm(path);
	return data && { data };
};

/** The documented answer of a request. */
function documented(method: string, path: string): Record<string, unknown> {
	const operation = operationAt(method, path);
	const { answer } = operation ? sampleOf(operation) : {};
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

const operations = filledForms();

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

/** What is wrong with what became of an answer. */
function fault(done: NodeRun, route: string, shape: string, isLast: boolean): string | undefined {
	const errors = errorsOf(done);
	const ofLanguage = errors.find((text) => OF_THE_LANGUAGE.test(text));
	if (ofLanguage !== undefined) return `message of the language: ${ofLanguage.slice(0, 160)}`;
	if (given === undefined || errors.length > 0) return undefined;
	if (done.json.length === 0 && holds(given) && isLast) return 'what X sent is lost';
	const isSilent = done.hints.length === 0;
	if (isWrite(route) && ['missing', 'empty object', 'null'].includes(shape) && isSilent)
		return `a write passes as done: ${JSON.stringify(done.json).slice(0, 120)}`;
	if (JSON.stringify(given).includes(KEPT) && isLast && isSilent && !JSON.stringify(done.json).includes(KEPT))
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
/** Each n-th operation. `SHARE=1` in the environment tries all of them, in some four minutes. */
const SHARE = Number(process.env['SHARE'] ?? cases(23, 11));
const IS_MANY = cases(0, 1) === 1;

const OTHER_DAYS = 'the documented activity is of other days than the report, so that there is no row';
const OF_UPLOAD = 'the state of an upload that is not understood counts as done';

/** Operations that lose an answer of some shape, each with what happens. Many cases say when a row holds. */
const OPEN: Readonly<Record<string, string>> = {
	'xAdsAnalytics.report.production.get': OTHER_DAYS,
	'xAdsAnalytics.report.production.getAds': OTHER_DAYS,
	'xAdsAnalytics.report.production.getSpend': OTHER_DAYS,
	'xAdsAnalytics.report.production.start': OTHER_DAYS,
	'xAdsAnalytics.report.production.sync': OTHER_DAYS,
	'xAdsAnalytics.report.sandbox.get': OTHER_DAYS,
	'xAdsAnalytics.report.sandbox.getAds': OTHER_DAYS,
	'xAdsAnalytics.report.sandbox.getSpend': OTHER_DAYS,
	'xAdsAnalytics.report.sandbox.start': OTHER_DAYS,
	'xAdsAnalytics.report.sandbox.sync': OTHER_DAYS,
	'xAdsCreatives.card.production.delete': 'any list counts as what is left',
	'xAdsCreatives.card.sandbox.delete': 'any list counts as what is left',
	'xAdsCreatives.mediaLibrary.production.add': OF_UPLOAD,
	'xAdsCreatives.mediaLibrary.sandbox.add': OF_UPLOAD,
	'xAdsMeasurement.conversion.production.send': 'anything counts as a success',
	'xAdsMeasurement.conversion.sandbox.send': 'anything counts as a success',
	'xAdsMeasurement.leadExport.production.download': 'the content of the file is what X sent',
	'xAdsMeasurement.leadExport.sandbox.download': 'the content of the file is what X sent',
	'xChat.message.delete': 'anything counts as done',
	'xChat.message.getEvents': 'an unknown form has no events',
	'xChat.message.getPinned': 'an unknown form has no events',
	'xChat.messageRequest.getMany': 'an unknown form has no requests',
	'xCore.directMessage.downloadMedia': 'a message that is not understood has no file',
	'xCore.media.upload': OF_UPLOAD,
	'xCore.post.checkStored': 'an unknown form is an unknown Post',
	'xCoreAdmin.streamRule.deleteAll': 'anything counts as done',
};
const stillOpen = new Set<string>();

it.each(Object.keys(SHAPES).filter((shape) => shape !== 'documented'))(
	'an answer that is %s',
	async (shape) => {
		const wrong: string[] = [];
		for (const [index, operation] of operations.entries()) {
			if (index % SHARE !== 0 && !(IS_MANY && operation.label in OPEN)) continue;
			changed = undefined;
			await run(operation);
			const routes = [...new Set(asked)];
			for (const [place, route] of routes.entries()) {
				changed = { route, shape };
				const done = await run(operation);
				rows.push([operation.label, route, shape, wordFor(done)].join('\t'));
				const found = fault(done, route, shape, place === routes.length - 1);
				if (found === undefined) continue;
				if (operation.label in OPEN) stillOpen.add(operation.label);
				else wrong.push(`${operation.label}, ${route}: ${found}`);
			}
		}
		expect(wrong).toEqual([]);
	},
);

if (IS_MANY)
	it('has no row of OPEN that holds by now', () => {
		expect(Object.keys(OPEN).filter((label) => !stillOpen.has(label))).toEqual([]);
	});

afterAll(() => {
	const file = process.env['CONTRACT_TABLE'];
	if (file !== undefined) writeFileSync(file, `operation\trequest\tshape\toutcome\n${rows.join('\n')}\n`);
});
