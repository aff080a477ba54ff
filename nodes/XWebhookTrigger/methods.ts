import { searchWebhooks } from './registration/searchWebhooks';

/** Called by the editor, to fill the lists of the form. */
export const methods = { listSearch: { searchWebhooks } };
