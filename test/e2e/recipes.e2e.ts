/**
 * Every recipe in the demo's world, in one n8n: started by hand or by an event, each comes to all of its ends. One that
 * writes or remembers has its bad day first: without credentials, each step at X fails in turn, n8n ends behind each
 * write. The next run does what was left, nothing twice, and the one after that nothing.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { countBy, omit, sortBy, uniqBy } from 'lodash';
import { effectOf } from '../../nodes/shared/model/effects';
import { BEARER, type DemoHost, startHost } from '../../scripts/demo/host';
import { NEED_SERVERS, TRIALS, type Trial, isPolling } from '../../scripts/demo/recipes';
import { seedDemo } from '../../scripts/demo/seed';
import { fillTables } from '../../scripts/demo/tables';
import { operationOf } from '../../scripts/docs/recipeCost';
import { type Example, importExamples, readExamples } from '../../scripts/examples';
import {
	type Execution,
	type SavedWorkflow,
	type Workflow,
	type WorkflowNode,
	errorOf,
	outputOf,
	workflowFile,
} from '../../scripts/runtime/types';
import { PROJECT_ROOT } from '../../scripts/runtime/package';
import { until } from '../../scripts/runtime/until';
import { core } from '../simulator/core/area';
import { openMcp } from './support/mcp';
import { ME } from '../simulator/identities';
import { peopleOf } from '../simulator/people';
import { latestQuestion } from '../support/ada';
import { useStage } from './support/stage';

const EXAMPLES = join(PROJECT_ROOT, 'examples');

/** How many recipes run at the same time. */
const LANES = 4;

/** Recipes in which a setting decides how they end, and what to replace to reach the other ends. */
const SETTINGS: Readonly<Record<string, readonly [from: string, to: string]>> = {
	'x-agent-answers-mentions.json': ['"leftValue":"no"', '"leftValue":"yes"'],
};

/** The recipe that publishes some time after other Posts only. */
const QUEUE = 'x-schedule-posts-from-sheet.json';

/** The recipe that looks each morning whether all is well. */
const HEALTH = 'x-health-every-morning.json';

/** The recipe of an ad, and its text: X publishes it once, so that each run has another one. */
const AD = 'ads-website-card.json';
const AD_TEXT = 'Taste the autumn menu';

/** Recipes that answer several people, and the node that does. */
const ANSWERING: Readonly<Record<string, string>> = {
	'x-answer-direct-messages.json': 'Send answer',
	'x-mentions-round.json': 'Answer the mention',
};

/** Recipes that wait for the answer of a person. */
const ASKING = ['chat-approve-post.json'];

/** Recipes that write at X whenever they run, and why they are meant to. */
const MEANT: Readonly<Record<string, string>> = {
	'ads-audience-from-sheet.json': 'X keeps a person once, and a published workflow sends nobody twice',
	'ads-offline-conversions.json': 'X counts an order once, by its number',
	'ads-website-card.json': 'a person presses it to make an ad',
	'chat-approve-post.json': 'a person presses it, and another one approves',
	'post-read-delete.json': 'a person presses it, and it takes its Post back',
	'x-image-from-url.json': 'a person presses it to publish',
	'x-messages-of-v1.json': 'a person presses it to send',
	'x-post-with-image.json': 'a person presses it to publish',
	'x-thread-with-pictures.json': 'a person presses it to publish',
};

/** Writes after which X is the same, however often they are sent. */
const isRepeatable = (written: string) => /^(PUT|DELETE) |\/(retweets|bookmarks) /.test(written);

/** Whether a guard lets no second answer out. What it refuses is no failure of the recipe. */
const answersOnce = ({ nodes }: Workflow) => /"(answerOnce|answeredMessage)"/.test(JSON.stringify(nodes));
const REFUSED_TWICE = /^Guard → Answer Each (Post|Message) Once/;

/** The nodes after which nothing comes. */
const endsOf = ({ nodes, connections }: Workflow): string[] =>
	nodes
		.filter(({ name, type }) => !type.endsWith('.stickyNote') && connections[name] === undefined)
		.map(({ name }) => name);

/** The route of a node of ours, as X documents it. */
const routeOf = (node: WorkflowNode): string | undefined => {
	const record = operationOf(node);
	const { method, path } = node.parameters;
	return record && typeof path === 'string' ? `${String(method)} ${path}` : record?.route;
};

