import type { N8nClient } from '../../../scripts/runtime/client';
import type { Workflow, WorkflowNode } from '../../../scripts/runtime/types';
import { START } from '../../support/start';
import type { Model } from './model';

type Node = Omit<WorkflowNode, 'position'>;

/** What the editor writes where a user lets the model fill in a field. */
export const byModel = (name: string, type = 'string'): string =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${name}', \`\`, '${type}') }}`;

/**
 * An agent that is started by hand.
 *
 * @param review The node that asks a person before the tool runs.
 */
export async function agentWith(
	client: N8nClient,
	model: Model,
	tool: Node,
	review?: Node,
): Promise<Workflow> {
	const key = { apiKey: 'not-a-key', url: model.url, header: false };
	const { id, name } = await client.saveCredential({ name: 'Model', type: 'openAiApi', data: key });
	const nodes: Workflow['nodes'] = [
		START,
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
		{ ...tool, type: `${tool.type}Tool`, position: [380, 480] },
	];
	if (review) nodes.push({ ...review, type: `${review.type}HitlTool`, position: [380, 240] });
	const into = (type: string, node = 'Agent') => ({ [type]: [[{ node, type, index: 0 }]] });
	const connections: Workflow['connections'] = {
		Start: into('main'),
		Model: into('ai_languageModel'),
		[tool.name]: into('ai_tool', review?.name),
	};
	if (review) connections[review.name] = into('ai_tool');
	return { name: 'Agent', nodes, connections };
}
