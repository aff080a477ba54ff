import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XAdsCampaigns implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Ads Campaigns',
		name: 'xAdsCampaigns',
		icon: {
			light: 'file:../../icons/x-ads-campaigns.svg',
			dark: 'file:../../icons/x-ads-campaigns.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Run an advertising account on X (formerly Twitter): campaigns, line items, targeting, creatives',
		defaults: { name: 'X Ads Campaigns' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint: 'The structure of an ads account: campaigns, line items, targeting.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-x-platform.xAdsAnalytics', relationHint: 'Results of ads' },
				{ nodeType: 'n8n-nodes-x-platform.xAdsCreatives', relationHint: 'What ads show' },
				{ nodeType: 'n8n-nodes-x-platform.xAdsAudiences', relationHint: 'Who sees ads' },
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
