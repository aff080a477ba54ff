import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { request } from 'undici';
import { N8N_VERSION, type Runtime } from './paths';
import { freePort } from './port';
import { npmEnvironment } from './run';
import { launchOf } from './source';
import { until } from './until';

/** What to start, and where. */
export interface N8nOptions {
	runtime: Runtime;
	/** Which of n8n's processes: all in one (the usual one), or one of the others that queue mode has. */
	command?: 'start' | 'worker' | 'webhook';
	/** Folder that holds n8n's data (`.n8n` is made in it). */
	userFolder: string;
	/** Port of 127.0.0.1; by default a free one. */
	port?: number | undefined;
	/** Further settings of n8n, by the names of its environment variables. */
	env?: Readonly<Record<string, string>>;
	/** How long n8n may take until it answers, in milliseconds (5 minutes; the first start migrates the database). */
	timeoutMs?: number;
}

/** A running n8n. */
export interface N8n {
	/** Address without a slash at the end. */
	url: string;
	port: number;
	/** ID of n8n's process. */
	pid: number | undefined;
	userFolder: string;
	logFile: string;
	/** Settles when the process ends, for whatever reason. */
	ended: Promise<void>;
	/** Ends n8n and every process it started. */
	stop(): Promise<void>;
	/** Ends them at once, without a chance to tidy up (SIGKILL). */
	kill(): Promise<void>;
}

/** n8n did not come up; the message says why and what helps. */
export class N8nFailed extends Error {
	override readonly name = 'N8nFailed';
}

/** Another program listens on a port that n8n was to have. */
class PortTaken extends N8nFailed {}

/** Leaves the editor out: n8n rewrites its files at each start, which takes as much of the processor as all the rest. */
export const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

const START_TIMEOUT_MS = 300_000;
const STOP_TIMEOUT_MS = 15_000;
const HOST = '127.0.0.1';

/** How many ports are tried when none is asked for: someone else may take one before n8n does. */
const PORTS_TRIED = 3;

/**
 * Starts n8n and waits until it serves requests.
 * @throws N8nFailed when the port is taken, or n8n ends or stays silent
 */
export async function startN8n(options: N8nOptions): Promise<N8n> {
	for (let tried = 1; ; tried++) {
		try {
			return await start(options, options.port ?? (await freePort()));
		} catch (error) {
			const isBadLuck = error instanceof PortTaken && options.port === undefined;
			if (!isBadLuck || tried === PORTS_TRIED) throw error;
		}
	}
}

async function start(options: N8nOptions, port: number): Promise<N8n> {
	await mkdir(join(options.userFolder, '.n8n'), { recursive: true });
	const logFile = join(options.userFolder, 'n8n.log');
	const log = createWriteStream(logFile, { flags: 'w' });
	const url = `http://${HOST}:${port}`;
	// a process group of its own, so that its task runners can be ended together with it
	const command = options.command ?? 'start';
	const settings = await settingsOf(options, port, url);
	const hasEditor = command === 'start' && settings['N8N_DISABLE_UI'] === undefined;
	const launch = launchOf(options.runtime, command, options.userFolder, inherited(), settings);
	const child = spawn(launch.program, launch.args, {
		cwd: options.userFolder,
		env: launch.env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
	});
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	let over = false;
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => log.write(`could not start: ${error.message}\n`, () => resolve()));
		child.once('close', () => resolve());
	}).then(() => {
		over = true;
		log.end();
	});
	const killNow = (): void => {
		launch.remove?.();
		signalGroup(child, 'SIGKILL');
	};
	process.once('exit', killNow);
	const kill = async (): Promise<void> => {
		killNow();
		await ended;
		process.removeListener('exit', killNow);
	};
	const stop = async (): Promise<void> => {
		if (!over) signalGroup(child, 'SIGTERM');
		const timer = setTimeout(killNow, STOP_TIMEOUT_MS);
		await ended;
		clearTimeout(timer);
		killNow();
		process.removeListener('exit', killNow);
	};
	try {
		await until(
			'n8n to answer',
			async () => {
				if (over) throw await whyItEnded(logFile, port);
				return (await answers(url, hasEditor)) ? true : undefined;
			},
			{ timeoutMs: options.timeoutMs ?? START_TIMEOUT_MS, everyMs: 200 },
		);
		const refused = /Failed to load package "(.+?)"\n[^]{0,800}/.exec(await readFile(logFile, 'utf8'));
		if (refused !== null)
			throw new N8nFailed(`n8n could not load a package. Its log (${logFile}):\n${refused[0]}`);
	} catch (error) {
		await stop();
		if (error instanceof N8nFailed) throw error;
		const message = error instanceof Error ? error.message : String(error);
		throw new N8nFailed(`${message}. See its log: ${logFile}`, { cause: error });
	}
	const pid = launch.pid === undefined ? child.pid : await launch.pid();
	return { url, port, pid, userFolder: options.userFolder, logFile, ended, stop, kill };
}

