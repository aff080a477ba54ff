import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { type Execution, type SavedWorkflow, type Workflow, outputOf } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { ME } from '../simulator/identities';
import { ADA, latestQuestion } from '../support/ada';
import { agentWith, byModel } from './support/agent';
import { type Model, startModel } from './support/model';
import { ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

describe('tools of an AI agent', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);
	let model: Model;

	beforeAll(async () => {
		model = await startModel();
		await stage().sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'I decide' });
	});
	afterAll(() => model.close());

	/** An agent with an operation of X Core. */
	const agent = async (parameters: Record<string, unknown>): Promise<Workflow> => {
		const { client, credential } = stage();
		const form = { authentication: 'oAuth2', ...parameters };
		return await agentWith(client, model, ours('xCore', 'X', form, credential(CREDENTIAL_TYPES.oAuth2)));
	};

	/** Runs an agent whose model calls its tool with the given arguments and repeats the last answer. */
	const ask = async (
		parameters: Record<string, unknown>,
		...calls: Array<Record<string, unknown>>
	): Promise<Execution> => {
		model.calls = calls;
		return await stage().run(await agent(parameters));
	};

	/** The tool's answer to the model. */
	const told = (execution: Execution) => outputOf(execution, 'Agent')[0]?.['output'];

	/** What n8n offered to the model. */
	const offered = () => model.tools.map(({ function: { description } }) => description);

	it("gives agents a form of their own, little more than a quarter of n8n's copies of the nodes", async () => {
		const types = (await stage().client.send('GET', '/types/nodes.json')) as Array<{ name: string }>;
		const ofPackage = types.filter(({ name }) => name.startsWith('n8n-nodes-x-platform.'));
		const sizes = ofPackage.map((type): [string, number] => [type.name, JSON.stringify(type).length]);
		// X Chat has another one, for the review of tools by a person: n8n copies its form as it is.
		const tools = sizes.filter(([name]) => /(?<!Hitl)Tool$/.test(name));
		const people = sizes.filter(([name]) => ofPackage.some((type) => type.name === `${name}Tool`));
		const sum = (of: typeof sizes) => of.reduce((total, [, size]) => total + size, 0);
		expect(tools).toHaveLength(10);
		expect(sum(tools)).toBeLessThan(162_000);
		expect(sum(people)).toBeGreaterThan(3.75 * sum(tools));
	});

	it('shows the form for agents in the editor, and stores no text of its own', async () => {
		const form = { resource: 'user', operation: 'getFollowers', id: '@acme_support', limit: 10 };
		const opened = await openEditor(await agent(form), 'X');
		const { page } = opened;
		await page.getByText('Tool Description', { exact: true }).waitFor();
		for (const label of ['Return All', 'User Fields']) expect(await page.getByText(label).count()).toBe(0);
		await opened.choose('operation', 'Get Posts');
		await page.getByTestId('from-ai-override-button').first().click();
		await page.keyboard.press('Control+s');
		const saved = await until('the stored tool', async () => {
			const stored = await stage().client.send(
				'GET',
				`/rest/workflows/${/workflow\/(\w+)/.exec(page.url())?.[1]}`,
			);
			const parameters = (stored as Workflow).nodes.find(({ name }) => name === 'X')?.parameters;
			return parameters?.['operation'] === 'getPosts' && parameters['id'] !== '@acme_support'
				? parameters
				: undefined;
		});
		expect(saved).toMatchObject({ id: expect.stringContaining("$fromAI('User'") as string, limit: 10 });
		expect(Object.keys(saved)).not.toContain('toolDescription');
	});

	it('offers each operation with its effect, price and limits, and does it', async () => {
		const form = { resource: 'post', operation: 'create', text: byModel('Text') };
		const execution = await ask(form, { Text: 'Hello from an agent' });
		expect(model.tools).toMatchObject([{ function: { parameters: { required: ['Text'] } } }]);
		const [text] = offered();
		expect(text).toMatch(/^Create a post on X \(Twitter\)\. It takes effect immediately: others can see/);
		expect(text).toContain('Price: $0.015, with a link $0.20. X allows 100 calls in 15 minutes.');
		expect(text).toContain('Up to 280 counted characters');
		expect(told(execution)).toContain('Hello from an agent');
	});

	it('is stopped by the guard, and knows by which rule and when it opens again', async () => {
		const options = { guard: { writesPerDay: 1 } };
		const form = { resource: 'post', operation: 'create', text: byModel('Text'), options };
		const before = Date.now();
		const execution = await ask(form, { Text: 'One is allowed' }, { Text: 'Two are not' });
		const answer = String(told(execution));
		expect(answer).toContain('Guard → Writes per Day (1) does not allow another write of this workflow');
		const [, opens = ''] = /opens again at ([\d-]+ [\d:]+ UTC)/.exec(answer) ?? [];
		expect(Date.parse(opens)).toBeGreaterThan(before + 86_000_000);
		expect(Date.parse(opens)).toBeLessThanOrEqual(Date.now() + 86_400_000 + 60_000);
		const published = stage().sim.requests.filter(
			({ method, path }) => `${method} ${path}` === 'POST /2/tweets',
		);
		const texts = published.map(({ body }) => JSON.stringify(body));
		expect(texts.filter((text) => text.includes('One is allowed'))).toHaveLength(1);
		expect(texts.filter((text) => text.includes('Two are not'))).toEqual([]);
	});

	it('tells the model what was wrong', async () => {
		const id = { __rl: true, mode: 'id', value: byModel('Post') };
		const execution = await ask({ resource: 'post', operation: 'get', id }, { Post: 'the latest' });
		expect(told(execution)).toContain('must be an ID of 1 to 19 digits, and is \\"the latest\\"');
	});

	/** An agent whose Create a Post has X Chat before it. */
	const reviewed = async (): Promise<SavedWorkflow> => {
		const { client, credential } = stage();
		const user = credential(CREDENTIAL_TYPES.oAuth2);
		const form = {
			authentication: 'oAuth2',
			resource: 'post',
			operation: 'create',
			text: byModel('Text'),
		};
		const question = {
			authentication: 'oAuth2',
			resource: 'message',
			operation: 'sendAndWait',
			id: { __rl: true, mode: 'id', value: ADA },
			message: '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
			approvalOptions: { values: { approvalType: 'double' } },
		};
		const review = ours('xChat', 'Ask Ada', question, user);
		const workflow = await agentWith(client, model, ours('xCore', 'X', form, user), review);
		return await client.createWorkflow(workflow);
	};

	const posts = () => {
		const { requests } = stage().sim;
		return requests.filter(({ method, path }) => method === 'POST' && path === '/2/tweets');
	};

	it.each([
		['approved', 0, 1, 'Reviewed and approved'],
		['declined', 1, 0, 'rejected the tool call'],
	] as const)(
		'ask a person in X Chat before a Post, which is %s',
		async (_what, chosen, published, answer) => {
			const { client, sim } = stage();
			const before = posts().length;
			const said = 'Reviewed and approved';
			model.calls = [{ toolParameters: { Text: said }, hitlParameters: {} }];
			const saved = await reviewed();
			const id = (await client.startRun(saved)) ?? '';
			await client.waitUntilItWaits(id);
			const { text, links } = await latestQuestion(sim, ADA, stage().url);
			expect(text).toContain('The agent wants to run this tool');
			// The input of the tool is to be seen, not [object Object].
			expect(text).toContain(`"Text": "${said}"`);
			const page = await (await fetch(links[chosen] ?? '')).text();
			expect(page).toContain(said);
			expect(posts()).toHaveLength(before);
			if (chosen === 0) {
				const opened = await openEditor();
				await opened.openWorkflow(saved.id);
				await opened.picture('agent-review-waits');
				await opened.openNode('Ask Ada');
				await opened.picture('agent-review-form');
			}
			const done = await fetch(links[chosen] ?? '', { method: 'POST' });
			expect(await done.text()).toContain('Got it, thanks');
			const execution = await client.finishedExecution(id);
			expect(outputOf(execution, 'Agent')[0]?.['output']).toContain(answer);
			expect(posts().length - before).toBe(published);
		},
	);

	it('offer X Chat for a review in the editor', async () => {
		const opened = await openEditor();
		const { page } = opened;
		await opened.openWorkflow((await reviewed()).id);
		const agentNode = page.locator('[data-test-id="canvas-node"][data-node-name="Agent"]');
		await agentNode.locator('[data-connection-type="ai_tool"] [data-test-id="canvas-handle-plus"]').click();
		const found = page.getByTestId('node-creator-node-item').filter({ hasText: 'X Chat' }).first();
		// n8n shows all kinds of AI nodes first, or the tools at once.
		await until('X Chat among the reviews', async () => {
			for (const entry of ['Utility components providing', 'Request approval via services'])
				await page
					.getByText(entry)
					.click({ timeout: 2000 })
					.catch(() => undefined);
			await page.getByTestId('node-creator-search-bar').fill('x chat');
			return (await found.isVisible()) || undefined;
		});
		await opened.picture('agent-review-found');
	});
});
