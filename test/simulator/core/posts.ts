/** Posts: lookups, deletion, likes, and the lists of a user's Posts. */
import { documented } from '../documented';
import { ok, type Platform, type Route, type SimRequest, type SimResponse } from '../frame';
import { notFoundProblem } from '../frame/problems';
import { byIds, forbidden, one, page } from './answer';
import { bodyField } from './body';
import type { Post } from './model';
import { hiddenPost, Renderer } from './render';
import { listOf, mayRead, needPost, needSelf, newestFirst, type CoreState } from './state';
import { rangeOf } from './range';

export const postRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('GET /2/tweets'),
		handler: (state, request) => {
			const render = new Renderer(state, request);
			return byIds(
				request,
				'ids',
				'tweet',
				(id) => {
					const post = state.posts.get(id);
					if (!post) return undefined;
					if (!mayRead(state, request.caller.userId, post.author_id))
						return { problem: hiddenPost(id, 'ids', 'data') };
					return { data: render.post(post) };
				},
				() => render.finish(),
			);
		},
	},
	{
		...documented('GET /2/tweets/{id}'),
		handler: (state, request) => {
			const id = request.params['id'] ?? '';
			const post = state.posts.get(id);
			if (!post) return ok({ errors: [notFoundProblem('id', id, 'tweet')] });
			if (!mayRead(state, request.caller.userId, post.author_id))
				return ok({ errors: [hiddenPost(id, 'id', 'data')] });
			const render = new Renderer(state, request);
			return one(render.post(post), () => render.finish());
		},
	},
	{
		...documented('DELETE /2/tweets/{id}'),
		rateLimit: { limit: 50 },
		handler: (state, request, platform) => {
			const post = needPost(state, request.params['id'] ?? '');
			if (post.author_id !== request.caller.userId)
				throw forbidden('You are not authorized to delete this Tweet.');
			for (const id of post.edit_history_tweet_ids) {
				state.posts.delete(id);
				state.deletedPosts.add(id);
			}
			platform.emit('post.deleted', { postId: post.id, authorId: post.author_id });
			return ok({ data: { deleted: true } });
		},
	},
	{
		...documented('POST /2/users/{id}/likes'),
		rateLimit: [{ limit: 50 }, { limit: 1000, windowSeconds: 86_400 }],
		handler: (state, request, platform) => {
			needSelf(request);
			const userId = request.caller.userId;
			const post = needPost(state, bodyField(request, 'tweet_id'), 'tweet_id');
			const likes = listOf(state.likes, userId);
			if (!likes.includes(post.id)) {
				likes.unshift(post.id);
				post.public_metrics.like_count += 1;
				platform.emit('post.liked', { postId: post.id, userId });
			}
			return ok({ data: { liked: true } });
		},
	},
	{
		...documented('DELETE /2/users/{id}/likes/{tweet_id}'),
		rateLimit: [{ limit: 50 }, { limit: 1000, windowSeconds: 86_400 }],
		handler: (state, request) => {
			needSelf(request);
			const post = needPost(state, request.params['tweet_id'] ?? '', 'tweet_id');
			const likes = listOf(state.likes, request.caller.userId);
			if (likes.includes(post.id)) {
				likes.splice(likes.indexOf(post.id), 1);
				post.public_metrics.like_count -= 1;
			}
			return ok({ data: { liked: false } });
		},
	},
	{
		...documented('GET /2/users/{id}/liked_tweets'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) => {
			const posts = (state.likes.get(request.params['id'] ?? '') ?? []).flatMap(
				(id) => state.posts.get(id) ?? [],
			);
			return listPosts(state, request, platform, posts, 100);
		},
	},
	{
		...documented('GET /2/tweets/{id}/liking_users'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) => {
			const id = request.params['id'] ?? '';
			const users = [...state.likes]
				.filter(([, liked]) => liked.includes(id))
				.flatMap(([userId]) => state.users.get(userId) ?? []);
			const render = new Renderer(state, request);
			return page(
				platform,
				request,
				users,
				100,
				(user) => render.user(user),
				() => render.finish(),
			);
		},
	},
	{
		...documented('GET /2/users/{id}/tweets'),
		handler: (state, request, platform) =>
			timeline(state, request, platform, (post, id) => post.author_id === id),
	},
	{
		...documented('GET /2/users/{id}/mentions'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) =>
			timeline(state, request, platform, (post, id) =>
				(post.entities.mentions ?? []).some((mention) => mention.id === id),
			),
	},
	{
		...documented('GET /2/tweets/{id}/quote_tweets'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) => {
			const id = request.params['id'] ?? '';
			const quotes = newestFirst(state.posts).filter((post) =>
				(post.referenced_tweets ?? []).some(
					(reference) => reference.type === 'quoted' && reference.id === id,
				),
			);
			return listPosts(state, request, platform, quotes, 10);
		},
	},
];

function timeline(
	state: CoreState,
	request: SimRequest,
	platform: Platform,
	belongs: (post: Post, id: string) => boolean,
): SimResponse {
	const id = request.params['id'] ?? '';
	if (!state.users.has(id)) return ok({ errors: [notFoundProblem('id', id, 'user')] });
	const inRange = rangeOf(request, platform, undefined);
	const excluded = (request.query.get('exclude') ?? '').split(',');
	const posts = newestFirst(state.posts).filter(
		(post) =>
			belongs(post, id) &&
			inRange(post) &&
			!(excluded.includes('replies') && post.in_reply_to_user_id) &&
			!(excluded.includes('retweets') && post.referenced_tweets?.[0]?.type === 'retweeted'),
	);
	return listPosts(state, request, platform, posts, 10);
}

/** A page of Posts with `newest_id` and `oldest_id`; those of protected accounts are left out. */
export function listPosts(
	state: CoreState,
	request: SimRequest,
	platform: Platform,
	posts: readonly Post[],
	defaultSize: number,
): SimResponse {
	const readable = posts.filter((post) => mayRead(state, request.caller.userId, post.author_id));
	const render = new Renderer(state, request);
	return page(
		platform,
		request,
		readable,
		defaultSize,
		(post) => render.post(post),
		() => render.finish(),
		(shown) => {
			const [newest, oldest] = [shown[0], shown[shown.length - 1]];
			return newest && oldest ? { newest_id: newest.id, oldest_id: oldest.id } : {};
		},
	);
}
