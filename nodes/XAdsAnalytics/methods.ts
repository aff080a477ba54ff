import { listSearch } from '../shared/form/search';
import { accountLists } from '../shared/ads/lists';
import { spec } from './spec';

export const methods = { listSearch: listSearch(spec, accountLists) };
