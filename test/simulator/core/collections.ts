/** What people gather: lists, bookmarks in folders; and Spaces. */
import { partition } from 'lodash';
import { forbidden, ok } from '../frame';
import { onOff, textsOf, type Answers, type Call } from './call';
import type { BookmarkFolder, UserList } from './model';
import { listOf, newestFirst, put } from './state';

const MAX_PINNED = 5;

/** A list that is there for the caller. */
function theList(call: Call, parameter = 'id'): UserList {
	const id = call.target(parameter);
	const visible = new Map(call.find('lists', id) ? call.state.lists : []);
	return call.need(visible, 'list', id, parameter);
}

function ownList(call: Call): UserList {
	const list = theList(call);
	if (list.owner_id !== call.me) throw forbidden('You are not allowed to change this List.');
	return list;
}

const people = (which: 'members' | 'followers') => (call: Call) =>
	call.get('lists', 'id', () => call.users(theList(call)[which]));

const listsWhere = (belongs: (list: UserList, userId: string) => boolean) => (call: Call) => {
	const { id } = call.user(call.path('id'));
	return call.page(
		'lists',
		newestFirst(call.state.lists).filter((list) => belongs(list, id)),
	);
};

function pin(call: Call, pinned: boolean) {
	const own = listOf(call.state.pinnedLists, call.self());
	const { id } = theList(call, 'list_id');
	if (pinned && !own.includes(id) && own.length >= MAX_PINNED) throw forbidden('You may not pin more Lists.');
	put(own, id, pinned);
	return { pinned };
}

const lists: Answers = {
	'POST /2/lists': (call) => {
		const list: UserList = {
			id: call.platform.newId(),
			name: call.text('name'),
			description: call.text('description'),
			private: call.member('private') === true,
			created_at: call.platform.clock.iso(),
			owner_id: call.me,
			members: [],
			followers: [],
		};
		call.state.lists.set(list.id, list);
		return { data: { id: list.id, name: list.name } };
	},
	'GET /2/lists/{id}': (call) => call.get('lists'),
	'PUT /2/lists/{id}': (call) => {
		Object.assign(ownList(call), call.body);
		return { data: { updated: true } };
	},
	'DELETE /2/lists/{id}': (call) => {
		const { id } = ownList(call);
		call.state.lists.delete(id);
		for (const pinned of call.state.pinnedLists.values()) put(pinned, id, false);
		return { data: { deleted: true } };
	},
	'GET /2/lists/{id}/members': people('members'),
	'GET /2/lists/{id}/followers': people('followers'),
	...onOff('POST /2/lists/{id}/members', 'DELETE /2/lists/{id}/members/{user_id}', (call, is_member) => {
		const userId = call.target('user_id');
		if (is_member) call.user(userId, 'user_id');
		put(ownList(call).members, userId, is_member);
		return { is_member };
	}),
	'GET /2/users/{id}/owned_lists': listsWhere((list, userId) => list.owner_id === userId),
	'GET /2/users/{id}/list_memberships': listsWhere((list, userId) => list.members.includes(userId)),
	'GET /2/users/{id}/followed_lists': listsWhere((list, userId) => list.followers.includes(userId)),
	...onOff(
		'POST /2/users/{id}/followed_lists',
		'DELETE /2/users/{id}/followed_lists/{list_id}',
		(call, following) => {
			const me = call.self();
			put(theList(call, 'list_id').followers, me, following);
			return { following };
		},
	),
	'GET /2/users/{id}/pinned_lists': (call) => {
		const ids = call.state.pinnedLists.get(call.self()) ?? [];
		return call.all(
			'lists',
			ids.flatMap((id) => call.state.lists.get(id) ?? []),
		);
	},
	...onOff('POST /2/users/{id}/pinned_lists', 'DELETE /2/users/{id}/pinned_lists/{list_id}', pin),
};

