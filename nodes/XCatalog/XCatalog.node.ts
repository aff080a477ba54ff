import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type ILoadOptionsFunctions,
	type INodeExecutionData,
	type INodePropertyOptions,
	type INodeType,
	type INodeTypeDescription,
	type ResourceMapperFields,
} from 'n8n-workflow';

import { describe } from '../shared/form/describe';
import { execute } from '../shared/engine/execute';
import { listSearch } from '../shared/form/search';
import { lists } from './locators';
import { mapperFields } from './fields/product';
import { spec } from './spec';

/** Keeps a product catalog in the state you want: products, product sets, scheduled feeds. */
export class XCatalog implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'X Catalog',
		name: 'xCatalog',
		icon: { light: 'file:../../icons/x-catalog.svg', dark: 'file:../../icons/x-catalog.dark.svg' },
		group: ['transform'],
		version: 1,
		// "productSet", "getMany" → "Product Set: Get Many"
		subtitle:
			'={{ [$parameter["resource"], $parameter["operation"]].map((value) => value.replace(/Api|[A-Z]/g, (part) => " " + (part === "Api" ? "API" : part)).replace(/^./, (first) => first.toUpperCase())).join(": ") }}',
		description: 'Manage product catalogs on X for dynamic product ads',
		defaults: { name: 'X Catalog' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'xUserOAuth1Api', required: true, displayOptions: { show: { authentication: ['oAuth1'] } } },
			{ name: 'xUserOAuth2Api', required: true, displayOptions: { show: { authentication: ['oAuth2'] } } },
		],
		properties: describe(spec),
	};

	methods = {
		listSearch: listSearch(spec, lists),
		loadOptions: {
			getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
				const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
				return Promise.resolve([...new Set(zones)].map((zone) => ({ name: zone, value: zone })));
			},
		},
		resourceMapping: {
			getProductFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
				return Promise.resolve({ fields: mapperFields() });
			},
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this, spec);
	}
}
