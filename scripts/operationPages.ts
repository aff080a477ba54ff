/**
 * Tries every operation in n8n's engine on the simulated X, and writes a page of each into .cache/operations.json, from
 * which the site is built: `npx tsx scripts/operationPages.ts`, after a build. Several processes share the work; each
 * is given its number and how many there are.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { startSimulator } from '../test/simulator/server';
import { host } from '../test/support/host';
import { startReceiver } from '../test/support/webhookReceiver';
import { listed } from './operationPages/listed';
import { PAGES_FILE, type OperationPage } from './operationPages/stored';
import { formsOfOperations, tryOperation } from './tried/run';

/** More would wait for each other. */
const MOST_PROCESSES = 4;

/** The pages of every so many-th operation, which go to the process that asked for them. */
async function makePart(part: number, parts: number): Promise<void> {
	// What the tests share finds n8n's engine here.
	globalThis.__harness = host;
	const { version: engine } = createRequire(__filename)('n8n-core/package.json') as { version: string };
	const date = new Date().toISOString().slice(0, 10);
	const sim = await startSimulator({ followers: 40 });
	const receiver = await startReceiver();
	for (const [place, form] of formsOfOperations().entries()) {
		if (place % parts !== part) continue;
		const tried = await tryOperation(sim, form, receiver.url);
		process.send?.({ place, page: listed(form, { tried, date, engine }) });
	}
}

async function makeAll(): Promise<void> {
	const begun = performance.now();
	const parts = Math.min(MOST_PROCESSES, availableParallelism());
	const pages: OperationPage[] = [];
	await Promise.all(
		Array.from({ length: parts }, async (_, part) => {
			const child = fork(__filename, [String(part), String(parts)]);
			child.on('message', ({ place, page }: { place: number; page: OperationPage }) => {
				pages[place] = page;
			});
			const [code] = (await once(child, 'close')) as [number | null];
			if (code !== 0) throw new Error('An operation could not be tried, as said above');
		}),
	);
	mkdirSync(dirname(PAGES_FILE), { recursive: true });
	writeFileSync(PAGES_FILE, JSON.stringify(pages));
	const seconds = ((performance.now() - begun) / 1000).toFixed(0);
	console.log(`operations: ${pages.length} tried on the simulated X in ${seconds} s`);
}

const [part, parts] = process.argv.slice(2).map(Number);

(part === undefined || parts === undefined ? makeAll() : makePart(part, parts)).then(
	() => {
		// Timers of n8n's engine would keep the process; what was sent goes out first.
		if (process.send) process.disconnect();
		setImmediate(() => process.exit(0));
	},
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
