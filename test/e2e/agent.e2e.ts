import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { type Execution, type Workflow, outputOf } from '../../scripts/runtime/types';
import { type Model, startModel } from './support/model';
import { ours, useStage } from './support/stage';

describe('X Core as a tool of an AI agent', () => {
	const stage = useStage();
	let model: Model;

	beforeAll(async () => {
		model = await startModel();
	});
	afterAll(async () => {
		await model.close();
	});

	/** What the editor writes where a user lets the model fill in a field. */
	const byModel = (name: string, type = 'string') =>
		`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

	/** Runs an agent that has one tool; the model calls it with the given arguments and repeats what it answers. */
	const ask = async (
		parameters: Record<string, unknown>,
		filledIn: Record<string, unknown>,
	): Promise<Execution> => {
		const { client, credential, run } = stage();
		model.arguments = filledIn;
		const key = { apiKey: 'not-a-key', url: model.url, header: false };
		const { id, name } = await client.saveCredential({ name: 'Model', type: 'openAiApi', data: key });
		const form = { authentication: 'oAuth2', ...parameters };
		const tool = ours('xCore', 'X', form, credential(CREDENTIAL_TYPES.oAuth2));
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
				position: [200, 0],
			},
			{
				name: 'Model',
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.2,
				parameters: { model: { __rl: true, mode: 'id', value: 'model' }, options: {} },
				position: [200, 200],
				credentials: { openAiApi: { id, name } },
			},
			{ ...tool, type: `${tool.type}Tool`, position: [400, 200] },
		];
		const into = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
		const connections = { Start: into('main'), Model: into('ai_languageModel'), X: into('ai_tool') };
		return await run({ name: 'Agent', nodes, connections });
	};

	/** The tool's answer to the model. */
	const told = (execution: Execution) => outputOf(execution, 'Agent')[0]?.['output'];

	it('offers each operation by what it does, and does it', async () => {
		const form = { resource: 'post', operation: 'create', text: byModel('Text') };
		const execution = await ask(form, { Text: 'Hello from an agent' });
		expect(model.tools).toMatchObject([
			{ function: { description: 'Create a post in X (Twitter)', parameters: { required: ['Text'] } } },
		]);
		expect(told(execution)).toContain('Hello from an agent');
	});

	it('takes a username where the form has an ID', async () => {
		const id = { __rl: true, mode: 'id', value: byModel('User') };
		const form = { resource: 'user', operation: 'getFollowers', id, limit: byModel('Limit', 'number') };
		const execution = await ask(form, { User: '@acme_support', Limit: 2 });
		expect(JSON.parse(String(told(execution)))).toHaveLength(2);
	});

	it('tells the model what was wrong', async () => {
		const id = { __rl: true, mode: 'id', value: byModel('Post') };
		const execution = await ask({ resource: 'post', operation: 'get', id }, { Post: 'the latest' });
		expect(told(execution)).toContain('must be an ID of 1 to 19 digits, and is \\"the latest\\"');
	});
});
