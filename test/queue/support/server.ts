import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { until } from '../../../scripts/runtime/until';

/** How a server is started. */
interface ServerOptions {
	command: string;
	args: readonly string[];
	/** Where it works. */
	folder: string;
	/** File that receives what it prints. */
	logFile: string;
	/** The signal that ends it in an orderly way. */
	stopSignal: NodeJS.Signals;
	/** Whether it accepts requests. */
	isReady: () => Promise<boolean>;
}

/** A server of this test run. */
interface Server {
	/** Ends it, and waits until it has ended. */
	stop(): Promise<void>;
}

const START_MS = 60_000;
const STOP_MS = 20_000;

/**
 * Starts a server and waits until it takes requests.
 * @throws Error with the end of its log when it does not come up.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
	const { command, args, folder, logFile, stopSignal, isReady } = options;
	const log = createWriteStream(logFile);
	const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	let hasEnded = false;
	const end = (): void => {
		hasEnded = true;
		log.end();
	};
	child.once('error', end);
	child.once('close', end);
	const killNow = (): void => void child.kill('SIGKILL');
	process.once('exit', killNow);
	const stop = async (): Promise<void> => {
		child.kill(stopSignal);
		const over = async () => await Promise.resolve(hasEnded || undefined);
		await until(`${command} to end`, over, { timeoutMs: STOP_MS }).catch(killNow);
		process.removeListener('exit', killNow);
	};
	try {
		await until(
			`${command} to take requests`,
			async () => {
				if (hasEnded) throw new Error(`${command} has ended`);
				return (await isReady()) || undefined;
			},
			{ timeoutMs: START_MS },
		);
	} catch (error) {
		await stop();
		const printed = await readFile(logFile, 'utf8').catch(() => '');
		throw new Error(`${String(error)}. The end of its log:\n${printed.slice(-2000)}`, { cause: error });
	}
	return { stop };
}
