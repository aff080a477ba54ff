/**
 * A process of n8n that can be killed: our package loaded once more, with nothing in its memory. What an earlier load
 * still waits for never ends, as nothing of it is there any more.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';
import type * as n8nWorkflow from 'n8n-workflow';
import { PACKAGE_ROOT, Registry } from './registry';

interface WaitModule {
	wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	CancelledError: new () => Error;
}

/** Calls `end` after that many milliseconds of the test's time. Returns what makes it forget that. */
export type Schedule = (milliseconds: number, end: () => void) => () => void;

const load = createRequire(join(PACKAGE_ROOT, 'package.json'));
const BUILT = join(PACKAGE_ROOT, 'dist');

/** Modules of the package that other tests of this process use. */
let kept: NodeJS.Require['cache'] | undefined;

/** The code of the package. Processes start by the hundred, and what their modules hold is new each time. */
const compiled = new Map<string, ReturnType<typeof compileFunction>>();
const WRAPPED = ['exports', 'require', 'module', '__filename', '__dirname'];
const loadFromDisk = load.extensions['.js'];
load.extensions['.js'] = (module, path) => {
	if (path.startsWith(BUILT)) run(module, path);
	else loadFromDisk(module, path);
};

function run(module: NodeModule, path: string): void {
	const code = compiled.get(path) ?? compileFunction(readFileSync(path, 'utf8'), WRAPPED, { filename: path });
	compiled.set(path, code);
	const own = (id: string): unknown => module.require(id);
	Reflect.apply(code, module.exports, [module.exports, own, module, path, dirname(path)]);
}

/** Takes the package out of memory. Its next load compiles only what was never loaded. */
export function forget(): NodeJS.Require['cache'] {
	const own = Object.entries(load.cache).filter(([path]) => path.startsWith(BUILT));
	for (const [path] of own) Reflect.deleteProperty(load.cache, path);
	// Node.js lists with each module what it has loaded, which would keep every earlier load in memory.
	for (const module of Object.values(load.cache))
		if (module) module.children = module.children.filter(({ filename }) => !filename.startsWith(BUILT));
	return Object.fromEntries(own);
}

const workflow = load('n8n-workflow') as Pick<typeof n8nWorkflow, 'sleep'>;
const usualSleep = Object.getOwnPropertyDescriptor(workflow, 'sleep') ?? {};
const { sleep } = workflow;

/** A node that lets others run for a moment waits for a turn: the millisecond of a timer lasts many turns, or none. */
const sleepInTurns = async (milliseconds: number): Promise<void> => {
	if (milliseconds > 0) await sleep(milliseconds);
	else await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Starts a process: its waits are those of the test's clock. */
export function freshProcess(schedule: Schedule): Registry {
	const forgotten = forget();
	kept ??= forgotten;
	const registry = Registry.load();
	const module = createRequire(BUILT)('./dist/nodes/shared/util/wait.js') as WaitModule;
	module.wait = async (milliseconds, signal) =>
		await new Promise<void>((resolve, reject) => {
			if (signal?.aborted) return reject(new module.CancelledError());
			const stop = () => {
				cancel();
				reject(new module.CancelledError());
			};
			const cancel = schedule(Math.max(0, milliseconds), () => {
				signal?.removeEventListener('abort', stop);
				resolve();
			});
			signal?.addEventListener('abort', stop, { once: true });
		});
	Object.defineProperty(workflow, 'sleep', { ...usualSleep, get: () => sleepInTurns });
	return registry;
}

/**
 * Lets our nodes read another clock where they measure how long something takes.
 *
 * @returns What gives them the machine's again.
 */
export function readTicks(clock: () => number): () => void {
	const machines = performance.now.bind(performance);
	performance.now = clock;
	return () => {
		performance.now = machines;
	};
}

/** Gives the other tests of this process what was loaded before. */
export function formerProcess(): void {
	if (!kept) return;
	forget();
	Object.defineProperty(workflow, 'sleep', usualSleep);
	Object.assign(load.cache, kept);
	kept = undefined;
}
