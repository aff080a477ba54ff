/**
 * `npm start`: a real n8n with this package, the simulated platform, an account, credentials and example workflows.
 * `npm start -- --once` stops again after the first run. N8N_PORT chooses the port.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importExamples, readExamples } from './examples';
import { owner } from './runtime/client';
import { withLock } from './runtime/lock';
import { refuseTakenPort } from './runtime/n8n';
import { cacheFolder } from './runtime/paths';
import { projectRoot } from './runtime/package';
import { npmEnvironment, run } from './runtime/run';
import { type SavedWorkflow, errorOf, outputOf } from './runtime/types';
import { type World, startWorld } from './world';

const DEFAULT_PORT = 5678;

/** The example that the demo runs, by the file it is in. */
const SHOWN = 'who-am-i.json';

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
	const startedAt = Date.now();
	const port = chosenPort();
	// one data folder for each clone of the project
	const clone = createHash('sha256').update(projectRoot).digest('hex').slice(0, 8);
	const userFolder = join(cacheFolder(), `demo-${clone}`);
	await mkdir(userFolder, { recursive: true });
	const alreadyRunning = (): void => {
		throw new Error(
			'The demo runs already: press Ctrl-C in its terminal first.\n' +
				'If it was killed a moment ago, start again in ten seconds.',
		);
	};
	await withLock(join(userFolder, 'demo'), alreadyRunning, async () => {
		await refuseTakenPort(port);
		await build(join(userFolder, 'build.log'));
		const world = await startWorld({ userFolder, port, say });
		const once = process.argv.includes('--once');
		const over = once ? Promise.resolve() : stoppedOrEnded(world);
		try {
			await show(world, userFolder, startedAt);
			if (!once) say('Press Ctrl-C to stop everything.');
			await over;
		} finally {
			await world.close();
		}
	});
}

function chosenPort(): number {
	const text = process.env['N8N_PORT'] ?? String(DEFAULT_PORT);
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`N8N_PORT is "${text}"; it must be a port number between 1 and 65535.`);
}

async function build(logFile: string): Promise<void> {
	say('Building …');
	const gulp = join(projectRoot, 'node_modules', 'gulp', 'bin', 'gulp.js');
	await run(process.execPath, [gulp, 'build'], { cwd: projectRoot, env: npmEnvironment(), logFile });
}

async function show(world: World, userFolder: string, startedAt: number): Promise<void> {
	const examples = await readExamples();
	const workflows = await importExamples(world.client, examples, world.credentials);
	const shown = workflows[examples.findIndex(({ file }) => file === SHOWN)];
	if (shown === undefined) throw new Error(`examples/${SHOWN} is missing`);
	say(`Ran the workflow "${shown.name}" (${shown.nodes.map(({ name }) => name).join(' → ')}):`);
	say(indent(await result(world, shown)));
	say('');
	say(`n8n        ${world.n8n.url}/workflow/${shown.id}`);
	say(`sign in    ${owner.email}   password  ${owner.password}`);
	say(`workflows  ${workflows.map(({ name }) => name).join(', ')}`);
	say(`simulator  ${world.sim.baseUrl}   (every credential points there; nothing leaves this machine)`);
	say(`data       ${userFolder}   (delete it to start afresh)`);
	say(`Ready after ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

async function result(world: World, workflow: SavedWorkflow): Promise<string> {
	const execution = await world.client.run(workflow);
	const error = errorOf(execution);
	if (error !== undefined) return `It failed: ${error.message}\n${error.description ?? ''}`.trimEnd();
	const last = execution.data.resultData.lastNodeExecuted ?? '';
	return JSON.stringify(outputOf(execution, last), null, 2);
}

const indent = (text: string): string => text.replace(/^/gm, '  ');

/** Settles when the user stops the demo or n8n ends by itself. */
async function stoppedOrEnded(world: World): Promise<void> {
	const asked = new Promise<boolean>((resolve) => {
		stop = () => resolve(true);
	});
	const byUser = await Promise.race([asked, world.n8n.ended.then(() => false)]);
	if (!byUser) say(`n8n has ended. Its log: ${world.n8n.logFile}`);
}

/** What a signal does: leave at once while starting, stop in order afterwards. */
let stop = (): void => process.exit(130);

let asked = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		// npm and the terminal may both pass on the same Ctrl-C
		if (asked) return;
		asked = true;
		say('\nStopping …');
		stop();
	});
}

main().then(
	() => process.exit(0),
	(error: unknown) => {
		if (asked) process.exit(130);
		console.error(`\n${error instanceof Error ? error.message : String(error)}`);
		process.exit(1);
	},
);