const isWrite = (route: string) => effectOf(route) !== 'reads';
/** Whether a write says something to people. */
const isAnswer = (route: string) =>
	route.startsWith('POST ') && ['publishes', 'messages'].includes(effectOf(route));
const isMemory = ({ type, parameters }: WorkflowNode) =>
	type.endsWith('.dataTable') && parameters['operation'] === 'insert';

/** The steps at X in the order of the canvas; of several with one route the first. */
const stepsAtX = ({ nodes }: Workflow) =>
	uniqBy(
		sortBy(nodes, ['position.0', 'position.1']).flatMap((node) => {
			const route = routeOf(node);
			return route === undefined ? [] : [{ name: node.name, route }];
		}),
		'route',
	);

/** Whether a recipe writes at X, or remembers something. */
const leavesSomething = (workflow: Workflow) =>
	stepsAtX(workflow).some(({ route }) => isWrite(route)) || workflow.nodes.some(isMemory);

/** Whether a run came to an end: that it gave something, or stopped there. */
const reaches = (execution: Execution, end: string) =>
	outputOf(execution, end).length > 0 || execution.data.resultData.lastNodeExecuted === end;

/** What a recipe's runs came to: what went wrong, or the ends that were reached, also by runs that were broken. */
function outcome(
	workflow: Workflow,
	executions: readonly Execution[],
	broken: readonly Execution[] = [],
): string[] {
	const failed = executions
		.flatMap((execution) => errorOf(execution)?.message ?? [])
		.filter((message) => !REFUSED_TWICE.test(message));
	const reached = endsOf(workflow).filter((end) =>
		[...broken, ...executions].some((execution) => reaches(execution, end)),
	);
	return [...failed, ...reached];
}

/** Recipes that wait for an AI program. */
const isServed = ({ nodes }: Workflow) => nodes.some(({ type }) => type.endsWith('.mcpTrigger'));
/** Recipes that an event starts. */
const isPublished = ({ file, workflow }: Example) => file in TRIALS && !isPolling(workflow);

