import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties, resumeWebhooks, waitingTooltip } from './startup';

export class XChat implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Chat',
		name: 'xChat',
		icon: { light: 'file:../../icons/x-chat.svg', dark: 'file:../../icons/x-chat.dark.svg' },
		group: ['transform'],
		version: 1,
		// "messageRequest", "getMany" → "Message Request: Get Many"
		subtitle,
		description:
			'Read and write end-to-end encrypted messages on X (formerly Twitter), with files and groups',
		defaults: { name: 'X Chat' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint:
				'Encrypted messages, the usual ones on X. Needs the private keys in the credential. Send and Wait for Response asks a person and goes on with the answer.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-x-platform.xWebhookTrigger',
					relationHint: 'Starts the workflow on a message',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		webhooks: resumeWebhooks,
		waitingNodeTooltip: waitingTooltip,
		credentials: [
			{ name: 'xUserOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
			{
				name: 'xAccessTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
			{ name: 'xUserOAuth1Api', required: true, displayOptions: { show: { authentication: ['oAuth1'] } } },
		],
		properties: withTexts(properties, agents.texts),
	};

	methods = lazyMethods(methodNames, async () => (await import('./methods')).methods);

	execute = lazyExecute(async () => (await import('./spec')).spec);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { respond } = await import('./waiting/respond');
		return respond(this);
	}
}
