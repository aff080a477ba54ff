/** `npm run facts`: what it reads, what it prints and how it ends. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wordsOf } from '../../../scripts/facts/report';
import { PUBLISHED, watch, type Places } from '../../../scripts/facts/watch';
import { readChangelog } from '../../facts';
import { serve, type Served } from '../../support/ownHost';

const PROJECT = resolve(__dirname, '../../..');
const { newest } = readChangelog();
const update = (label: string, title: string) =>
	`<Update label="${label}" description="X API">\n### ${title}\n</Update>\n`;
const KNOWN = newest.titles.map((title) => update(newest.date, title)).join('');

const pages: Readonly<Record<string, string>> = {
	'/changelog.md': KNOWN,
	'/later.md': update('Dec 24, 2099', 'Bells') + KNOWN,
	'/empty.md': ' ',
	'/openapi.json':
		'{"openapi":"3.0.0","info":{"version":"1.0"},"paths":{"/2/new":{"get":{"operationId":"new","responses":{"200":{}}}}}}',
};

let served: Served;
let address: string;
let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'facts-'));
	served = await serve(({ url = '' }, response) => {
		const text = pages[url];
		response.writeHead(text === undefined ? 404 : 200).end(text);
	});
	address = served.url;
});

afterAll(() => {
	rmSync(folder, { recursive: true });
	served.close();
});

const run = (...args: string[]) =>
	new Promise<{ code: unknown; text: string }>((ended) => {
		execFile(
			process.execPath,
			[require.resolve('tsx/cli'), 'scripts/facts.ts', ...args],
			{ cwd: PROJECT },
			(error, stdout, stderr) => ended({ code: error ? error.code : 0, text: stdout + stderr }),
		);
	});

describe('npm run facts', () => {
	it('ends with 0 where nothing differs', async () => {
		const { code, text } = await run('--only', 'changelog', '--changelog', `${address}/changelog.md`);
		expect([code, text]).toEqual([0, 'The facts agree with what is published.\n']);
	});

	it('ends with 1 where something differs, and says what', async () => {
		const file = join(folder, 'changelog.md');
		writeFileSync(file, pages['/later.md'] ?? '');
		const { code, text } = await run('--only', 'changelog', '--changelog', file);
		expect(code).toBe(1);
		expect(text).toBe(
			[
				'The facts differ from what is published in 1 place.',
				'## Published, and not in the facts',
				'- Changelog: 2099-12-24, X API: Bells\n',
			].join('\n\n'),
		);
	});

	it('ends with 2 where a source could not be read, and still says what differs in the others', async () => {
		const places = ['--changelog', `${address}/later.md`, '--prices', `${address}/none.md`];
		const { code, text } = await run('--only', 'changelog', '--only', 'prices', ...places);
		expect(code).toBe(2);
		expect(text).toContain('differ from what is published in 1 place. One source could not be read.');
		expect(text).toContain(`prices: ${address}/none.md answered with status 404.`);
		expect(text).toContain('Bells');
	});

	it('refuses a source that it does not know', async () => {
		const { code, text } = await run('--only', 'weather');
		expect(code).toBe(2);
		expect(text).toContain('There is no source "weather"');
	});
});

describe('the watch', () => {
	const at = (places: Partial<Places>): Places => ({ ...PUBLISHED, ...places });

	it('takes the second address where the first does not answer, and says so', async () => {
		const places = at({ description: [`${address}/none.json`, `${address}/openapi.json`] });
		const { differences, notes, unread } = await watch(places, ['description']);
		expect(unread).toEqual([]);
		expect(differences).toContainEqual({ change: 'added', subject: 'GET /2/new', what: 'operation new ()' });
		expect(notes[0]).toBe(`${address}/none.json answered with status 404.`);
	});

	it.each([
		[
			'nothing listens',
			() => 'http://127.0.0.1:1/changelog.md',
			/was not reached: .*(ECONNREFUSED|bad port)/,
		],
		['there is no file', () => join(folder, 'none.md'), /none\.md could not be read: ENOENT/],
		['the page is empty', () => `${address}/empty.md`, /empty\.md is empty/],
	])('says that a source could not be read where %s', async (_, place, reason) => {
		const { differences, unread } = await watch(at({ changelog: [place()] }), ['changelog']);
		expect(differences).toEqual([]);
		expect(unread).toEqual([expect.stringMatching(reason)]);
	});

	it('counts a difference that many operations share once', () => {
		const what = 'query parameter user.fields: value mood';
		const differences = ['GET /2/a', 'GET /2/b', 'GET /2/c', 'GET /2/d', 'GET /2/e'].map((subject) => ({
			change: 'gone' as const,
			subject,
			what,
		}));
		expect(wordsOf({ differences, notes: ['A note.'], unread: [] })).toBe(
			[
				'The facts differ from what is published in 5 places.',
				'## In the facts, and no longer published',
				`- GET /2/a, GET /2/b, GET /2/c and 2 more: ${what}`,
				'## Notes',
				'- A note.',
			].join('\n\n'),
		);
	});
});
