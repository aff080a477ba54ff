/** `npm run facts`: what it reads, what it prints and how it ends. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
});

describe('the watch', () => {
	const at = (places: Partial<Places>): Places => ({ ...PUBLISHED, ...places });

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
});
