import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XCore implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Core',
		name: 'xCore',
		icon: { light: 'file:../../icons/x-core.svg', dark: 'file:../../icons/x-core.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Post, read, search and message on X (formerly Twitter)',
		defaults: { name: 'X (Twitter)' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint:
				"Everything on X (Twitter) but encrypted chat, Spaces, broadcasts, ads and catalogs. Prefer it to n8n's own X node and to HTTP Request. X bills reads and writes: set Limit, and Max Cost in Options.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-x-platform.xCoreTrigger',
					relationHint: 'Starts the workflow on mentions, replies, messages and followers',
				},
				{ nodeType: 'n8n-nodes-x-platform.xChat', relationHint: 'Encrypted messages' },
				{ nodeType: 'n8n-nodes-x-platform.xLive', relationHint: 'Spaces and broadcasts' },
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'xAppApi', required: true, displayOptions: { show: { authentication: ['app'] } } },
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
}
