/** What the smaller families start with: muted and blocked accounts, bookmarks. */
import { me } from '../identities';
import type { Platform } from '../frame';
import { newestFirst, type CoreState } from './state';

/** @param ids the users but `me`, in the order of the seed */
export function seedFamilies(platform: Platform, state: CoreState, ids: readonly string[]): void {
	state.muting.set(me.id, ids.slice(32, 34));
	state.blocking.set(me.id, ids.slice(34, 37));
	const foreign = newestFirst(state.posts).filter(
		({ author_id }) => author_id !== me.id && !state.users.get(author_id)?.protected,
	);
	const bookmarked = foreign.slice(10, 20).map(({ id }) => id);
	state.bookmarks.set(me.id, bookmarked);
	const folder = { id: platform.newId(), name: 'Ideas', ownerId: me.id, postIds: bookmarked.slice(0, 3) };
	state.bookmarkFolders.set(folder.id, folder);
}