/** @throws N8nFailed with advice when someone listens on this port already */
export async function refuseTakenPort(port: number): Promise<void> {
	if ((await getPort({ port, host: HOST })) !== port) throw new PortTaken(portInUse(port));
}

/** The environment of this process without a user's own settings of n8n: their database, their encryption key. */
export function inherited(): NodeJS.ProcessEnv {
	const isForeign = (name: string) => /^(N8N|DB|EXECUTIONS|QUEUE|WEBHOOK|CREDENTIALS|JEST|TS_)_?/.test(name);
	return Object.fromEntries(Object.entries(npmEnvironment()).filter(([name]) => !isForeign(name)));
}

async function settingsOf(options: N8nOptions, port: number, url: string): Promise<Record<string, string>> {
	const settings = {
		NODE_ENV: 'production',
		N8N_USER_FOLDER: options.userFolder,
		N8N_PORT: String(port),
		...(options.command === 'worker' ? workerHealth(port) : {}),
		N8N_LISTEN_ADDRESS: HOST,
		N8N_HOST: HOST,
		N8N_EDITOR_BASE_URL: url,
		N8N_WEBHOOK_URL: `${url}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		// both would ask n8n's own servers for lists; the package under test comes from a folder
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_DISABLED_MODULES: 'mcp-registry',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// On a busy machine the answer to a ping of the database takes longer than five seconds, and n8n refuses everything.
		DB_PING_TIMEOUT_MS: '120000',
		...options.env,
	};
	if (!N8N_VERSION.startsWith('1.')) return settings;
	// n8n 1.x knows neither this module nor the newer name of the address
	return { ...settings, N8N_DISABLED_MODULES: '', WEBHOOK_URL: settings.N8N_WEBHOOK_URL };
}

/** A worker listens only for health checks, and only with this setting. */
const workerHealth = (port: number): Record<string, string> => ({
	QUEUE_HEALTH_CHECK_ACTIVE: 'true',
	QUEUE_HEALTH_CHECK_PORT: String(port),
	N8N_WORKER_SERVER_ADDRESS: HOST,
});

async function answers(url: string, hasEditor: boolean): Promise<boolean> {
	const paths = hasEditor ? ['/healthz/readiness', '/rest/settings'] : ['/healthz/readiness'];
	try {
		for (const path of paths) {
			const answer = await request(`${url}${path}`, { reset: true });
			await answer.body.dump();
			if (answer.statusCode !== 200) return false;
		}
		return true;
	} catch {
		return false;
	}
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (process.platform === 'win32') child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// the group is gone already
	}
}

async function whyItEnded(logFile: string, port: number): Promise<N8nFailed> {
	const log = await readFile(logFile, 'utf8').catch(() => '');
	if (/EADDRINUSE|port .* is already in use/i.test(log)) return new PortTaken(portInUse(port));
	const tail = log.trimEnd().split('\n').slice(-15).join('\n  ');
	return new N8nFailed(`n8n ended before it answered. The end of its log (${logFile}):\n  ${tail}`);
}

function portInUse(port: number): string {
	return (
		`Port ${port} is in use, perhaps by another n8n. Stop that program, or start on another port:\n` +
		`  N8N_PORT=${port + 1} npm start`
	);
}
