import { searchWebhooks } from './registration/searchWebhooks';

export const methods = { listSearch: { searchWebhooks } };
