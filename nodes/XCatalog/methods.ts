import type { ILoadOptionsFunctions, INodePropertyOptions, ResourceMapperFields } from 'n8n-workflow';
import { listSearch } from '../shared/form/search';
import { fileFields, mapperFields } from './fields/product';
import { lists } from './locators';
import { columnsReadBefore } from './input/detectFormat';
import { spec } from './spec';

/** The editor calls these methods to fill the lists, menus and the mapper of the form. */
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
		getFileFields(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
			const columns = columnsReadBefore(this);
			const more = {
				emptyFieldsNotice: 'Run the node once: then the columns of its file are offered here',
			};
			return Promise.resolve({ fields: fileFields(columns), ...(columns.length === 0 && more) });
		},
	},
};
