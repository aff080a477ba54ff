/** What the smaller families start with: muted and blocked accounts, bookmarks, lists, Spaces, rules. */
import { operationOf, sampleOf } from '../../facts';
import { ME } from '../identities';
import type { Platform } from '../frame';
import type { Space, UserList } from './model';
import { newestFirst, type CoreState } from './state';

const TOPIC_ID = '848920371311001600';

/** @param ids The users except `ME`, in the order of the seed. */
export function seedFamilies(platform: Platform, state: CoreState, ids: readonly string[]): void {
	state.muting.set(ME.id, ids.slice(32, 34));
	state.blocking.set(ME.id, ids.slice(34, 37));
	const foreign = newestFirst(state.posts).filter(
		({ author_id }) => author_id !== ME.id && !state.users.get(author_id)?.protected,
	);
	const bookmarked = foreign.slice(10, 20).map(({ id }) => id);
	state.bookmarks.set(ME.id, bookmarked);
	const folder = { id: platform.newId(), name: 'Ideas', owner_id: ME.id, posts: bookmarked.slice(0, 3) };
	state.bookmarkFolders.set(folder.id, folder);
	state.topics.set(TOPIC_ID, { id: TOPIC_ID, name: 'Technology', description: 'All about technology' });
	seedLists(platform, state, ids);
	seedSpaces(platform, state, ids);
	for (const [value, tag] of [
		['from:acme_support', 'own'],
		['#acme lang:en', 'brand'],
	] as const) {
		const id = platform.newId();
		state.powerstreamRules.set(id, { id, value, tag });
	}
}

/** One live Space, a scheduled one of `ME` with tickets, and one that has ended. */
function seedSpaces(platform: Platform, state: CoreState, ids: readonly string[]): void {
	const [first = '', second = '', third = ''] = ids;
	const hour = 3_600_000;
	const at = (hours: number) => platform.clock.iso(hours * hour);
	const { data: documented } = sampleOf(operationOf('GET /2/spaces/{id}')).answer as { data: object };
	const none = { host_ids: [], speaker_ids: [], invited_user_ids: [], buyers: [], posts: [] };
	const base = { ...documented, ...none, creator_id: first, topic_ids: [TOPIC_ID] };
	const spaces: Space[] = [
		{
			...base,
			id: '1DXxyRYNejbKM',
			title: 'Release party live',
			state: 'live',
			started_at: at(-1),
			participant_count: 420,
			host_ids: [first],
			speaker_ids: [first, second],
			posts: [...state.posts.keys()].slice(-60, -58),
		},
		{
			...base,
			id: '1nAJELYEEPvGL',
			title: 'Ask Acme anything',
			state: 'scheduled',
			scheduled_start: at(30),
			creator_id: ME.id,
			host_ids: [ME.id, first],
			buyers: [second, third],
		},
		{ ...base, id: '1zqKVXPQhvZJB', title: 'Last release party', state: 'ended', ended_at: at(-300) },
	];
	for (const space of spaces) state.spaces.set(space.id, space);
}

/** Two lists of `ME`, the second one private, and one that someone else keeps and `ME` is on and follows. */
function seedLists(platform: Platform, state: CoreState, ids: readonly string[]): void {
	const { data: documented } = sampleOf(operationOf('GET /2/lists/{id}')).answer as { data: object };
	const keep = (name: string, owner_id: string, members: string[], rest: Partial<UserList> = {}) => {
		const none = { private: false, description: `${name} we hear from`, followers: [] };
		const list = { ...documented, ...none, id: platform.newId(), name, owner_id, members, ...rest };
		state.lists.set(list.id, list);
		return list.id;
	};
	const pinned = keep('Customers', ME.id, ids.slice(0, 12), { followers: ids.slice(0, 3) });
	keep('Rivals', ME.id, ids.slice(12, 15), { private: true });
	keep('Support teams', ids[0] ?? '', [ME.id, ...ids.slice(1, 4)], { followers: [ME.id] });
	state.pinnedLists.set(ME.id, [pinned]);
}
