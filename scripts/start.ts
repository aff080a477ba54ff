/**
 * `npm start`: a real n8n with this package, the simulated X, an account, credentials and example workflows.
 * `npm start -- --once` stops again after the first run. N8N_PORT chooses the port.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sortBy } from 'lodash';
import { approve } from './demo/approve';
import { buildPackage } from './demo/build';
import { demoEvents } from './demo/events';
import { type DemoHost, startHost } from './demo/host';
import { demoFolder, hostPort, keepPort, n8nPort } from './demo/ports';
import { NEED_SERVERS, TRIALS, commandOf, isPolling } from './demo/recipes';
import { seedDemo } from './demo/seed';
import { fillTables } from './demo/tables';
import { type Example, importExamples, readExamples, TAG } from './examples';
import { OWNER } from './runtime/client';
import { ORDER } from './recipes/groups';
import { ensureEmpty } from './runtime/empty';
import { withLock } from './runtime/lock';
import { refuseTakenPort } from './runtime/n8n';
import { ensureN8n } from './runtime/source';
import { type SavedWorkflow, errorOf, outputOf } from './runtime/types';
import { type World, startWorld } from './world';

/** The example that the demo runs, by the file it is in. */
const SHOWN = 'who-am-i.json';

/** Room for a command. */
const WIDTH = 50;

const say = (line: string): void => console.log(line);

async function main(): Promise<void> {
	const startedAt = Date.now();
	const port = n8nPort();
	const userFolder = demoFolder();
	await mkdir(userFolder, { recursive: true });
	const alreadyRunning = (): void => {
		throw new Error(
			'The demo runs already: press Ctrl-C in its terminal first.\n' +
				'If it was killed a moment ago, start again in ten seconds.',
		);
	};
	await withLock(join(userFolder, 'demo'), alreadyRunning, async () => {
		await refuseTakenPort(port);
		await refuseTakenPort(hostPort());
		// The build needs the processor, and n8n the network and the disk.
		await Promise.all([buildPackage(userFolder, say), ensureN8n(say).then(ensureEmpty)]);
		await keepPort(port);
		const world = await startWorld({ userFolder, port, say });
		await seedDemo(world.sim);
		await fillTables(world.client, world.sim.platform, Date.now());
		const approved = async () => await approve(world.sim, world.n8n.url);
		const host = await startHost(world.sim.platform, hostPort(), say, approved);
		await publishAgain(world);
		const once = process.argv.includes('--once');
		const over = once ? Promise.resolve() : stoppedOrEnded(world);
		try {
			await show(world, host, userFolder, startedAt);
			if (!once) say('Press Ctrl-C to stop everything.');
			await over;
		} finally {
			host.close();
			await world.close();
		}
	});
}

/** The simulated X begins anew with each start, and so do the webhooks of workflows that are still published. */
async function publishAgain({ client }: World): Promise<void> {
	for (const { id } of (await client.workflows()).filter(({ active }) => active)) {
		const workflow = await client.workflow(id);
		if (!workflow.nodes.some(({ type }) => type.endsWith('.xWebhookTrigger'))) continue;
		await client.deactivate(workflow);
		await client.activate(workflow);
	}
}

async function show(world: World, host: DemoHost, userFolder: string, startedAt: number): Promise<void> {
	// The last one first, as n8n lists what was stored last at the top.
	const all = sortBy(await readExamples(), ({ file }) => -ORDER.indexOf(file));
	const examples = host.localize(all.filter(({ file }) => !NEED_SERVERS.includes(file)));
	const model = await world.client.saveCredential(host.model);
	const bearer = await world.client.saveCredential(host.bearer);
	const workflows = await importExamples(world.client, examples, [...world.credentials, model, bearer]);
	const shown = workflows[examples.findIndex(({ file }) => file === SHOWN)];
	if (shown === undefined) throw new Error(`examples/${SHOWN} is missing`);
	say(`Ran the workflow "${shown.name}" (${namesOf(shown).join(' → ')}):`);
	say(indent(await result(world, shown)));
	say('');
	say(`n8n        ${world.n8n.url}/home/workflows   (the recipes, with the tag "${TAG}")`);
	say(`sign in    ${OWNER.email}   password  ${OWNER.password}`);
	say(`simulator  ${world.sim.baseUrl}   (every credential points there; nothing leaves this machine)`);
	say(`data       ${userFolder}   (delete it to start afresh)`);
	say('');
	for (const line of whatToTry([...examples].reverse())) say(line);
	say('');
	say(`Ready after ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

const namesOf = ({ nodes }: SavedWorkflow): string[] =>
	nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);

function whatToTry(examples: readonly Example[]): string[] {
	const byHand = examples.filter(({ file }) => !(file in TRIALS));
	const byEvent = (asks: boolean) =>
		examples
			.filter(({ workflow }) => isPolling(workflow) === asks)
			.flatMap(({ file, workflow }) =>
				(TRIALS[file] ?? []).map((trial) => `  ${commandOf(trial).padEnd(WIDTH)}${workflow.name}`),
			);
	return [
		'Open one of these and press Execute workflow:',
		...byHand.map(({ workflow }) => `  ${workflow.name}`),
		'Publish one of these, then let something happen in a second terminal:',
		...byEvent(false),
		'Let something happen, then press Execute workflow; published, these ask X at intervals:',
		...byEvent(true),
		`All events: npm run event ${demoEvents.map(([name]) => name).join(' | ')}`,
	];
}

async function result(world: World, workflow: SavedWorkflow): Promise<string> {
	const execution = await world.client.run(workflow);
	const error = errorOf(execution);
	if (error !== undefined) return `It failed: ${error.message}\n${error.description ?? ''}`.trimEnd();
	const last = execution.data.resultData.lastNodeExecuted ?? '';
	return JSON.stringify(outputOf(execution, last), null, 2);
}

const indent = (text: string): string => text.replace(/^/gm, '  ');

/** Settles when the user stops the demo or n8n exits. */
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
