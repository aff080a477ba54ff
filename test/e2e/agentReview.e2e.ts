/** X Chat as n8n's human review: an agent's tool runs when a person says so. */
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { outputOf, type SavedWorkflow, type Workflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { ME } from '../simulator/identities';
import { type Model, startModel } from './support/model';
import { ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

/** Someone who exists on the simulated X. */
const ADA = '1500000158380000061';
const CHAT_KEYS = 'xChatKeysApi';
const CONVERSATION = [ME.id, ADA].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)).join(':');

describe('a person reviews the tools of an agent', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);
	let model: Model;

	beforeAll(async () => {
		model = await startModel();
		await stage().sim.control('chat', 'say', { from: ADA, to: ME.id, text: 'I decide' });
	});
	afterAll(() => model.close());

	/** An agent whose Create a Post has X Chat before it. */
	const agent = async (): Promise<SavedWorkflow> => {
		const { client, credential } = stage();
		const key = { apiKey: 'not-a-key', url: model.url, header: false };
		const { id, name } = await client.saveCredential({ name: 'Model', type: 'openAiApi', data: key });
		const user = credential(CREDENTIAL_TYPES.oAuth2);
		const keys = credential(CHAT_KEYS);
		const text = "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Text', ``, 'string') }}";
		const form = { authentication: 'oAuth2', resource: 'post', operation: 'create', text };
		const tool = ours('xCore', 'X', form, user);
		const question = {
			authentication: 'oAuth2',
			resource: 'message',
			operation: 'sendAndWait',
			id: { __rl: true, mode: 'id', value: ADA },
			message: '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}',
			approvalOptions: { values: { approvalType: 'double' } },
		};
		const review = ours('xChat', 'Ask Ada', question, user);
		const nodes: Workflow['nodes'] = [
			{
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				parameters: {},
				position: [0, 0],
			},
			{
				name: 'Agent',
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: 3,
				parameters: { promptType: 'define', text: 'Do it', options: {} },
				position: [220, 0],
			},
			{
				name: 'Model',
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.2,
				parameters: { model: { __rl: true, mode: 'id', value: 'model' }, options: {} },
				position: [140, 240],
				credentials: { openAiApi: { id, name } },
			},
			{
				...review,
				type: `${review.type}HitlTool`,
				position: [380, 240],
				credentials: { ...review.credentials, [CHAT_KEYS]: { id: keys.id, name: keys.name } },
			},
			{ ...tool, type: `${tool.type}Tool`, position: [380, 480] },
		];
		const into = (type: string, node = 'Agent') => ({ [type]: [[{ node, type, index: 0 }]] });
		const connections = {
			Start: into('main'),
			Model: into('ai_languageModel'),
			'Ask Ada': into('ai_tool'),
			X: into('ai_tool', 'Ask Ada'),
		};
		return await client.createWorkflow({ name: 'Reviewed agent', nodes, connections });
	};

	/** The latest question that Ada has got, and its links. */
	const question = async () => {
		const all = (await stage().sim.control('chat', 'read', {
			user: ADA,
			conversation: CONVERSATION,
		})) as Array<{
			from: string;
			first: string;
		}>;
		const text = all.filter(({ from }) => from === ME.id).at(-1)?.first ?? '';
		const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => {
			const { pathname, search } = new URL(link);
			return `${stage().url}${pathname}${search}`;
		});
		return { text, links };
	};

	const posts = () => {
		const { requests } = stage().sim;
		return requests.filter(({ method, path }) => method === 'POST' && path === '/2/tweets');
	};

	it.each([
		['approved', 0, 1, 'Reviewed and approved'],
		['declined', 1, 0, 'rejected the tool call'],
	] as const)('a Post that is %s', async (_what, chosen, published, answer) => {
		const { client, sim } = stage();
		const before = posts().length;
		const said = 'Reviewed and approved';
		model.calls = [{ toolParameters: { Text: said }, hitlParameters: {} }];
		const saved = await agent();
		const id = (await client.startRun(saved)) ?? '';
		await until('the agent to wait', async () => {
			const [latest] = await client.executions(saved.id);
			return latest?.status === 'waiting' || undefined;
		});
		const { text, links } = await question();
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
		expect(sim.requests.length).toBeGreaterThan(0);
	});

	it('is offered in the editor', async () => {
		const opened = await openEditor();
		const { page } = opened;
		await opened.openWorkflow((await agent()).id);
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
