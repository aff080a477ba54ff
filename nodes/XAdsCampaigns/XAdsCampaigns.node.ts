import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describe } from '../shared/form/describe';
import { execute } from '../shared/engine/execute';
import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { loadOptions } from './menus';
import { spec } from './spec';

export class XAdsCampaigns implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Ads Campaigns',
		name: 'xAdsCampaigns',
		icon: { light: 'file:../../icons/x-ads.svg', dark: 'file:../../icons/x-ads.dark.svg' },
		group: ['transform'],
		version: 1,
		// "lineItem", "getMany" → "Line Item: Get Many"
		subtitle:
			'={{ [$parameter["resource"], $parameter["operation"]].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ") }}',
		description:
			'Run an advertising account on X (formerly Twitter): campaigns, line items, targeting, creatives',
		defaults: { name: 'X Ads Campaigns' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'xUserOAuth1Api', required: true, displayOptions: { show: { authentication: ['oAuth1'] } } },
			{ name: 'xUserOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		properties: describe(spec),
	};

	methods = { listSearch: listSearch(spec, lists), loadOptions: loadOptions(spec) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, spec);
	}
}