const folders = (call: Call) =>
	new Map([...call.state.bookmarkFolders].filter(([, { owner_id }]) => owner_id === call.me));

const folder = (call: Call, id: string): BookmarkFolder =>
	call.need(folders(call), 'bookmark_folder', id, 'folder_id');

/** A new bookmark may go into a folder; one that is removed leaves all folders. */
function bookmark(call: Call, bookmarked: boolean) {
	const own = listOf(call.state.bookmarks, call.self());
	const id = call.target('tweet_id');
	if (bookmarked) call.post(id, 'tweet_id');
	fileIn(call, id);
	if (!bookmarked) for (const { posts } of folders(call).values()) put(posts, id, false);
	put(own, id, bookmarked);
	return { bookmarked };
}

function fileIn(call: Call, id: string) {
	const folderId = call.text('folder_id');
	if (folderId) put(folder(call, folderId).posts, id, true);
}

/** Several in one request: missing ones are reported beside the others. */
function bookmarkMany(call: Call) {
	const own = listOf(call.state.bookmarks, call.self());
	const [known, unknown] = partition(textsOf(call.member('tweet_ids')), (id) => call.state.posts.has(id));
	for (const id of known) {
		fileIn(call, id);
		put(own, id, true);
	}
	const data = known.map((tweet_id) => ({ tweet_id, bookmarked: true }));
	const refused = { title: 'Not Found Error', detail: 'Could not find the Post.' };
	const errors = unknown.map((tweet_id) => ({ tweet_id, ...refused }));
	return ok({ ...(data.length > 0 && { data }), ...(errors.length > 0 && { errors }) });
}

const bookmarks: Answers = {
	...onOff('POST /2/users/{id}/bookmarks', 'DELETE /2/users/{id}/bookmarks/{tweet_id}', bookmark),
	'POST /2/users/{id}/bookmarks': (call) =>
		call.member('tweet_ids') === undefined ? { data: bookmark(call, true) } : bookmarkMany(call),
	'GET /2/users/{id}/bookmarks/folders': (call) => {
		call.self();
		return call.page('bookmarkFolders', [...folders(call).values()]);
	},
	'POST /2/users/{id}/bookmarks/folders': (call) => {
		const owner_id = call.self();
		const made = { id: call.platform.newId(), name: call.text('name'), owner_id, posts: [] };
		call.state.bookmarkFolders.set(made.id, made);
		return { data: { id: made.id, name: made.name } };
	},
	// A folder's list holds identifiers only, as documented.
	'GET /2/users/{id}/bookmarks/folders/{folder_id}': (call) => {
		call.self();
		const { posts } = folder(call, call.path('folder_id'));
		return call.page(
			'bookmarkFolders',
			posts.map((id) => ({ id })),
		);
	},
};

const spaces: Answers = {
	'GET /2/spaces': (call) => call.byIds('spaces', 'ids'),
	'GET /2/spaces/{id}': (call) => call.get('spaces'),
	'GET /2/spaces/by/creator_ids': (call) =>
		call.all(
			'spaces',
			[...call.state.spaces.values()].filter(
				({ creator_id, state }) => call.list('user_ids').includes(creator_id) && state !== 'ended',
			),
		),
	'GET /2/spaces/search': (call) => {
		const wanted = call.query('state') || 'all';
		const found = call
			.matching(call.state.spaces.values(), ({ title }) => title)
			.filter(({ state }) => (wanted === 'all' ? state !== 'ended' : state === wanted));
		return call.all('spaces', found.slice(0, Number(call.query('max_results') || 100)));
	},
	'GET /2/spaces/{id}/buyers': (call) => {
		const { creator_id, buyers } = call.need(call.state.spaces, 'space', call.path('id'));
		if (creator_id !== call.me) throw forbidden('Only the creator of a Space can see who bought tickets.');
		return call.users(buyers);
	},
};

export const collections: Answers = {
	...lists,
	...bookmarks,
	...spaces,
};
