import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import getPort from 'get-port';
import { program } from './programs';
import { startServer } from './server';

const HOST = '127.0.0.1';

/** A Redis server on loopback whose data live as long as the test run. */
export interface Redis {
	host: string;
	port: number;
	/** Sends a command and gives the answer as text. */
	send(...command: string[]): Promise<string>;
	stop: () => Promise<void>;
}

/** Starts a server in a folder of its own, on a free port; it writes nothing to the disk. */
export async function startRedis(logFile: string): Promise<Redis> {
	const folder = await mkdtemp(join(tmpdir(), 'x-platform-redis-'));
	const port = await getPort({ host: HOST });
	const send = async (...command: string[]): Promise<string> => {
		const { stdout } = await execa(program('redis-cli'), ['-h', HOST, '-p', String(port), ...command]);
		return stdout;
	};
	const at = ['--port', String(port), '--bind', HOST];
	const server = await startServer({
		command: program('redis-server'),
		args: [...at, '--save', '', '--appendonly', 'no', '--dir', folder],
		folder,
		logFile,
		stopSignal: 'SIGTERM',
		isReady: () =>
			send('ping').then(
				(answer) => answer === 'PONG',
				() => false,
			),
	});
	return {
		host: HOST,
		port,
		send,
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
