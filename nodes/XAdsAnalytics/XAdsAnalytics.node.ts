import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XAdsAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Ads Analytics',
		name: 'xAdsAnalytics',
		icon: {
			light: 'file:../../icons/x-ads-analytics.svg',
			dark: 'file:../../icons/x-ads-analytics.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Read the results of ads on X (formerly Twitter): reports, active entities, reach',
		defaults: { name: 'X Ads Analytics' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint: 'Report → Get waits for X and returns rows, in the currency of the account.',
			relatedNodes: [
				{ nodeType: 'n8n-nodes-x-platform.xAdsCampaigns', relationHint: 'Changes what the report is about' },
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
