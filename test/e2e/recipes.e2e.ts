/** Every recipe in the demo's world, in one n8n: started by hand or by an event, each comes to all of its ends. */
import getPort from 'get-port';
import { sortBy } from 'lodash';
import { BEARER, type DemoHost, startHost } from '../../scripts/demo/host';
import { NEED_SERVERS, TRIALS, type Trial, isPolling } from '../../scripts/demo/recipes';
import { seedDemo } from '../../scripts/demo/seed';
import { fillTables } from '../../scripts/demo/tables';
import { type Example, importExamples, readExamples } from '../../scripts/examples';
import {
	type Execution,
	type SavedWorkflow,
	type Workflow,
	errorOf,
	outputOf,
} from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { core } from '../simulator/core/area';
import { openMcp } from './support/mcp';
import { peopleOf } from '../simulator/people';
import { latestQuestion } from '../support/ada';
import { useStage } from './support/stage';

/** How many recipes run at the same time. */
const LANES = 4;

/** Recipes in which a setting decides how they end, and what to replace to reach the other ends. */
const SETTINGS: Readonly<Record<string, readonly [from: string, to: string]>> = {
	'x-agent-answers-mentions.json': ['"leftValue":"no"', '"leftValue":"yes"'],
};

/** Recipes that wait for the answer of a person. */
const ASKING = ['chat-approve-post.json'];

/** The nodes after which nothing comes. */
const endsOf = ({ nodes, connections }: Workflow): string[] =>
	nodes
		.filter(({ name, type }) => !type.endsWith('.stickyNote') && connections[name] === undefined)
		.map(({ name }) => name);

/** What a recipe's runs came to: what went wrong, or the ends that gave something. */
function outcome(workflow: Workflow, executions: readonly Execution[]): string[] {
	const failed = executions.flatMap((execution) => errorOf(execution)?.message ?? []);
	const reached = endsOf(workflow).filter((end) =>
		executions.some((execution) => outputOf(execution, end).length > 0),
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
	const keep = ({ file, workflow }: Example, executions: Execution[]) => {
		runs[file] = executions;
		outcomes[file] = outcome(workflow, executions);
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

	/** A run of a recipe, and one with the other setting or answer where it has one. */
	const runsOf = async ({ file, saved }: (typeof recipes)[number]) => {
		const { client } = stage();
		if (ASKING.includes(file)) return [await answered(saved, 0), await answered(saved, 1)];
		const setting = SETTINGS[file];
		if (setting === undefined) return [await client.run(saved)];
		const { name, nodes, connections } = saved;
		const changed = JSON.parse(JSON.stringify({ name, nodes, connections }).replace(...setting)) as Workflow;
		return [await client.run(saved), await client.run(await client.createWorkflow(changed))];
	};

	it('run to their ends by hand', async () => {
		const chosen = recipes.filter((recipe) => !isPublished(recipe) && !isServed(recipe));
		// Those that ask X show what is new from others: they run before other recipes answer that.
		const waiting = sortBy(chosen, ({ workflow }) => !isPolling(workflow));
		const lane = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift()) keep(next, await runsOf(next));
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
		expect(chosen.length).toBeGreaterThan(20);
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
