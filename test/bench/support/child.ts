/** Programs in processes of their own, asked over Node's channel between parent and child. */
import { fork, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureRuntime } from '../../../scripts/runtime/install';
import { withPath } from '../../../scripts/runtime/run';

interface Answer {
	id: number;
	value?: unknown;
	error?: string;
}

export interface Child {
	/** Calls one of the functions that the program serves. Rejects with its error, or when the program ends. */
	ask<T>(name: string, input?: unknown): Promise<T>;
	close(): Promise<void>;
}

const TSX = createRequire(__filename).resolve('tsx/cjs');

/** Starts a program under the Node.js that runs this one. */
export function startProgram(file: string): Child {
	return talkTo(fork(file, [], { execArgv: ['--require', TSX], serialization: 'advanced' }));
}

/**
 * Starts a program as n8n itself would run it: under the Node.js of the n8n runtime, with that n8n's own n8n-core,
 * n8n-workflow and shared modules. The runtime is installed first where it is not there.
 */
async function startInN8n(file: string): Promise<Child> {
	const runtime = await ensureRuntime();
	const child = fork(file, [], {
		execPath: runtime.node,
		execArgv: ['--expose-gc', '--require', TSX, '--require', join(__dirname, 'n8nModules.ts')],
		env: { ...withPath(process.env, runtime.nodeBin), BENCH_N8N: runtime.folder },
		serialization: 'advanced',
	});
	return talkTo(child);
}

/** Starts a program in n8n for a piece of work, and ends it. */
export async function inN8n<T>(file: string, work: (n8n: Child) => Promise<T>): Promise<T> {
	const n8n = await startInN8n(file);
	try {
		return await work(n8n);
	} finally {
		await n8n.close();
	}
}

function talkTo(child: ChildProcess): Child {
	const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
	const ended = new Promise<void>((resolve) => {
		child.once('exit', (code, signal) => {
			const reason = new Error(`A program of the benchmark ended early (${signal ?? `code ${code}`})`);
			for (const { reject } of waiting.values()) reject(reason);
			resolve();
		});
	});
	child.on('message', (message) => {
		const { id, value, error } = message as Answer;
		const asked = waiting.get(id);
		waiting.delete(id);
		if (error === undefined) asked?.resolve(value);
		else asked?.reject(new Error(error));
	});
	let asked = 0;
	return {
		ask: <T>(name: string, input?: unknown) =>
			new Promise<T>((resolve, reject) => {
				const id = ++asked;
				waiting.set(id, { resolve: (value) => resolve(value as T), reject });
				child.send({ id, name, input });
			}),
		close: async () => {
			if (child.connected) child.disconnect();
			await ended;
		},
	};
}
