import { choiceMethods } from '../shared/form/choiceMethods';
import { listSearch } from '../shared/form/search';
import { estimableList } from '../shared/core/estimateCost';
import { lists } from '../shared/core/locators';
import { spec } from './spec';

export const methods = {
	listSearch: listSearch(spec, { ...lists, searchOperations: estimableList(spec.resources) }),
	loadOptions: choiceMethods(spec),
};
