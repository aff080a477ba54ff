/** Nodes that show what the harness gives a node, so that the harness itself is tested before and without ours. */
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

const subscribed = (self: IHookFunctions) => self.getWorkflowStaticData('node') as { calls?: string[] };

/**
 * Notes its hook calls in static data; answers setup requests by hand and hands events on with their raw body, which it
 * notes in static data as well.
 */
export const probeTrigger: INodeType = {
	description: describe({
		name: 'probeTrigger',
		displayName: 'Probe Trigger',
		group: ['trigger'],
		inputs: [],
		webhooks: [
			{ name: 'setup', httpMethod: 'GET', responseMode: 'onReceived', path: 'webhook' },
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [{ name: 'refuse', displayName: 'Refuse', type: 'boolean', default: false }],
	}),
	webhookMethods: {
		setup: {
			checkExists: () => Promise.resolve(true),
			create: () => Promise.resolve(true),
			delete: () => Promise.resolve(true),
		},
		default: {
			checkExists(this: IHookFunctions) {
				return Promise.resolve(subscribed(this).calls !== undefined);
			},
			async create(this: IHookFunctions) {
				subscribed(this).calls = ['create'];
				const url = this.getNodeWebhookUrl('default');
				await this.helpers.httpRequest({ url: `${url}?crc_token=during-create` });
				if (this.getNodeParameter('refuse')) throw new Error('refused');
				return true;
			},
			delete(this: IHookFunctions) {
				delete subscribed(this).calls;
				return Promise.resolve(true);
			},
		},
	},
	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { rawBody } = this.getRequestObject() as { rawBody: Buffer };
		const { crc_token: token } = this.getQueryData() as IDataObject;
		if (this.getWebhookName() === 'setup') {
			const { calls = [] } = this.getWorkflowStaticData('node') as { calls?: string[] };
			(this.getResponseObject() as { json(body: unknown): void }).json({ token, calls });
			return Promise.resolve({ noWebhookResponse: true });
		}
		this.getWorkflowStaticData('node').written = 'by webhook()';
		const json = { raw: rawBody.toString('utf8'), body: this.getBodyData(), mode: this.getMode() };
		return Promise.resolve({ workflowData: [[{ json }]] });
	},
};
