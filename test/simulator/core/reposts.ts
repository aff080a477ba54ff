/** What others do with a Post: reposts, quotes, likes, and replies that its author hides. A repost is a Post of its own. */
import { documented } from '../documented';
import { ok, type Platform, type Route, type SimRequest, type SimResponse } from '../frame';
import { forbidden, page } from './answer';
import { bodyField, bodyOf } from './body';
import type { Post, User } from './model';
import { listPosts } from './posts';
import { makePost } from './posts-make';
import { Renderer } from './render';
import { needPost, needSelf, newestFirst, type CoreState } from './state';

const writes = [{ limit: 50 }, { limit: 300, windowSeconds: 10_800, headers: '' }];

export const repostRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('POST /2/users/{id}/retweets'),
		rateLimit: writes,
		handler: (state, request, platform) => {
			needSelf(request);
			const post = needPost(state, bodyField(request, 'tweet_id'), 'tweet_id');
			if (state.users.get(post.author_id)?.protected)
				throw forbidden('You are not permitted to retweet this Tweet.');
			const made = repost(state, platform, request.caller.userId, post);
			return ok({ data: { rest_id: made.id, retweeted: true } });
		},
	},
	{
		...documented('DELETE /2/users/{id}/retweets/{source_tweet_id}'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			needSelf(request);
			const post = needPost(state, request.params['source_tweet_id'] ?? '', 'source_tweet_id');
			const mine = repostsOf(state, post.id).find(({ author_id }) => author_id === request.caller.userId);
			if (mine) {
				state.posts.delete(mine.id);
				state.deletedPosts.add(mine.id);
				post.public_metrics.retweet_count -= 1;
			}
			return ok({ data: { retweeted: false } });
		},
	},
	{
		...documented('GET /2/tweets/{id}/retweets'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) => {
			const post = needPost(state, request.params['id'] ?? '');
			return listPosts(state, request, platform, repostsOf(state, post.id), 100);
		},
	},
	{
		...documented('GET /2/tweets/{id}/retweeted_by'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) => {
			const post = needPost(state, request.params['id'] ?? '');
			const authors = repostsOf(state, post.id).flatMap(({ author_id }) => state.users.get(author_id) ?? []);
			return listUsers(state, request, platform, authors);
		},
	},
	{
		...documented('GET /2/users/reposts_of_me'),
		rateLimit: { limit: 75 },
		handler: (state, request, platform) => {
			const mine = newestFirst(state.posts).filter(
				({ id, author_id }) => author_id === request.caller.userId && repostsOf(state, id).length > 0,
			);
			return listPosts(state, request, platform, mine, 100);
		},
	},
	{
		...documented('PUT /2/tweets/{tweet_id}/hidden'),
		rateLimit: { limit: 50 },
		handler: (state, request) => {
			const reply = needPost(state, request.params['tweet_id'] ?? '', 'tweet_id');
			const root = state.posts.get(reply.conversation_id);
			if (root?.id === reply.id || root?.author_id !== request.caller.userId)
				throw forbidden('You can only hide replies to your own conversations.');
			const hidden = bodyOf(request)['hidden'] === true;
			if (hidden) state.hiddenReplies.add(reply.id);
			else state.hiddenReplies.delete(reply.id);
			return ok({ data: { hidden } });
		},
	},
	{
		...documented('GET /2/tweets/analytics'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const fields = request.query.get('analytics.fields')?.split(',') ?? [];
			const data = (request.query.get('ids') ?? '').split(',').flatMap((id) => {
				const post = state.posts.get(id);
				if (post?.author_id !== request.caller.userId) return [];
				const { impression_count, like_count, quote_count, reply_count } = post.public_metrics;
				const counts: Record<string, number> = {
					impressions: impression_count,
					likes: like_count,
					quote_tweets: quote_count,
					replies: reply_count,
				};
				const asked = fields.filter((name) => name in counts);
				const names = asked.length > 0 ? asked : Object.keys(counts);
				return [{ id, ...Object.fromEntries(names.map((name) => [name, counts[name]])) }];
			});
			return ok({ ...(data.length > 0 && { data }) });
		},
	},
];

/** Makes the repost of a Post by a user; the one that is there if the user reposted it before. */
export function repost(state: CoreState, platform: Platform, userId: string, post: Post): Post {
	const known = repostsOf(state, post.id).find(({ author_id }) => author_id === userId);
	if (known) return known;
	const author = state.users.get(post.author_id)?.username ?? '';
	const made = makePost(state, {
		id: platform.newId(),
		authorId: userId,
		text: `RT @${author}: ${post.text}`,
		at: platform.clock.now(),
	});
	made.referenced_tweets = [{ type: 'retweeted', id: post.id }];
	state.posts.set(made.id, made);
	post.public_metrics.retweet_count += 1;
	platform.emit('post.created', { postId: made.id });
	return made;
}

/** Newest first. */
const repostsOf = (state: CoreState, id: string): Post[] =>
	newestFirst(state.posts).filter((post) =>
		(post.referenced_tweets ?? []).some(({ type, id: about }) => type === 'retweeted' && about === id),
	);

/** A page of users. */
export function listUsers(
	state: CoreState,
	request: SimRequest,
	platform: Platform,
	users: readonly User[],
	defaultSize = 100,
): SimResponse {
	const render = new Renderer(state, request);
	return page(
		platform,
		request,
		users,
		defaultSize,
		(user) => render.user(user),
		() => render.finish(),
	);
}
