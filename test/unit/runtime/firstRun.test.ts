/** What a newcomer's first run does beside installing n8n. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keepPort, portOfDemo } from '../../../scripts/demo/ports';
import { Progress } from '../../../scripts/runtime/progress';
import { removeUnread } from '../../../scripts/runtime/unread';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'x-platform-first-run-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const write = async (...paths: string[]) => {
	for (const path of paths) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), 'x');
	}
};

describe('the port of the demo', () => {
	const { N8N_PORT } = process.env;
	beforeEach(() => delete process.env['N8N_PORT']);
	afterEach(() => {
		if (N8N_PORT !== undefined) process.env['N8N_PORT'] = N8N_PORT;
	});

	it('is known to a second terminal as the demo was started', async () => {
		expect(await portOfDemo(folder)).toBe(5678);
		await keepPort(21_000, folder);
		expect(await portOfDemo(folder)).toBe(21_000);
	});

	it('is that of N8N_PORT where the second terminal has one', async () => {
		await keepPort(21_000, folder);
		process.env['N8N_PORT'] = '22000';
		expect(await portOfDemo(folder)).toBe(22_000);
	});
});

it('removes what n8n never reads, and keeps what runs and what n8n may show to a model', async () => {
	const unread = [
		'a/x.js.map',
		'a/x.d.ts',
		'@scope/b/y.d.mts',
		'@scope/b/node_modules/c/z.d.cts',
		'n8n/m.js.map',
		'n8n/node_modules/c/z.d.ts',
		'a/n8n/z.d.ts',
	];
	const read = [
		'a/x.js',
		'a/README.md',
		'n8n/x.d.ts',
		'@n8n/d/y.d.ts',
		'typescript/lib/lib.d.ts',
		'a/x.d.tsx',
	];
	await write(...[...unread, ...read].map((path) => `node_modules/${path}`));
	await removeUnread(folder);
	const left = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
	expect(left.filter((entry) => entry.isFile()).length).toBe(read.length);
	for (const path of read)
		expect((await readdir(join(folder, 'node_modules', dirname(path)))).join()).toContain(
			path.split('/').at(-1),
		);
});

it('says how much of a long step is done', async () => {
	const said: string[] = [];
	const progress = new Progress((line) => said.push(line), 1);
	await progress.step(
		'downloading',
		async () => {
			while (said.length < 3) await new Promise(setImmediate);
		},
		() => Promise.resolve('0.4 of about 2.5 GB'),
	);
	expect(said[0]).toBe('  downloading …');
	expect(said[1]).toMatch(/^ {2}downloading … \d+ s, 0\.4 of about 2\.5 GB$/);
	expect(said.at(-1)).toMatch(/^ {2}downloading: done in \d+ s$/);
});
