import { searches } from './lists';

/** What the editor calls to fill the lists of the form. */
export const methods = { listSearch: searches };
