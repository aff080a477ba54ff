import { searches } from './lists';

/** Called by the editor, to fill the lists of the form. */
export const methods = { listSearch: searches };
