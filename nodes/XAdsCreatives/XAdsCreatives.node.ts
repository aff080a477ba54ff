import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XAdsCreatives implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Ads Creatives',
		name: 'xAdsCreatives',
		icon: {
			light: 'file:../../icons/x-ads-creatives.svg',
			dark: 'file:../../icons/x-ads-creatives.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Make what ads on X (formerly Twitter) show: cards, media library, scheduled and draft Posts',
		defaults: { name: 'X Ads Creatives' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint: 'What ads show. Promote a Post with X Ads Campaigns → Promoted Post.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-x-platform.xAdsCampaigns', relationHint: 'Runs what is made here' },
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'xUserOAuth1Api', required: true, displayOptions: { show: { authentication: ['oAuth1'] } } },
			{ name: 'xUserOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
			{
				name: 'xAccessTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
		],
		properties: withTexts(properties, agents.texts),
	};

	methods = lazyMethods(methodNames, async () => (await import('./methods')).methods);

	execute = lazyExecute(async () => (await import('./spec')).spec);
}
