import type { ILoadOptionsFunctions, INodePropertyOptions, ResourceMapperFields } from 'n8n-workflow';
import { listSearch } from '../shared/form/search';
import { mapperFields } from './fields/product';
import { lists } from './locators';
import { spec } from './spec';

/** What the editor calls to fill the lists, menus and the mapper of the form. */
export const methods = {
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
