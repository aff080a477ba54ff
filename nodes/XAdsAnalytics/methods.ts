import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { spec } from './spec';

/** What the editor calls to fill the lists of the form. */
export const methods = { listSearch: listSearch(spec, lists) };
