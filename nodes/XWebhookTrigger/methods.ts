import { testKeys } from '../shared/chat/credential';
import { searchWebhooks } from './registration/webhooks';

/** What the editor calls: for the lists of the form, and to test keys. */
export const methods = { listSearch: { searchWebhooks }, credentialTest: { testKeys } };
