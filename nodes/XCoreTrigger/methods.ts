import { testKeys } from '../shared/chat/trust/credential';
import { searches } from './lists';

/** Called by the editor, to fill the lists of the form and to test private keys. */
export const methods = { listSearch: searches, credentialTest: { testKeys } };