/** Recipes that can be run by hand and write at X or remember, each of which has a bad day. */
const BAD_DAYS: readonly string[] = sortBy(
	readdirSync(EXAMPLES)
		.filter((file) => file.endsWith('.json') && !NEED_SERVERS.includes(file))
		.map((file) => ({
			file,
			workflow: workflowFile.parse(JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8'))),
		}))
		.filter((recipe) => !isPublished(recipe) && !isServed(recipe.workflow))
		.filter(({ workflow }) => leavesSomething(workflow)),
	[
		// Those that ask X show what is new from others: they run before other recipes answer that.
		({ workflow }) => !isPolling(workflow),
		// The queue keeps a pause after every other Post of the account.
		({ file }) => file !== QUEUE,
	],
).map(({ file }) => file);

describe('the recipes in the demo', () => {
	const stage = useStage();
	const outcomes: Record<string, string[]> = {};
	const runs: Record<string, Execution[]> = {};
	/** The runs that were broken as well. */
	const earlier: Record<string, Execution[]> = {};
	const told: string[] = [];
	let host: DemoHost;
	let port = 0;
	let recipes: Array<Example & { saved: SavedWorkflow }> = [];

	beforeAll(async () => {
		const { client, credentials, sim } = stage();
		await seedDemo(sim);
		await fillTables(client, sim.platform, Date.now());
		port = await getPort();
		host = await startHost(sim.platform, port, (line) => told.push(line));
		const all = (await readExamples()).filter(({ file }) => !NEED_SERVERS.includes(file));
		const examples = host.localize(all);
		const model = await client.saveCredential(host.model);
		const bearer = await client.saveCredential(host.bearer);
		const saved = await importExamples(client, examples, [...credentials, model, bearer]);
		recipes = examples.map((example, index) => ({ ...example, saved: saved[index]! }));
	});
	afterAll(() => host.close());

	/** Does what `npm run event` does. */
	const event = async ([name, text]: Trial) => {
		const body = JSON.stringify({ name, ...(text !== undefined && { text }) });
		const response = await fetch(`http://127.0.0.1:${port}/event`, { method: 'POST', body });
		expect(response.status).toBe(200);
	};
	const keep = ({ file, workflow }: Example, executions: Execution[], broken: Execution[] = []) => {
		runs[file] = executions;
		earlier[file] = [...broken, ...executions];
		outcomes[file] = outcome(workflow, executions, broken);
	};
	const expected = (chosen: readonly Example[]) =>
		Object.fromEntries(chosen.map(({ file, workflow }) => [file, endsOf(workflow)]));
	const chosenOutcomes = (chosen: readonly Example[]) =>
		Object.fromEntries(chosen.map(({ file }) => [file, outcomes[file]]));

	/** A run that waits for a person, who presses one of the buttons; if it comes so far. */
	const answered = async (saved: SavedWorkflow, button: number): Promise<Execution> => {
		const { client, sim, url } = stage();
		const id = (await client.startRun(saved)) ?? '';
		try {
			await client.waitUntilItWaits(id);
		} catch {
			return await client.execution(id);
		}
		const { links } = await latestQuestion(sim, peopleOf(sim.platform).first.id, url);
		expect((await fetch(links[button] ?? '', { method: 'POST' })).status).toBe(200);
		return await client.finishedExecution(id);
	};

	/** The workflow with another text in place of one that it has. */
	const withText = async ({ name, nodes, connections }: SavedWorkflow, from: string, to: string) => {
		const changed = JSON.stringify({ name, nodes, connections }).replace(from, to);
		return await stage().client.createWorkflow(JSON.parse(changed) as Workflow);
	};

	it('run to their ends by hand', async () => {
		const chosen = recipes.filter(
			(recipe) => !isPublished(recipe) && !isServed(recipe.workflow) && !BAD_DAYS.includes(recipe.file),
		);
		const waiting = [...chosen];
		const lane = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift())
				keep(next, [await stage().client.run(next.saved)]);
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
	});

	describe('have a bad day, after which the next run does what was left, and nothing twice', () => {
		it.each(BAD_DAYS)('%s', async (file) => {
			const { client, sim } = stage();
			const { workflow, saved: original } = recipes.find((recipe) => recipe.file === file)!;
			const setting = SETTINGS[file];
			const saved = setting ? await withText(original, ...setting) : original;
			/** What a run wrote at X and remembered. */
			const ran = async (run: () => Promise<Execution>) => {
				const before = sim.requests.length;
				const execution = await run();
				const sent = sim.requests.slice(before);
				const written = sent
					.filter(({ method, route, status }) => isWrite(`${method} ${route}`) && status < 300)
					.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
				const remembered = workflow.nodes
					.filter((node) => isMemory(node))
					.flatMap(({ name }) => outputOf(execution, name))
					.map((row) => JSON.stringify(omit(row, ['id', 'createdAt', 'updatedAt'])));
				return { execution, sent, did: [...written, ...remembered] };
			};
			const run = async (button = 0) =>
				await ran(async () => {
					if (ASKING.includes(file)) return await answered(saved, button);
					const own = `${AD_TEXT} ${sim.requests.length}`;
					return await client.run(file === AD ? await withText(saved, AD_TEXT, own) : saved);
				});
			const withoutCredentials = await client.createWorkflow({
				...workflow,
				nodes: workflow.nodes.map((node) => omit(node, 'credentials')),
			});
			// All runs together would come to X's limits, and other recipes have answered what was there.
			sim.limits.reset();
			if (file in ANSWERING)
				for (const text of ['Please help', 'What a lovely lamp!']) peopleOf(sim.platform).mention(text);
			const broken = [await ran(async () => await client.run(withoutCredentials))];
			const other = setting ? [await client.run(original)] : [];
			const missed: string[] = [];
			// Writes come first: an agent does its work without a tool that fails, and nothing would be left for them.
			for (const { name, route } of sortBy(stepsAtX(workflow), (step) => !isWrite(step.route))) {
				const [method = '', path = ''] = route.split(' ');
				// X may have done what it answers with 503, so that a guard lets no second answer out.
				const status = method === 'POST' && !answersOnce(workflow) ? 503 : 403;
				sim.fail({ kind: 'status', status, times: Infinity, match: { method, path } });
				const struck = await run();
				sim.repair();
				broken.push(struck);
				const isReached = broken.some(({ sent }) =>
					sent.some((one) => `${one.method} ${one.route}` === route),
				);
				if (isWrite(route) && !isReached) missed.push(name);
			}
			// n8n ends behind a write, before anything is remembered.
			for (const { name, route } of stepsAtX(workflow))
				if (isWrite(route) && !ASKING.includes(file))
					broken.push(await ran(async () => await client.run(saved, { until: name })));
			const mended = await run();
			const again = await run(1);
			const did = [...broken, mended].flatMap((one) => one.did);
			const twice = Object.entries(countBy(did)).filter(([one, count]) => count > 1 && !isRepeatable(one));
			const isMeant = file in MEANT;
			expect({ missed, left: did.length > 0, twice: isMeant ? [] : twice }).toEqual({
				missed: [],
				left: true,
				twice: [],
			});
			if (isMeant) expect(again.did).not.toEqual([]);
			else expect(again.did).toEqual([]);
			const recipe = { file, workflow };
			keep(
				recipe,
				[...other, mended.execution, again.execution],
				broken.map(({ execution }) => execution),
			);
			if (!(file in ANSWERING)) expect(chosenOutcomes([recipe])).toEqual(expected([recipe]));
		});

		it('is named as one that is meant to write each time, with no other', () => {
			expect(Object.keys(MEANT).filter((file) => !BAD_DAYS.includes(file))).toEqual([]);
		});
	});

	it('answer the others where one is refused, and then that one', async () => {
		const { client, sim } = stage();
		const people = peopleOf(sim.platform);
		sim.limits.reset();
		for (const { id } of [people.first, people.second]) {
			people.message('My parcel is late', id);
			people.post(`@${ME.username} Please help`, {}, id);
		}
		const chosen = recipes.filter(({ file }) => file in ANSWERING);
		for (const recipe of chosen) {
			const { file, workflow, saved } = recipe;
			const node = workflow.nodes.find(({ name }) => name === ANSWERING[file])!;
			const [method = '', path = ''] = routeOf(node)?.split(' ') ?? [];
			sim.fail({ kind: 'status', status: 403, match: { method, path } });
			const refused = await client.run(saved);
			const rest = [await client.run(saved), await client.run(saved)];
			const counts = [refused, ...rest].map((execution) => outputOf(execution, node.name).length);
			expect([file, ...counts]).toEqual([file, 1, 1, 0]);
			keep(recipe, rest, [...(earlier[file] ?? []), refused]);
		}
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
	});

	it('run to their ends when something happens', async () => {
		const { client } = stage();
		const chosen = recipes.filter(isPublished);
		await Promise.all(chosen.map(async ({ saved }) => await client.activate(saved)));
		// An event may start several recipes, so that each event happens once only.
		const trials = new Map(chosen.flatMap(({ file }) => TRIALS[file] ?? []).map((one) => [one.join(), one]));
		for (const trial of trials.values()) await event(trial);
		for (const recipe of chosen) {
			const { saved, workflow } = recipe;
			await until(`all ends of "${workflow.name}"`, async () => {
				const ended = (await client.executions(saved.id)).filter(({ status }) => status !== 'running');
				keep(recipe, await Promise.all(ended.map(async ({ id }) => await client.execution(id))));
				return outcomes[recipe.file]?.length === endsOf(workflow).length || undefined;
			}).catch(() => undefined);
			await client.deactivate(saved);
		}
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
	});

	it('answer once, however often a failed execution is tried again', async () => {
		const { client, sim } = stage();
		const answering = recipes.filter(
			(recipe) => isPublished(recipe) && stepsAtX(recipe.workflow).some(({ route }) => isAnswer(route)),
		);
		expect(answering.filter(({ workflow }) => !answersOnce(workflow))).toEqual([]);
		expect(answering.length).toBeGreaterThan(0);
		for (const { file, workflow, saved } of answering) {
			const [method = '', path = ''] =
				stepsAtX(workflow)
					.find(({ route }) => isAnswer(route))
					?.route.split(' ') ?? [];
			const known = (await client.executions(saved.id)).length;
			const answers = () =>
				sim.requests.filter((one) => one.method === method && one.route === path && one.status < 300).length;
			const before = answers();
			await client.activate(saved);
			sim.fail({ kind: 'status', status: 403, match: { method, path } });
			for (const trial of TRIALS[file] ?? []) await event(trial);
			const failed = await until(`"${workflow.name}" to fail`, async () => {
				const ended = (await client.executions(saved.id)).slice(0, -known || undefined);
				return ended.find(({ status }) => status === 'error');
			});
			await client.deactivate(saved);
			const counts = [answers() - before];
			for (let time = 0; time < 2; time++) {
				await client.send('POST', `/rest/executions/${failed.id}/retry`, { loadWorkflow: false });
				counts.push(answers() - before);
			}
			expect([file, ...counts]).toEqual([file, 0, 1, 1]);
		}
	});

	it('serve an AI program: three tools read, and the fourth one asks a person', async () => {
		const { client, url } = stage();
		const served = recipes.filter(({ workflow }) => isServed(workflow));
		for (const { saved } of served) await client.activate(saved);
		const { tools, call } = await openMcp(`${url}/mcp/x-tools`, BEARER);
		expect((await tools()).map(({ name }) => name).sort()).toEqual([
			'Look_up_a_user',
			'Put_a_draft_before_the_team',
			'Read_a_Post',
			'Search_recent_Posts',
		]);
		expect(await call('Look_up_a_user', { User: '@acme_support' })).toContain('acme_support');
		await call('Put_a_draft_before_the_team', { Text: 'We are open again' });
		expect(told.filter((line) => line.includes('Draft: We are open again'))).toHaveLength(1);
		for (const recipe of served) {
			const ended = await client.executions(recipe.saved.id);
			keep(recipe, await Promise.all(ended.map(async ({ id }) => await client.execution(id))));
			await client.deactivate(recipe.saved);
		}
		expect(chosenOutcomes(served)).toEqual(expected(served));
		await expect(openMcp(`${url}/mcp/x-tools`, 'another')).rejects.toThrow();
	});

	it('tell of the health of X when something has changed, and else nothing', async () => {
		const { client, sim } = stage();
		const { saved } = recipes.find(({ file }) => file === HEALTH)!;
		sim.limits.reset();
		await client.run(saved);
		const tells = async () => {
			const before = told.length;
			expect(errorOf(await client.run(saved))).toBeUndefined();
			return told.slice(before);
		};
		const well = await tells();
		const alter = (answer: object) => ({ ...answer, body: { data: { total_balance: 0 } } }) as never;
		sim.fail({ match: { path: '/2/usage/credits', method: 'GET' }, kind: 'altered', times: Infinity, alter });
		const days = [well, await tells(), await tells()];
		sim.repair();
		days.push(await tells(), await tells());
		expect(days.map((lines) => lines.length)).toEqual([0, 1, 0, 1, 0]);
		expect(days[1]).toEqual([expect.stringContaining('Credit: None is left. Buy credits')]);
	});

	it('say the right things in the right places', () => {
		expect(told.filter((line) => line.includes('New Post: We are hiring'))).toHaveLength(1);
		expect(told.filter((line) => line.includes('Hidden: Win a free phone'))).toHaveLength(1);
		expect(told.filter((line) => line.includes('My parcel is broken')).length).toBeGreaterThan(0);
		const triage = runs['trigger-mention-triage.json'] ?? [];
		const texts = (end: string) => triage.flatMap((run) => outputOf(run, end)).map(({ text }) => text);
		expect(texts('For support')).toEqual([expect.stringContaining('broken')]);
		// The reply that is moderated comes here too.
		expect(texts('For marketing').filter((text) => String(text).includes('lovely product'))).toHaveLength(1);
		const greetings = [...core.state(stage().sim.platform).posts.values()].filter(({ text }) =>
			text.includes('greets you'),
		);
		// One node published for both accounts of the table.
		expect(new Set(greetings.map(({ author_id }) => author_id)).size).toBe(2);
		const [agent] = runs['x-agent-answers-mentions.json'] ?? [];
		expect(agent?.data.resultData.runData).toHaveProperty('Search our own Posts');
		expect(agent?.data.resultData.runData).not.toHaveProperty('Reply to the mention');
		const [chat] = runs['chat-agent-with-memory.json'] ?? [];
		expect(chat?.data.resultData.runData).toHaveProperty('Memory of each conversation');
	});
});
