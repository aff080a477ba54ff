/** Servers of a test run: PostgreSQL and Redis, on loopback and on free ports, whose data live as long as the run. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { freePort } from '../../../scripts/runtime/port';
import { program } from './programs';
import { startServer } from './server';

const HOST = '127.0.0.1';
const USER = 'n8n';
const DATABASE = 'postgres';

/** What an SQL query may give back at most, in bytes. */
const MOST_BYTES = 512 * 1024 * 1024;

/** A PostgreSQL server on loopback whose data live as long as the test run. */
export interface Postgres {
	host: string;
	port: number;
	user: string;
	database: string;
	rows(query: string): Promise<unknown[]>;
	/** Runs a statement that gives no rows. */
	run(statement: string): Promise<void>;
	stop: () => Promise<void>;
}

/** Starts a server in a folder of its own, on a free port. */
export async function startPostgres(logFile: string): Promise<Postgres> {
	const folder = await mkdtemp(join(tmpdir(), 'x-platform-postgres-'));
	const port = await freePort();
	const data = join(folder, 'data');
	// the server refuses to run as root
	const isRoot = process.getuid?.() === 0;
	const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'] : [];
	if (isRoot) await execa('chown', ['postgres', folder]);
	const create = [program('initdb'), '-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8'];
	const [tool = '', ...how] = [...as, ...create, '--no-locale', '--no-sync'];
	await execa(tool, how, { cwd: folder });

	const at = ['-h', HOST, '-p', String(port), '-U', USER, '-d', DATABASE, '-X', '-q', '-At'];
	const psql = async (statement: string): Promise<string> => {
		const input = { input: statement, maxBuffer: MOST_BYTES };
		const { stdout } = await execa(program('psql'), [...at, '-v', 'ON_ERROR_STOP=1'], input);
		return stdout;
	};
	const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];
	const serve = [program('postgres'), '-D', data, '-h', HOST, '-p', String(port), '-k', folder];
	const [command = '', ...args] = [...as, ...serve, ...settings.flatMap((setting) => ['-c', setting])];
	const server = await startServer({
		command,
		args,
		folder,
		logFile,
		// the signal for a fast shutdown, which waits for no client
		stopSignal: 'SIGINT',
		isReady: () =>
			psql('select 1').then(
				() => true,
				() => false,
			),
	});
	return {
		host: HOST,
		port,
		user: USER,
		database: DATABASE,
		rows: async (query) =>
			JSON.parse(await psql(`select coalesce(json_agg(t), '[]') from (${query}) t`)) as [],
		run: async (statement) => void (await psql(statement)),
		stop: async () => {
			await server.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

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
	const port = await freePort();
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
