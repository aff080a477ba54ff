import { createWriteStream } from 'node:fs';
import execa, { type ExecaError } from 'execa';

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

/**
 * Runs a command to its end, its output going to a log file. It is stopped when this process ends.
 * @throws CommandFailed when it cannot start or ends with another code than 0
 */
export async function run(command: string, args: readonly string[], options: CommandOptions): Promise<void> {
	const { cwd, env, logFile } = options;
	const shown = [command, ...args].join(' ');
	const log = createWriteStream(logFile, { flags: 'a' });
	log.write(`\n$ ${shown}\n`);
	const child = execa(command, args, { cwd, env, extendEnv: false, stdin: 'ignore', all: true });
	child.all?.pipe(log);
	try {
		await child;
	} catch (error) {
		throw new CommandFailed(explain(shown, error as ExecaError, logFile), { cause: error });
	}
}

function explain(shown: string, error: ExecaError, logFile: string): string {
	const { signal, exitCode, all = '', originalMessage = '' } = error;
	if (!signal && exitCode === undefined) return `"${shown}" could not start: ${originalMessage}`;
	const lines = all.trimEnd().split('\n').slice(-TAIL_LINES).join('\n  ');
	const how = signal ? `was stopped by ${signal}` : `ended with code ${exitCode}`;
	return `"${shown}" ${how}. Its last lines:\n  ${lines}\n  (all of it: ${logFile})`;
}

/**
 * The environment for a package manager that works in a folder of its own: the one of this process without what
 * npm adds while it runs one of our scripts (those variables would point it back to this project). The user's
 * own npm settings stay.
 * @param firstInPath Folder whose programs win, e.g. the one with another Node.js.
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
