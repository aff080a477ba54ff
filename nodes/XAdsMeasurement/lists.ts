/** The lists behind From List: page by page, filtered by what the user types. */
import { accountLists } from '../shared/ads/lists';
import type { ListSpec } from '../shared/form/search';

export const lists: Readonly<Record<string, ListSpec>> = { ...accountLists };
