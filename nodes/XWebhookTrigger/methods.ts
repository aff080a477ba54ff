import { testKeys } from '../shared/chat/trust/credential';
import { searchWebhooks } from './registration/searchWebhooks';

/** What the editor calls: for the lists of the form, and to test keys. */
export const methods = { listSearch: { searchWebhooks }, credentialTest: { testKeys } };
