/** Lists of users: who made, follows and pinned them, who is on them, and what those publish. */
import { documented } from '../documented';
import {
	notFound,
	ok,
	Refusal,
	type Route,
	type SimRequest,
	type SimResponse,
	type Platform,
} from '../frame';
import { forbidden, one, page } from './answer';
import { bodyField, bodyOf } from './body';
import { listPosts } from './posts';
import { add, remove } from './relations';
import { Renderer } from './render';
import { listUsers } from './reposts';
import { listOf, needSelf, needUser, newestFirst, type CoreState } from './state';

export interface UserList {
	id: string;
	name: string;
	description: string;
	private: boolean;
	created_at: string;
	owner_id: string;
	/** Newest first. */
	members: string[];
	followers: string[];
}

const maxPinned = 5;
const memberWrites = { limit: 300 };

export const listRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('POST /2/lists'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => {
			const list: UserList = {
				id: platform.newId(),
				name: bodyField(request, 'name'),
				description: bodyField(request, 'description'),
				private: bodyOf(request)['private'] === true,
				created_at: platform.clock.iso(),
				owner_id: request.caller.userId,
				members: [],
				followers: [],
			};
			state.lists.set(list.id, list);
			return ok({ data: { id: list.id, name: list.name } }, 201);
		},
	},
	{
		...documented('GET /2/lists/{id}'),
		rateLimit: { limit: 75 },
		handler: (state, request) => {
			const list = needList(state, request);
			const render = new Renderer(state, request);
			return one(render.list(list), () => render.finish());
		},
	},
	{
		...documented('PUT /2/lists/{id}'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const list = needOwn(state, request);
			const body = bodyOf(request);
			if (typeof body['name'] === 'string') list.name = body['name'];
			if (typeof body['description'] === 'string') list.description = body['description'];
			if (typeof body['private'] === 'boolean') list.private = body['private'];
			return ok({ data: { updated: true } });
		},
	},
	{
		...documented('DELETE /2/lists/{id}'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const { id } = needOwn(state, request);
			state.lists.delete(id);
			for (const pinned of state.pinnedLists.values()) remove(pinned, id);
			return ok({ data: { deleted: true } });
		},
	},
	{
		...documented('GET /2/lists/{id}/members'),
		handler: (state, request, platform) => people(state, request, platform, 'members'),
	},
	{
		...documented('GET /2/lists/{id}/followers'),
		rateLimit: { limit: 180 },
		handler: (state, request, platform) => people(state, request, platform, 'followers'),
	},
	{
		...documented('POST /2/lists/{id}/members'),
		rateLimit: memberWrites,
		handler: (state, request) => {
			const user = needUser(state, bodyField(request, 'user_id'), 'user_id');
			add(needOwn(state, request).members, user.id);
			return ok({ data: { is_member: true } });
		},
	},
	{
		...documented('DELETE /2/lists/{id}/members/{user_id}'),
		rateLimit: memberWrites,
		handler: (state, request) => {
			remove(needOwn(state, request).members, request.params['user_id'] ?? '');
			return ok({ data: { is_member: false } });
		},
	},
	{
		...documented('GET /2/lists/{id}/tweets'),
		handler: (state, request, platform) => {
			const { members } = needList(state, request);
			const posts = newestFirst(state.posts).filter(({ author_id }) => members.includes(author_id));
			return listPosts(state, request, platform, posts, 100);
		},
	},
	{
		...documented('GET /2/users/{id}/owned_lists'),
		rateLimit: { limit: 15 },
		handler: (state, request, platform) =>
			listsOf(state, request, platform, (list, userId) => list.owner_id === userId),
	},
	{
		...documented('GET /2/users/{id}/list_memberships'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) =>
			listsOf(state, request, platform, (list, userId) => list.members.includes(userId)),
	},
	{
		...documented('GET /2/users/{id}/followed_lists'),
		rateLimit: { limit: 15 },
		handler: (state, request, platform) =>
			listsOf(state, request, platform, (list, userId) => list.followers.includes(userId)),
	},
	{
		...documented('POST /2/users/{id}/followed_lists'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const list = needList(state, request, 'list_id', bodyField(request, 'list_id'));
			add(list.followers, request.caller.userId);
			return ok({ data: { following: true } });
		},
	},
	{
		...documented('DELETE /2/users/{id}/followed_lists/{list_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			remove(needList(state, request, 'list_id').followers, request.caller.userId);
			return ok({ data: { following: false } });
		},
	},
	{
		...documented('GET /2/users/{id}/pinned_lists'),
		rateLimit: { limit: 15 },
		handler: (state, request) => {
			needSelf(request);
			const render = new Renderer(state, request);
			const pinned = (state.pinnedLists.get(request.caller.userId) ?? []).flatMap(
				(id) => state.lists.get(id) ?? [],
			);
			const data = pinned.map((list) => render.list(list));
			const { includes, errors } = render.finish();
			return ok({
				...(data.length > 0 && { data }),
				...(includes && { includes }),
				...(errors.length > 0 && { errors }),
				meta: { result_count: data.length },
			});
		},
	},
	{
		...documented('POST /2/users/{id}/pinned_lists'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const list = needList(state, request, 'list_id', bodyField(request, 'list_id'));
			const pinned = listOf(state.pinnedLists, request.caller.userId);
			if (!pinned.includes(list.id) && pinned.length >= maxPinned)
				throw forbidden('You may not pin more Lists.');
			add(pinned, list.id);
			return ok({ data: { pinned: true } });
		},
	},
	{
		...documented('DELETE /2/users/{id}/pinned_lists/{list_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const { id } = needList(state, request, 'list_id');
			remove(listOf(state.pinnedLists, request.caller.userId), id);
			return ok({ data: { pinned: false } });
		},
	},
];

/** A list that is there and that the caller may see: private ones are their owner's alone. */
function needList(
	state: CoreState,
	request: SimRequest,
	parameter = 'id',
	id = request.params[parameter] ?? '',
): UserList {
	const list = state.lists.get(id);
	if (!list || !visible(list, request)) throw new Refusal(notFound(parameter, id, 'list'));
	return list;
}

function needOwn(state: CoreState, request: SimRequest): UserList {
	const list = needList(state, request);
	if (list.owner_id !== request.caller.userId) throw forbidden('You are not allowed to change this List.');
	return list;
}

const visible = (list: UserList, request: SimRequest) =>
	!list.private || list.owner_id === request.caller.userId;

function people(
	state: CoreState,
	request: SimRequest,
	platform: Platform,
	which: 'members' | 'followers',
): SimResponse {
	const ids = needList(state, request)[which];
	return listUsers(
		state,
		request,
		platform,
		ids.map((id) => needUser(state, id)),
	);
}

function listsOf(
	state: CoreState,
	request: SimRequest,
	platform: Platform,
	belongs: (list: UserList, userId: string) => boolean,
): SimResponse {
	const userId = needUser(state, request.params['id'] ?? '').id;
	const render = new Renderer(state, request);
	const lists = newestFirst(state.lists).filter((list) => belongs(list, userId) && visible(list, request));
	return page(
		platform,
		request,
		lists,
		100,
		(list) => render.list(list),
		() => render.finish(),
	);
}
