/** Bookmarks and their folders. A folder's list holds identifiers only, as documented. */
import { documented } from '../documented';
import { ok, notFound, Refusal, type Route, type SimRequest } from '../frame';
import { page } from './answer';
import { bodyField } from './body';
import { listPosts } from './posts';
import { add, remove } from './relations';
import { listOf, needPost, needSelf, type CoreState } from './state';

export interface BookmarkFolder {
	id: string;
	name: string;
	ownerId: string;
	/** Newest first. */
	postIds: string[];
}

export const bookmarkRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/users/{id}/bookmarks'),
		rateLimit: { limit: 180 },
		handler: (state, request, platform) => {
			needSelf(request);
			const ids = state.bookmarks.get(request.caller.userId) ?? [];
			return listPosts(
				state,
				request,
				platform,
				ids.flatMap((id) => state.posts.get(id) ?? []),
				100,
			);
		},
	},
	{
		...documented('POST /2/users/{id}/bookmarks'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const post = needPost(state, bodyField(request, 'tweet_id'), 'tweet_id');
			const folderId = bodyField(request, 'folder_id');
			if (folderId) add(needFolder(state, request, folderId).postIds, post.id);
			add(listOf(state.bookmarks, request.caller.userId), post.id);
			return ok({ data: { bookmarked: true } });
		},
	},
	{
		...documented('DELETE /2/users/{id}/bookmarks/{tweet_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const id = request.params['tweet_id'] ?? '';
			remove(listOf(state.bookmarks, request.caller.userId), id);
			for (const folder of foldersOf(state, request)) remove(folder.postIds, id);
			return ok({ data: { bookmarked: false } });
		},
	},
	{
		...documented('GET /2/users/{id}/bookmarks/folders'),
		rateLimit: { limit: 50 },
		handler: (state, request, platform) => {
			needSelf(request);
			return page(platform, request, foldersOf(state, request), 100, ({ id, name }) => ({ id, name }));
		},
	},
	{
		...documented('POST /2/users/{id}/bookmarks/folders'),
		rateLimit: { limit: 50 },
		handler: (state, request, platform) => {
			needSelf(request);
			const folder: BookmarkFolder = {
				id: platform.newId(),
				name: bodyField(request, 'name'),
				ownerId: request.caller.userId,
				postIds: [],
			};
			state.bookmarkFolders.set(folder.id, folder);
			return ok({ data: { id: folder.id, name: folder.name } }, 201);
		},
	},
	{
		...documented('GET /2/users/{id}/bookmarks/folders/{folder_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request, platform) => {
			needSelf(request);
			const { postIds } = needFolder(state, request, request.params['folder_id'] ?? '');
			return page(platform, request, postIds, 100, (id) => ({ id }));
		},
	},
];

function foldersOf(state: CoreState, request: SimRequest): BookmarkFolder[] {
	return [...state.bookmarkFolders.values()].filter(({ ownerId }) => ownerId === request.caller.userId);
}

function needFolder(state: CoreState, request: SimRequest, id: string): BookmarkFolder {
	const folder = foldersOf(state, request).find((each) => each.id === id);
	if (!folder) throw new Refusal(notFound('folder_id', id, 'bookmark_folder'));
	return folder;
}
