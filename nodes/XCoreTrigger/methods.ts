import { testKeys } from '../shared/chat/trust/credential';
import { searches } from './lists';

/** What the editor calls to fill the lists of the form, and to test the private keys. */
export const methods = { listSearch: searches, credentialTest: { testKeys } };
