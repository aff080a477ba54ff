import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { asTool, lazyExecute, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

export class XAdsMeasurement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Ads Measurement',
		name: 'xAdsMeasurement',
		icon: {
			light: 'file:../../icons/x-ads-measurement.svg',
			dark: 'file:../../icons/x-ads-measurement.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle,
		description: 'Measure ads on X (formerly Twitter): conversions, event tags, app lists, A/B tests, leads',
		defaults: { name: 'X Ads Measurement' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint:
				'Conversion → Send takes one item for each purchase or event, and hashes emails and phone numbers.',
			relatedNodes: [{ nodeType: 'n8n-nodes-x-platform.xAdsAnalytics', relationHint: 'Results of ads' }],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'xPixelTokenApi',
				required: true,
				testedBy: 'testPixelToken',
				displayOptions: { show: { authentication: ['pixelToken'] } },
			},
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
