import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XAdsAudiences implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Ads Audiences',
		name: 'xAdsAudiences',
		icon: {
			light: 'file:../../icons/x-ads-audiences.svg',
			dark: 'file:../../icons/x-ads-audiences.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description:
			'Make and fill audiences for ads on X (formerly Twitter): custom audiences, Do Not Reach lists, keyword insights',
		defaults: { name: 'X Ads Audiences' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint: 'Takes emails and phone numbers as they are, and hashes them: do not hash them before.',
			relatedNodes: [{ nodeType: 'n8n-nodes-x-platform.xAdsCampaigns', relationHint: 'Targets an audience' }],
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
