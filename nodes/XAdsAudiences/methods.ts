import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { spec } from './spec';

/** The methods that the editor calls to fill lists. */
export const methods = { listSearch: listSearch(spec, lists) };
