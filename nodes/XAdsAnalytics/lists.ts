/** These searches fill From List. Pages are loaded one by one and filtered by what the user types. */
import { accountLists } from '../shared/ads/lists';
import type { ListSpec } from '../shared/form/search';

export const lists: Readonly<Record<string, ListSpec>> = { ...accountLists };
