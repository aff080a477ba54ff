import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { spec } from './spec';
import { testPixelToken } from './conversions/pixelToken';

export const methods = { listSearch: listSearch(spec, lists), credentialTest: { testPixelToken } };
