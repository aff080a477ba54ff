import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { asTool, lazyMethods, subtitle, withTexts } from '../shared/form/node';
import { agents, methodNames, properties } from './startup';

const SYNC_OUTPUTS = [
	{ type: NodeConnectionTypes.Main, displayName: 'Synced' },
	{ type: NodeConnectionTypes.Main, displayName: 'Needs Attention' },
];

/** Keeps a product catalog in the state you want: products, product sets, scheduled feeds. */
export class XCatalog implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Catalog',
		name: 'xCatalog',
		icon: { light: 'file:../../icons/x-catalog.svg', dark: 'file:../../icons/x-catalog.dark.svg' },
		group: ['transform'],
		version: 1,
		// "productSet", "getMany" → "Product Set: Get Many"
		subtitle,
		description: 'Manage product catalogs on X for dynamic product ads',
		defaults: { name: 'X Catalog' },
		usableAsTool: asTool(agents.properties),
		builderHint: {
			searchHint:
				'For a shop use Product → Sync with the rows or the file of all products: it sends changes only, and deletes nothing unless asked to.',
		},
		inputs: [NodeConnectionTypes.Main],
		// Sync has an output of its own for what a person should know.
		outputs: `={{ $parameter.operation === 'sync' ? ${JSON.stringify(SYNC_OUTPUTS)} : ['main'] }}`,
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

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('../shared/engine/execute');
		const { spec } = await import('./spec');
		const { splitOutputs } = await import('./report/hints');
		const [items = []] = await execute.call(this, spec);
		return splitOutputs(items);
	}
}
