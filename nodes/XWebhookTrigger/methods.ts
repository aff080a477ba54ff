import { searchWebhooks } from './registration/webhooks';

/** What the editor calls to fill the lists of the form. */
export const methods = { listSearch: { searchWebhooks } };
