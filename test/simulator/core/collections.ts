/** What people gather: lists, bookmarks in folders; and Spaces. */
import { forbidden, type Answers, type Call } from './call';
import type { BookmarkFolder, UserList } from './model';
import { add, listOf, newestFirst, remove } from './state';

const maxPinned = 5;

/** A list that is there for the caller. */
function theList(call: Call, parameter = 'id', id = call.path(parameter)): UserList {
	const visible = new Map(call.find('lists', id) ? call.state.lists : []);
	return call.need(visible, 'list', id, parameter);
}

function ownList(call: Call): UserList {
	const list = theList(call);
	if (list.owner_id !== call.me) throw forbidden('You are not allowed to change this List.');
	return list;
}

const people = (which: 'members' | 'followers') => (call: Call) =>
	call.get('lists', 'id', () =>
		call.page(
			'users',
			theList(call)[which].map((id) => call.user(id)),
		),
	);

const listsWhere = (belongs: (list: UserList, userId: string) => boolean) => (call: Call) => {
	const { id } = call.user(call.path('id'));
	return call.page(
		'lists',
		newestFirst(call.state.lists).filter((list) => belongs(list, id)),
	);
};

/** An operation on a list that the caller follows or pins. */
const withList =
	(change: (list: UserList, call: Call) => object, parameter?: 'list_id') =>
	(call: Call): { data: object } => {
		call.self();
		const list = parameter ? theList(call, parameter) : theList(call, 'list_id', call.text('list_id'));
		return { data: change(list, call) };
	};

const lists: Answers = {
	'POST /2/lists': (call) => {
		const list: UserList = {
			...{ id: call.platform.newId(), name: call.text('name'), description: call.text('description') },
			...{ private: call.member('private') === true, created_at: call.platform.clock.iso() },
			...{ owner_id: call.me, members: [], followers: [] },
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
		for (const pinned of call.state.pinnedLists.values()) remove(pinned, id);
		return { data: { deleted: true } };
	},
	'GET /2/lists/{id}/members': people('members'),
	'GET /2/lists/{id}/followers': people('followers'),
	'POST /2/lists/{id}/members': (call) => {
		const user = call.user(call.text('user_id'), 'user_id');
		add(ownList(call).members, user.id);
		return { data: { is_member: true } };
	},
	'DELETE /2/lists/{id}/members/{user_id}': (call) => {
		remove(ownList(call).members, call.path('user_id'));
		return { data: { is_member: false } };
	},
	'GET /2/users/{id}/owned_lists': listsWhere((list, userId) => list.owner_id === userId),
	'GET /2/users/{id}/list_memberships': listsWhere((list, userId) => list.members.includes(userId)),
	'GET /2/users/{id}/followed_lists': listsWhere((list, userId) => list.followers.includes(userId)),
	'POST /2/users/{id}/followed_lists': withList(({ followers }, { me }) => {
		add(followers, me);
		return { following: true };
	}),
	'DELETE /2/users/{id}/followed_lists/{list_id}': withList(({ followers }, { me }) => {
		remove(followers, me);
		return { following: false };
	}, 'list_id'),
	'GET /2/users/{id}/pinned_lists': (call) => {
		const ids = call.state.pinnedLists.get(call.self()) ?? [];
		return call.all(
			'lists',
			ids.flatMap((id) => call.state.lists.get(id) ?? []),
		);
	},
	'POST /2/users/{id}/pinned_lists': withList(({ id }, { state, me }) => {
		const pinned = listOf(state.pinnedLists, me);
		if (!pinned.includes(id) && pinned.length >= maxPinned) throw forbidden('You may not pin more Lists.');
		add(pinned, id);
		return { pinned: true };
	}),
	'DELETE /2/users/{id}/pinned_lists/{list_id}': withList(({ id }, { state, me }) => {
		remove(listOf(state.pinnedLists, me), id);
		return { pinned: false };
	}, 'list_id'),
};

const folders = (call: Call) =>
	new Map([...call.state.bookmarkFolders].filter(([, { owner_id }]) => owner_id === call.me));

const folder = (call: Call, id: string): BookmarkFolder =>
	call.need(folders(call), 'bookmark_folder', id, 'folder_id');

const bookmarks: Answers = {
	'POST /2/users/{id}/bookmarks': (call) => {
		const me = call.self();
		const post = call.post(call.text('tweet_id'), 'tweet_id');
		if (call.text('folder_id')) add(folder(call, call.text('folder_id')).posts, post.id);
		add(listOf(call.state.bookmarks, me), post.id);
		return { data: { bookmarked: true } };
	},
	'DELETE /2/users/{id}/bookmarks/{tweet_id}': (call) => {
		const me = call.self();
		remove(listOf(call.state.bookmarks, me), call.path('tweet_id'));
		for (const { posts } of folders(call).values()) remove(posts, call.path('tweet_id'));
		return { data: { bookmarked: false } };
	},
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
		return call.page(
			'users',
			buyers.map((id) => call.user(id)),
		);
	},
};

export const collections: Answers = {
	...lists,
	...bookmarks,
	...spaces,
};
