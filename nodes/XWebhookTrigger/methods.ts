import { testKeys } from '../shared/chat/trust/credential';
import { searchWebhooks } from './registration/searchWebhooks';

/** Called by the editor, to fill the lists of the form and to test keys. */
export const methods = { listSearch: { searchWebhooks }, credentialTest: { testKeys } };
