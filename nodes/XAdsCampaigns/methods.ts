import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { loadOptions } from './menus';
import { spec } from './spec';

export const methods = { listSearch: listSearch(spec, lists), loadOptions: loadOptions(spec) };
