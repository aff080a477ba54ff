import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** How a command is started. */
export interface CommandOptions {
	/** Folder in which it runs. */
	cwd: string;
	/** Its whole environment. */
	env: NodeJS.ProcessEnv;
	/** File that receives everything it prints. */
	logFile: string;
}

/** A command that ended badly; `message` names the command and shows the end of what it printed. */
export class CommandFailed extends Error {
	override readonly name = 'CommandFailed';
}

const TAIL_LINES = 15;
const TAIL_CHARS = 20_000;

/**
 * Runs a command to its end, its output going to a log file.
 * @throws CommandFailed when it cannot start or ends with another code than 0
 */
export async function run(command: string, args: readonly string[], options: CommandOptions): Promise<void> {
	const shown = [command, ...args].join(' ');
	const log = createWriteStream(options.logFile, { flags: 'a' });
	log.write(`\n$ ${shown}\n`);
	let tail = '';
	const keep = (chunk: Buffer): void => {
		log.write(chunk);
		tail = (tail + chunk.toString('utf8')).slice(-TAIL_CHARS);
	};
	try {
		await new Promise<void>((resolve, reject) => {
			// npm is a .cmd file on Windows, and those start only through a shell
			const child = spawn(command, args, {
				cwd: options.cwd,
				env: options.env,
				stdio: ['ignore', 'pipe', 'pipe'],
				shell: process.platform === 'win32',
			});
			running.add(child);
			child.stdout.on('data', keep);
			child.stderr.on('data', keep);
			child.on('error', (error) => {
				running.delete(child);
				reject(new CommandFailed(`"${shown}" could not start: ${error.message}`));
			});
			child.on('close', (code, signal) => {
				running.delete(child);
				if (code === 0) return resolve();
				const lines = tail.trimEnd().split('\n').slice(-TAIL_LINES).join('\n  ');
				const how = signal ? `was stopped by ${signal}` : `ended with code ${String(code)}`;
				reject(
					new CommandFailed(
						`"${shown}" ${how}. Its last lines:\n  ${lines}\n  (all of it: ${options.logFile})`,
					),
				);
			});
		});
	} finally {
		log.end();
	}
}

const running = new Set<ChildProcess>();

/** Stops the commands that are still running, for the moment the user presses Ctrl-C. */
export function stopRunningCommands(): void {
	for (const child of running) child.kill('SIGTERM');
}

/**
 * The environment for a package manager that works in a folder of its own: the one of this process without what
 * npm adds while it runs one of our scripts (those variables would point it back to this project). The user's
 * own npm settings stay.
 * @param firstInPath folder whose programs win, e.g. the one with another Node.js
 */
export function npmEnvironment(firstInPath?: string): NodeJS.ProcessEnv {
	const env: NodeJS.ProcessEnv = {};
	for (const [name, value] of Object.entries(process.env)) {
		if (
			/^npm_(package|lifecycle)_|^npm_config_(local_prefix|ignore_scripts)$|^INIT_CWD$|^NODE_OPTIONS$/i.test(
				name,
			)
		)
			continue;
		env[name] = value;
	}
	return firstInPath === undefined ? env : withPath(env, firstInPath);
}

/** The same environment with one folder in front of all others in the search path. */
export function withPath(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
	const separator = process.platform === 'win32' ? ';' : ':';
	const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	return { ...env, [name]: `${folder}${separator}${env[name] ?? ''}` };
}
