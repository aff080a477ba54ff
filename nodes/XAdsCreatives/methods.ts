import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { spec } from './spec';

export const methods = { listSearch: listSearch(spec, lists) };
