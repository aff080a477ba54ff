import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XLive implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Live',
		name: 'xLive',
		icon: { light: 'file:../../icons/x-live.svg', dark: 'file:../../icons/x-live.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Spaces and broadcasts on X (formerly Twitter): read, schedule, go live and moderate the chat',
		defaults: { name: 'X Live' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint:
				'Only for Spaces (live audio) and broadcasts (live video). To post, read or search Posts use X Core.',
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
