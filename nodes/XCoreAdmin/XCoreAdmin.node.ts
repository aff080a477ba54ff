import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XCoreAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Core Admin',
		name: 'xCoreAdmin',
		icon: { light: 'file:../../icons/x-core-admin.svg', dark: 'file:../../icons/x-core-admin.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Manage an app on X (formerly Twitter): webhooks, subscriptions, stream rules, compliance, bots and usage',
		defaults: { name: 'X Core Admin' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint:
				'Only for the app itself: webhooks, stream rules, bots, usage. To post, read or search use X Core.',
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
