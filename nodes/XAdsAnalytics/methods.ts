import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { spec } from './spec';

/** The editor calls these methods to fill lists. */
export const methods = { listSearch: listSearch(spec, lists) };
