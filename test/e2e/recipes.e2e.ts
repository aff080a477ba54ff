/**
 * Every recipe in the demo's world, in one n8n: started by hand or by an event, each comes to all of its ends. Those that
 * are run by hand and write or remember have their bad day in recipesBadDays.e2e.ts, which ends as well.
 */
import { BEARER, type DemoHost, startHost } from '../../scripts/demo/host';
import { TRIALS, type Trial } from '../../scripts/demo/recipes';
import { seedDemo } from '../../scripts/demo/seed';
import { fillTables } from '../../scripts/demo/tables';
import { type Example, importExamples } from '../../scripts/examples';
import { leftNothing } from '../../scripts/runtime/leftNothing';
import { freePort } from '../../scripts/runtime/port';
import { type Execution, type SavedWorkflow, errorOf, outputOf } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { webhookSimulator } from '../simulator/webhooks';
import { openMcp } from './support/mcp';
import {
	answersOnce,
	endsOf,
	hasBadDay,
	isAnswer,
	isPublished,
	isServed,
	outcome,
	RECIPES,
	stepsAtX,
	stepsBesideX,
} from './support/recipes';
import { useStage } from './support/stage';

/** How many recipes run at the same time. */
const LANES = 4;

/** The recipe that looks each morning whether all is well. */
const HEALTH = 'x-health-every-morning.json';

describe('the recipes in the demo', () => {
	const stage = useStage();
	const outcomes: Record<string, string[]> = {};
	const runs: Record<string, Execution[]> = {};
	const told: string[] = [];
	let host: DemoHost;
	let port = 0;
	/** Whether the channel takes nothing. */
	let isDown = false;
	let recipes: Array<Example & { saved: SavedWorkflow }> = [];

	beforeAll(async () => {
		const { client, credentials, sim } = stage();
		await seedDemo(sim);
		await fillTables(client, sim.platform, Date.now());
		port = await freePort();
		host = await startHost(sim.platform, port, (line) => {
			if (isDown) throw new Error('Down');
			told.push(line);
		});
		const examples = host.localize(RECIPES);
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
	const keep = ({ file, workflow }: Example, executions: Execution[]) => {
		runs[file] = executions;
		outcomes[file] = outcome(workflow, executions);
	};
	const expected = (chosen: readonly Example[]) =>
		Object.fromEntries(chosen.map(({ file, workflow }) => [file, endsOf(workflow)]));
	const chosenOutcomes = (chosen: readonly Example[]) =>
		Object.fromEntries(chosen.map(({ file }) => [file, outcomes[file]]));

	/** Waits until the runs of a published recipe have come to all of its ends, and unpublishes it. */
	const untilEnded = async (recipe: (typeof recipes)[number]) => {
		const { client } = stage();
		const { file, saved, workflow } = recipe;
		await until(`all ends of "${workflow.name}"`, async () => {
			const ended = (await client.executions(saved.id)).filter(({ status }) => status !== 'running');
			keep(recipe, await Promise.all(ended.map(async ({ id }) => await client.execution(id))));
			return outcomes[file]?.length === endsOf(workflow).length || undefined;
		}).catch(() => undefined);
		await client.deactivate(saved);
	};

	it('run to their ends by hand', async () => {
		const chosen = recipes.filter(
			(recipe) => !isPublished(recipe) && !isServed(recipe.workflow) && !hasBadDay(recipe),
		);
		const waiting = [...chosen];
		const lane = async () => {
			for (let next = waiting.shift(); next; next = waiting.shift())
				keep(next, [await stage().client.run(next.saved)]);
		};
		await Promise.all(Array.from({ length: LANES }, lane));
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
	});

	/** The execution that fails when something happens. */
	const failedRun = async ({ file, workflow, saved }: (typeof recipes)[number]) => {
		const { client } = stage();
		const known = (await client.executions(saved.id)).length;
		await client.activate(saved);
		for (const trial of TRIALS[file] ?? []) await event(trial);
		const failed = await until(`"${workflow.name}" to fail`, async () => {
			const ended = (await client.executions(saved.id)).slice(0, -known || undefined);
			return ended.find(({ status }) => status === 'error');
		});
		await client.deactivate(saved);
		return failed;
	};
	const retry = async ({ id }: { id: string }) =>
		await stage().client.send('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });

	it('run to their ends when something happens', async () => {
		const { client } = stage();
		const chosen = recipes.filter(isPublished);
		await Promise.all(chosen.map(async ({ saved }) => await client.activate(saved)));
		// An event may start several recipes, so that each event happens once only.
		const trials = new Map(chosen.flatMap(({ file }) => TRIALS[file] ?? []).map((one) => [one.join(), one]));
		for (const trial of trials.values()) await event(trial);
		for (const recipe of chosen) await untilEnded(recipe);
		expect(chosenOutcomes(chosen)).toEqual(expected(chosen));
	});

	it('answer once, however often a failed execution is tried again', async () => {
		const { sim } = stage();
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
			const answers = () =>
				sim.requests.filter((one) => one.method === method && one.route === path && one.status < 300).length;
			const before = answers();
			sim.fail({ kind: 'status', status: 403, match: { method, path } });
			const failed = await failedRun({ file, workflow, saved });
			const counts = [answers() - before];
			for (let time = 0; time < 2; time++) {
				await retry(failed);
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
		for (const recipe of served) await untilEnded(recipe);
		expect(chosenOutcomes(served)).toEqual(expected(served));
		await expect(openMcp(`${url}/mcp/x-tools`, 'another')).rejects.toThrow();
	});

	it('tell of the health of X when something has changed, and else nothing', async () => {
		const { client, sim } = stage();
		const { saved } = recipes.find(({ file }) => file === HEALTH)!;
		sim.limits.reset();
		// What other recipes had on X goes some seconds after them, and until then it is not well.
		await leftNothing(webhookSimulator(sim.platform));
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
	});

	it('tell the channel once it is back, if a person tries the failed execution again', async () => {
		const telling = recipes.filter(
			(recipe) => isPublished(recipe) && stepsBesideX(recipe.workflow).length > 0,
		);
		expect(telling.length).toBeGreaterThan(3);
		for (const recipe of telling) {
			const before = told.length;
			isDown = true;
			const failed = await failedRun(recipe);
			isDown = false;
			const counts = [told.length - before];
			await retry(failed);
			counts.push(told.length - before);
			expect([recipe.file, ...counts]).toEqual([recipe.file, 0, 1]);
		}
	});
});
