/** Whom a user mutes and blocks, who belongs to an organization, and the home timeline. */
import { documented } from '../documented';
import { invalidRequest, ok, Refusal, type Route, type SimRequest } from '../frame';
import { notFoundProblem } from '../frame/problems';
import { bodyField } from './body';
import { listPosts } from './posts';
import { rangeOf } from './range';
import { listUsers } from './reposts';
import { listOf, needSelf, needUser, newestFirst, type CoreState } from './state';

export const relationRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/users/{id}/muting'),
		rateLimit: { limit: 15 },
		handler: (state, request, platform) => {
			needSelf(request);
			return listUsers(state, request, platform, usersOf(state, state.muting, request));
		},
	},
	{
		...documented('POST /2/users/{id}/muting'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const target = needOther(state, request, bodyField(request, 'target_user_id'));
			add(listOf(state.muting, request.caller.userId), target);
			return ok({ data: { muting: true } });
		},
	},
	{
		...documented('DELETE /2/users/{source_user_id}/muting/{target_user_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request, 'source_user_id');
			const target = needOther(state, request, request.params['target_user_id'] ?? '');
			remove(listOf(state.muting, request.caller.userId), target);
			return ok({ data: { muting: false } });
		},
	},
	{
		...documented('GET /2/users/{id}/blocking'),
		rateLimit: { limit: 15 },
		handler: (state, request, platform) => {
			needSelf(request);
			return listUsers(state, request, platform, usersOf(state, state.blocking, request));
		},
	},
	{
		...documented('POST /2/users/{id}/dm/block'),
		handler: (state, request) => {
			const target = needOther(state, request, request.params['id'] ?? '', 'id');
			add(listOf(state.dmBlocking, request.caller.userId), target);
			return ok({ data: { blocked: true } });
		},
	},
	{
		...documented('POST /2/users/{id}/dm/unblock'),
		handler: (state, request) => {
			const target = needOther(state, request, request.params['id'] ?? '', 'id');
			remove(listOf(state.dmBlocking, request.caller.userId), target);
			return ok({ data: { blocked: false } });
		},
	},
	{
		...documented('GET /2/users/{id}/affiliates'),
		handler: (state, request, platform) => {
			const id = request.params['id'] ?? '';
			if (!state.users.has(id)) return ok({ errors: [notFoundProblem('id', id, 'user')] });
			const affiliates = [...state.users.values()].filter((user) => user.affiliation?.user_id.includes(id));
			return listUsers(state, request, platform, affiliates);
		},
	},
	{
		...documented('GET /2/users/{id}/timelines/reverse_chronological'),
		rateLimit: { limit: 180 },
		handler: (state, request, platform) => {
			needSelf(request);
			const me = request.caller.userId;
			const seen = new Set([me, ...(state.following.get(me) ?? [])]);
			for (const muted of state.muting.get(me) ?? []) seen.delete(muted);
			const inRange = rangeOf(request, platform, undefined);
			const excluded = (request.query.get('exclude') ?? '').split(',');
			const posts = newestFirst(state.posts).filter(
				(post) =>
					seen.has(post.author_id) &&
					inRange(post) &&
					!(excluded.includes('replies') && post.in_reply_to_user_id) &&
					!(excluded.includes('retweets') && post.referenced_tweets?.[0]?.type === 'retweeted'),
			);
			return listPosts(state, request, platform, posts, 100);
		},
	},
];

function usersOf(state: CoreState, lists: ReadonlyMap<string, string[]>, request: SimRequest) {
	return (lists.get(request.caller.userId) ?? []).map((id) => needUser(state, id));
}

/** A user who is there and is not the caller. */
function needOther(state: CoreState, request: SimRequest, id: string, parameter = 'target_user_id'): string {
	if (id === request.caller.userId)
		throw new Refusal(
			invalidRequest({ message: 'You cannot do this to yourself.', parameters: { [parameter]: [id] } }),
		);
	return needUser(state, id, parameter).id;
}

/** Newest first, once. */
export function add(list: string[], id: string): void {
	if (!list.includes(id)) list.unshift(id);
}

export function remove(list: string[], id: string): void {
	const place = list.indexOf(id);
	if (place >= 0) list.splice(place, 1);
}
