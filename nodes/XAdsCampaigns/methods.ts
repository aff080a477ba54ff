import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { loadOptions } from './menus';
import { spec } from './spec';

/** The methods that the editor calls to fill lists and menus. */
export const methods = { listSearch: listSearch(spec, lists), loadOptions: loadOptions(spec) };
