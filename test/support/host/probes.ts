/** Nodes that do one thing alone, for what n8n does with any node. */
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { describe } from './describe';

/** One authenticated request per item. */
export const probe: INodeType = {
	description: describe({
		name: 'probe',
		displayName: 'Probe',
		credentials: ['xAppApi', 'xUserOAuth2Api', 'xUserOAuth1Api'].map((name) => ({ name })),
		properties: [
			{ name: 'credential', displayName: 'Credential', type: 'string', default: 'xAppApi' },
			{ name: 'request', displayName: 'Request', type: 'json', default: {} },
		],
	}),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		for (const [item] of this.getInputData().entries()) {
			const credential = this.getNodeParameter('credential', item) as string;
			const options = this.getNodeParameter('request', item) as IDataObject & IHttpRequestOptions;
			const json = (await this.helpers.httpRequestWithAuthentication.call(this, credential, {
				...options,
			})) as IDataObject;
			output.push({ json, pairedItem: { item } });
		}
		return [output];
	},
};

/** Calls its tool once with each item, as agents do that n8n does not run the tool for. */
export const probeAgent: INodeType = {
	description: describe({ name: 'probeAgent', displayName: 'Probe Agent', inputs: ['main', 'ai_tool'] }),
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as [
			{ invoke(values: IDataObject): Promise<string> },
		];
		const output: INodeExecutionData[] = [];
		for (const { json } of this.getInputData()) output.push({ json: { said: await tool.invoke(json) } });
		return [output];
	},
};

/** A trigger that writes static data in its hooks and, as `webhook()` may not, with each event. */
export const probeTrigger: INodeType = {
	description: describe({
		name: 'probeTrigger',
		displayName: 'Probe Trigger',
		group: ['trigger'],
		inputs: [],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
		properties: [],
	}),
	webhookMethods: {
		default: {
			checkExists: () => Promise.resolve(false),
			create(this: IHookFunctions) {
				this.getWorkflowStaticData('node').calls = ['create'];
				return Promise.resolve(true);
			},
			delete: () => Promise.resolve(true),
		},
	},
	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		this.getWorkflowStaticData('node').written = 'by webhook()';
		return Promise.resolve({ workflowData: [[{ json: {} }]] });
	},
};
