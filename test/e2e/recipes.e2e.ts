/**
 * Every recipe in the demo's world, in one n8n: started by hand or by an event, each comes to all of its ends. Those that
 * write or remember do what a failed run left, and then nothing again.
 */
import getPort from 'get-port';
import { intersection, omit, sortBy } from 'lodash';
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
} from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { core } from '../simulator/core/area';
import { openMcp } from './support/mcp';
import { ME } from '../simulator/identities';
import { peopleOf } from '../simulator/people';
import { latestQuestion } from '../support/ada';
import { useStage } from './support/stage';

/** How many recipes run at the same time. */
const LANES = 4;

/** Recipes in which a setting decides how they end, and what to replace to reach the other ends. */
const SETTINGS: Readonly<Record<string, readonly [from: string, to: string]>> = {
	'x-agent-answers-mentions.json': ['"leftValue":"no"', '"leftValue":"yes"'],
};

/** The recipe that publishes some time after other Posts only. */
const QUEUE = 'x-schedule-posts-from-sheet.json';

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
	'catalog-price-drop.json': 'a product gets the sale price that it has, which X does not bill',
	'chat-approve-post.json': 'a person presses it, and another one approves',
	'post-read-delete.json': 'a person presses it, and it takes its Post back',
	'x-image-from-url.json': 'a person presses it to publish',
	'x-messages-of-v1.json': 'a person presses it to send',
	'x-post-for-many-accounts.json': 'a person presses it to publish',
	'x-post-with-image.json': 'a person presses it to publish',
	'x-thread-with-pictures.json': 'a person presses it to publish',
};

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
const isMemory = ({ type, parameters }: WorkflowNode) =>
	type.endsWith('.dataTable') && parameters['operation'] === 'insert';

/** The route of the last step at X that writes; of a recipe that only remembers, of the last step at X. */
function lastRoute({ nodes }: Workflow): string | undefined {
	const routes = sortBy(nodes, ['position.0', 'position.1']).flatMap((node) => routeOf(node) ?? []);
	return routes.findLast(isWrite) ?? (nodes.some(isMemory) ? routes.at(-1) : undefined);
}

/** Whether a run came to an end: that it gave something, or stopped there. */
const reaches = (execution: Execution, end: string) =>
	outputOf(execution, end).length > 0 || execution.data.resultData.lastNodeExecuted === end;

/** What a recipe's runs came to: what went wrong, or the ends that were reached, also by runs that were broken. */
function outcome(
	workflow: Workflow,
	executions: readonly Execution[],
	broken: readonly Execution[] = [],
): string[] {
	const failed = executions.flatMap((execution) => errorOf(execution)?.message ?? []);
	const reached = endsOf(workflow).filter((end) =>
		[...broken, ...executions].some((execution) => reaches(execution, end)),
	);
	return [...failed, ...reached];
}

