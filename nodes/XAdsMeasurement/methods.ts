import { listSearch } from '../shared/form/search';
import { lists } from './lists';
import { spec } from './spec';
import { testPixelToken } from './conversions/pixelToken';

/** The methods that the editor calls to fill lists and to test a credential. */
export const methods = { listSearch: listSearch(spec, lists), credentialTest: { testPixelToken } };
