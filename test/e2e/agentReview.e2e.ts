/** X Chat as n8n's human review: an agent's tool runs when a person says so. */
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { outputOf, type SavedWorkflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { ME } from '../simulator/identities';
import { ADA, latestQuestion } from '../support/ada';
import { agentWith, byModel } from './support/agent';
import { type Model, startModel } from './support/model';
import { ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

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
	] as const)('a Post that is %s', async (_what, chosen, published, answer) => {
		const { client, sim } = stage();
		const before = posts().length;
		const said = 'Reviewed and approved';
		model.calls = [{ toolParameters: { Text: said }, hitlParameters: {} }];
		const saved = await agent();
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
