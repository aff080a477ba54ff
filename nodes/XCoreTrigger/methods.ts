import { searches } from './lists';

export const methods = { listSearch: searches };
