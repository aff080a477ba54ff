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
import { lists } from './locators';
import { spec } from './spec';

export class XCore implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Core',
		name: 'xCore',
		icon: { light: 'file:../../icons/x-core.svg', dark: 'file:../../icons/x-core.dark.svg' },
		group: ['transform'],
		version: 1,
		// "directMessage", "send" → "Direct Message: Send"
		subtitle:
			'={{ [$parameter["resource"], $parameter["operation"]].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ") }}',
		description: 'Post, read, search, message and manage webhooks on X (formerly Twitter)',
		defaults: { name: 'X Core' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'xAppApi', required: true, displayOptions: { show: { authentication: ['app'] } } },
			{ name: 'xUserOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
			{ name: 'xUserOAuth1Api', required: true, displayOptions: { show: { authentication: ['oAuth1'] } } },
		],
		properties: describe(spec),
	};

	methods = { listSearch: listSearch(spec, lists) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, spec);
	}
}
