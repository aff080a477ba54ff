import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import getPort from 'get-port';
import { startN8n } from '../../../scripts/runtime/n8n';

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

let userFolder: string;
beforeEach(async () => {
	userFolder = await mkdtemp(join(tmpdir(), 'x-platform-start-'));
});
afterEach(async () => await rm(userFolder, { recursive: true, force: true }));

const start = async (unlucky: number, port?: number) => {
	const n8n = join(userFolder, 'n8n.js');
	await writeFile(n8n, program(unlucky));
	const nodeBin = dirname(process.execPath);
	const runtime = { from: 'npm', folder: userFolder, node: process.execPath, nodeBin, n8n } as const;
	return await startN8n({ runtime, userFolder, ...(port === undefined ? {} : { port }) });
};
const starts = async () => (await readFile(join(userFolder, 'starts'), 'utf8')).trim().split('\n');

it('takes another port when somebody was quicker to take the one it had found', async () => {
	const n8n = await start(1);
	await n8n.stop();
	const ports = await starts();
	expect(ports).toHaveLength(2);
	expect(n8n.port).toBe(Number(ports[1]));
});

it('gives up when that happens again and again', async () => {
	await expect(start(9)).rejects.toThrow('is in use');
	expect(await starts()).toHaveLength(3);
});

it('does not choose another port than the one asked for', async () => {
	await expect(start(1, await getPort())).rejects.toThrow('is in use');
	expect(await starts()).toHaveLength(1);
});
