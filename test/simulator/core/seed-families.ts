/** What the smaller families start with: muted and blocked accounts, bookmarks, lists. */
import { me } from '../identities';
import type { Platform } from '../frame';
import type { UserList } from './lists';
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
	seedLists(platform, state, ids);
}

/** Two lists of `me`, the second one private, and one that somebody else keeps and `me` is on and follows. */
function seedLists(platform: Platform, state: CoreState, ids: readonly string[]): void {
	const keep = (name: string, owner: string, members: readonly string[], rest: Partial<UserList> = {}) => {
		const list: UserList = {
			id: platform.newId(),
			name,
			description: `${name} we hear from`,
			private: false,
			created_at: platform.clock.iso(-90 * 86_400_000),
			owner_id: owner,
			members: [...members],
			followers: [],
			...rest,
		};
		state.lists.set(list.id, list);
		return list.id;
	};
	const pinned = keep('Customers', me.id, ids.slice(0, 12), { followers: ids.slice(0, 3) });
	keep('Rivals', me.id, ids.slice(12, 15), { private: true });
	keep('Support teams', ids[0] ?? '', [me.id, ...ids.slice(1, 4)], { followers: [me.id] });
	state.pinnedLists.set(me.id, [pinned]);
}
