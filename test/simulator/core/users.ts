/** Users: lookups, search, and the follow graph. */
import { documented } from '../documented';
import { invalidRequest, ok, Refusal, type Route } from '../frame';
import { byIds, forbidden, one, page } from './answer';
import type { User } from './model';
import { Renderer } from './render';
import { listOf, needSelf, needUser, userByName, type CoreState } from './state';
import { bodyField } from './body';
import { notFoundProblem } from '../frame/problems';

export const userRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/users/me'),
		rateLimit: { limit: 75 },
		handler: (state, request) => {
			const render = new Renderer(state, request);
			return one(render.user(needUser(state, request.caller.userId)), () => render.finish());
		},
	},
	{
		...documented('GET /2/users'),
		handler: (state, request) => lookUp(state, request, 'ids', (id) => state.users.get(id)),
	},
	{
		...documented('GET /2/users/by'),
		handler: (state, request) => lookUp(state, request, 'usernames', (name) => userByName(state, name)),
	},
	{
		...documented('GET /2/users/{id}'),
		handler: (state, request) => lookUpOne(state, request, 'id', (id) => state.users.get(id)),
	},
	{
		...documented('GET /2/users/by/username/{username}'),
		handler: (state, request) => lookUpOne(state, request, 'username', (name) => userByName(state, name)),
	},
	{
		...documented('GET /2/users/search'),
		handler: (state, request, platform) => {
			const words = (request.query.get('query') ?? '').toLowerCase().split(/\s+/);
			const found = [...state.users.values()].filter((user) => {
				const text = `${user.name} ${user.username} ${user.description}`.toLowerCase();
				return words.every((word) => text.includes(word));
			});
			const render = new Renderer(state, request);
			return page(
				platform,
				request,
				found,
				100,
				(user) => render.user(user),
				() => render.finish(),
			);
		},
	},
	{
		...documented('GET /2/users/{id}/followers'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => graph(state, request, platform, state.followers),
	},
	{
		...documented('GET /2/users/{id}/following'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => graph(state, request, platform, state.following),
	},
	{
		...documented('POST /2/users/{id}/following'),
		rateLimit: { limit: 50 },
		handler: (state, request, platform) => {
			needSelf(request);
			const sourceId = request.caller.userId;
			const targetId = bodyField(request, 'target_user_id');
			if (sourceId === targetId) {
				throw new Refusal(
					invalidRequest({
						message: 'You cannot follow yourself.',
						parameters: { target_user_id: [targetId] },
					}),
				);
			}
			const target = needUser(state, targetId, 'target_user_id');
			if (target.protected) return ok({ data: { following: false, pending_follow: true } });
			const mine = listOf(state.following, sourceId);
			if (!mine.includes(targetId)) {
				mine.unshift(targetId);
				listOf(state.followers, targetId).unshift(sourceId);
				platform.emit('user.followed', { sourceId, targetId });
			}
			return ok({ data: { following: true, pending_follow: false } });
		},
	},
	{
		...documented('DELETE /2/users/{source_user_id}/following/{target_user_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request, platform) => {
			needSelf(request, 'source_user_id');
			const sourceId = request.caller.userId;
			const targetId = request.params['target_user_id'] ?? '';
			if (sourceId === targetId) throw forbidden('You cannot unfollow yourself.');
			needUser(state, targetId, 'target_user_id');
			const mine = listOf(state.following, sourceId);
			if (mine.includes(targetId)) {
				mine.splice(mine.indexOf(targetId), 1);
				const theirs = listOf(state.followers, targetId);
				theirs.splice(theirs.indexOf(sourceId), 1);
				platform.emit('user.unfollowed', { sourceId, targetId });
			}
			return ok({ data: { following: false } });
		},
	},
];

type Request = Parameters<Route<CoreState>['handler']>[1];
type PlatformOf = Parameters<Route<CoreState>['handler']>[2];

function lookUp(
	state: CoreState,
	request: Request,
	parameter: string,
	find: (key: string) => User | undefined,
) {
	const render = new Renderer(state, request);
	return byIds(
		request,
		parameter,
		'user',
		(key) => {
			const user = find(key);
			return user && { data: render.user(user) };
		},
		() => render.finish(),
	);
}

/** A single lookup that finds nothing answers 200 with `errors` alone, as the platform does. */
function lookUpOne(
	state: CoreState,
	request: Request,
	parameter: string,
	find: (key: string) => User | undefined,
) {
	const key = request.params[parameter] ?? '';
	const user = find(key);
	if (!user) return ok({ errors: [notFoundProblem(parameter, key, 'user')] });
	const render = new Renderer(state, request);
	return one(render.user(user), () => render.finish());
}

function graph(
	state: CoreState,
	request: Request,
	platform: PlatformOf,
	lists: ReadonlyMap<string, string[]>,
) {
	const id = request.params['id'] ?? '';
	if (!state.users.has(id)) return ok({ errors: [notFoundProblem('id', id, 'user')] });
	const render = new Renderer(state, request);
	const ids = lists.get(id) ?? [];
	return page(
		platform,
		request,
		ids,
		100,
		(userId) => render.user(needUser(state, userId)),
		() => render.finish(),
	);
}
