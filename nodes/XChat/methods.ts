import { pick } from 'lodash';
import { chatLists } from '../shared/chat/locators';
import { lists } from '../shared/core/locators';
import { choiceMethods } from '../shared/form/choiceMethods';
import { listSearch } from '../shared/form/search';
import { spec } from './spec';

/** The methods that the editor calls to fill lists. */
export const methods = {
	listSearch: listSearch(spec, { ...pick(lists, 'searchUsers'), ...chatLists }),
	loadOptions: choiceMethods(spec),
};
