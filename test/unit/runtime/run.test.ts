import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../scripts/runtime/run';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'run-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

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

it('tells the signal that stopped a command', async () => {
	await expect(runNode('process.kill(process.pid, "SIGTERM")')).rejects.toThrow('was stopped by SIGTERM');
});

it('tells that a command could not start', async () => {
	const options = { cwd: folder, env: {}, logFile: join(folder, 'a.log') };
	await expect(run('no-such-program', ['install'], options)).rejects.toThrow(
		/^"no-such-program install" could not start: /,
	);
});