describe('the recipes in the demo', () => {
	const stage = useStage();
	const outcomes: Record<string, string[]> = {};
	const runs: Record<string, Execution[]> = {};
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
	/** Recipes that wait for an AI program. */
	const isServed = ({ workflow: { nodes } }: Example) =>
		nodes.some(({ type }) => type.endsWith('.mcpTrigger'));
	const isPublished = ({ file, workflow }: Example) => file in TRIALS && !isPolling(workflow);
	/** Recipes to run again: those that write at X or remember, by hand or at times. Events come once only. */
	const isRepeated = ({ file, workflow }: Example) => !(file in TRIALS) && lastRoute(workflow) !== undefined;
	const keep = ({ file, workflow }: Example, executions: Execution[], broken: Execution[] = []) => {
		runs[file] = executions;
		outcomes[file] = outcome(workflow, executions, broken);
	};
	const expected = (chosen: readonly Example[]) =>
		Object.fromEntries(chosen.map(({ file, workflow }) => [file, endsOf(workflow)]));
	const chosenOutcomes = (chosen: readonly Example[]) =>
		Object.fromEntries(chosen.map(({ file }) => [file, outcomes[file]]));

	/** A run that waits for a person, who presses one of the buttons. */
	const answered = async (saved: SavedWorkflow, button: number): Promise<Execution> => {
		const { client, sim, url } = stage();
		const id = (await client.startRun(saved)) ?? '';
		await client.waitUntilItWaits(id);
		const { links } = await latestQuestion(sim, peopleOf(sim.platform).first.id, url);
		expect((await fetch(links[button] ?? '', { method: 'POST' })).status).toBe(200);
		return await client.finishedExecution(id);
	};

	/** The workflow with another text in place of one that it has. */
	const withText = async ({ name, nodes, connections }: SavedWorkflow, from: string, to: string) => {
		const changed = JSON.stringify({ name, nodes, connections }).replace(from, to);
		return await stage().client.createWorkflow(JSON.parse(changed) as Workflow);
	};

	/** A run of a recipe, and one with the other setting where it has one. */
	const runsOf = async ({ file, saved }: (typeof recipes)[number]) => {
		const { client } = stage();
		const setting = SETTINGS[file];
		if (setting === undefined) return [await client.run(saved)];
		return [await client.run(saved), await client.run(await withText(saved, ...setting))];
	};

	it('run to their ends by hand', async () => {
		const chosen = recipes.filter(
			(recipe) => !isPublished(recipe) && !isServed(recipe) && !isRepeated(recipe),
		);
		// Those that ask X show what is new from others: they run before other recipes answer that.
		const waiting = sortBy(chosen, ({ workflow }) => !isPolling(workflow));
		const lane = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift()) keep(next, await runsOf(next));
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
	});

	it('do what a failed run left, and write nothing twice', async () => {
		const { client, sim } = stage();
		// The queue keeps a pause after every other Post of the account.
		const chosen = sortBy(recipes.filter(isRepeated), ({ file }) => file !== QUEUE);
		/** What a run wrote at X and remembered; one that asks a person gets the answer of a button. */
		const ran = async ({ file, saved }: (typeof recipes)[number], button: number) => {
			const before = sim.requests.length;
			const execution = ASKING.includes(file)
				? await answered(saved, button)
				: await client.run(file === AD ? await withText(saved, AD_TEXT, `${AD_TEXT} ${before}`) : saved);
			const sent = sim.requests.slice(before);
			const written = sent
				.filter(({ method, route, status }) => isWrite(`${method} ${route}`) && status < 300)
				.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
			const remembered = saved.nodes
				.filter(isMemory)
				.flatMap(({ name }) => outputOf(execution, name))
				.map((row) => JSON.stringify(omit(row, ['id', 'createdAt', 'updatedAt'])));
			return { execution, sent, did: [...written, ...remembered] };
		};
		const did: Record<string, { struck: boolean; left: boolean; twice: string[]; again: boolean }> = {};
		for (const recipe of chosen) {
			const [method = '', path = ''] = lastRoute(recipe.workflow)?.split(' ') ?? [];
			sim.fail({ kind: 'unavailable', times: Infinity, match: { method, path } });
			const broken = await ran(recipe, 0);
			sim.repair();
			const mended = await ran(recipe, 0);
			const again = await ran(recipe, 1);
			did[recipe.file] = {
				struck: broken.sent.some(({ status }) => status === 503),
				left: mended.did.length > 0,
				twice: recipe.file in MEANT ? [] : intersection(broken.did, mended.did),
				again: again.did.length > 0,
			};
			keep(recipe, [mended.execution, again.execution], [broken.execution]);
		}
		const wanted = ({ file }: Example) => ({ struck: true, left: true, twice: [], again: file in MEANT });
		expect(did).toEqual(Object.fromEntries(chosen.map((recipe) => [recipe.file, wanted(recipe)])));
		const others = chosen.filter(({ file }) => !(file in ANSWERING));
		expect(chosenOutcomes(others)).toEqual(expected(others));
		expect(Object.keys(MEANT).filter((file) => !(file in did))).toEqual([]);
	});

	it('answer the others where one is refused, and then that one', async () => {
		const { client, sim } = stage();
		const people = peopleOf(sim.platform);
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
			keep(recipe, rest, [...(runs[file] ?? []), refused]);
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

	it('serve an AI program: three tools read, and the fourth one asks a person', async () => {
		const { client, url } = stage();
		const served = recipes.filter(isServed);
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
