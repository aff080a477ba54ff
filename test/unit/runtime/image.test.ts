/** n8n from a container image. No container runs here: a stand-in for docker starts processes, and records how. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type N8n, startN8n } from '../../../scripts/runtime/n8n';
import { N8N_VERSION } from '../../../scripts/runtime/paths';
import { chosenSource, ensureN8n } from '../../../scripts/runtime/source';

const STAND_IN = resolve(__dirname, '../../support/standIn');
const IMAGE = `docker.n8n.io/n8nio/n8n:${N8N_VERSION}`;

/** Writes down its environment. */
const PROGRAM = `
	const { writeFileSync } = require('node:fs');
	writeFileSync('environment', JSON.stringify(process.env));
	require('node:http').createServer((_, answer) => answer.end('{}')).listen(process.env.N8N_PORT, '127.0.0.1');
`;

const before = { ...process.env };
let folder: string;
let userFolder: string;
let running: N8n | undefined;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'x-platform-image-'));
	userFolder = join(folder, 'user');
	const n8n = join(folder, 'n8n', 'bin', 'n8n.js');
	for (const each of [userFolder, join(folder, 'commands'), join(n8n, '..')])
		await mkdir(each, { recursive: true });
	await writeFile(n8n, PROGRAM);
	await writeFile(join(folder, 'n8n', 'package.json'), '{"name":"n8n"}');
	Object.assign(process.env, {
		PATH: [join(folder, 'commands'), join(process.execPath, '..'), '/usr/bin', '/bin'].join(':'),
		XDG_CACHE_HOME: folder,
		STAND_IN_FOLDER: join(folder, 'engine'),
		STAND_IN_NODE: process.execPath,
		STAND_IN_N8N: n8n,
		N8N_TEST_FROM: 'image',
		N8N_ENCRYPTION_KEY: 'of the person',
	});
});
afterEach(async () => {
	await running?.kill();
	running = undefined;
	process.env = { ...before };
	await rm(folder, { recursive: true, force: true });
});

/** Makes a command that does what docker does. */
const provide = async (name: string) => {
	const file = join(folder, 'commands', name);
	await copyFile(join(STAND_IN, 'docker'), file);
	await copyFile(join(STAND_IN, 'engine.js'), join(folder, 'commands', 'engine.js'));
};
const calls = async (): Promise<string[][]> =>
	(await readFile(join(folder, 'engine', 'calls'), 'utf8'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as string[]);
const start = async (): Promise<N8n> => {
	const runtime = await ensureN8n(() => undefined);
	running = await startN8n({ runtime, userFolder, env: { N8N_SETTING: 'with "signs" and spaces' } });
	return running;
};
it('downloads the image once, with the command that is there', async () => {
	await provide('podman');
	const lines: string[] = [];
	const say = (line: string) => lines.push(line);
	expect(await ensureN8n(say)).toEqual({ from: 'image', engine: 'podman', image: IMAGE });
	await ensureN8n(say);
	expect((await calls()).filter(([command]) => command === 'pull')).toEqual([['pull', IMAGE]]);
	expect(lines.at(-1)).toContain(`${IMAGE}, started by podman`);
});

it('names what is missing where no container can be started', async () => {
	await provide('docker');
	process.env['STAND_IN_DOWN'] = 'yes';
	const asked = ensureN8n(() => undefined);
	await expect(asked).rejects.toThrow('docker: Cannot connect to the Docker daemon');
	await expect(asked).rejects.toThrow('podman: not found');
	await expect(asked).rejects.toThrow('N8N_TEST_FROM=npm');
});

it('starts n8n with its settings alone, in its folder, on this machine only', async () => {
	await provide('docker');
	const { port, pid } = await start();
	const environment = JSON.parse(await readFile(join(userFolder, 'environment'), 'utf8')) as object;
	expect(environment).toMatchObject({
		HOME: userFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SETTING: 'with "signs" and spaces',
	});
	expect(environment).not.toHaveProperty('N8N_ENCRYPTION_KEY');
	expect(environment).not.toHaveProperty('STAND_IN_FOLDER');
	const run = (await calls()).find(([command]) => command === 'run') ?? [];
	expect(run).toEqual(
		expect.arrayContaining(['--rm', '--network=host', `--volume=${userFolder}:${userFolder}:z`]),
	);
	expect(run.slice(-2)).toEqual([IMAGE, 'start']);
	expect(run.join(' ')).not.toContain('signs');
	expect(() => process.kill(pid ?? 0, 0)).not.toThrow();
});

it.each([
	[{}, 'npm'],
	[{ N8N_TEST_VERSION: '1.123.81' }, 'npm'],
	[{ N8N_TEST_VERSION: '3.0.1' }, 'image'],
	[{ N8N_TEST_IMAGE: 'n8nio/n8n:nightly' }, 'image'],
	[{ N8N_TEST_FROM: 'image' }, 'image'],
	[{ N8N_TEST_FROM: 'npm', N8N_TEST_IMAGE: 'n8nio/n8n:nightly' }, 'npm'],
] as const)('with %p n8n comes from %s', (env, expected) => {
	expect(chosenSource(env)).toBe(expected);
});
