/** Posts: lookups, timelines, likes, reposts, replies that are hidden, analytics, search. A repost is a Post of its own. */
import { omit, pick } from 'lodash';
import { forbidden, ok, type Platform } from '../frame';
import { tokenPage } from '../frame/pages';
import { onOff, refuse, type Answers, type Call } from './call';
import type { Post } from './model';
import { makePost } from './postsMake';
import { listOf, newestFirst, put, type CoreState } from './state';
import { idAt } from '../platform';
import { parseRule, STREAM_ONLY } from '../queryLanguage';

/** Makes the repost of a Post by a user; the one that is there if the user reposted it before. */
export function repost(state: CoreState, platform: Platform, userId: string, post: Post): Post {
	const known = about(state, 'retweeted', post.id).find(({ author_id }) => author_id === userId);
	if (known) return known;
	const author = state.users.get(post.author_id)?.username ?? '';
	const text = `RT @${author}: ${post.text}`;
	const made = makePost(state, { id: platform.newId(), authorId: userId, text, at: platform.clock.now() });
	made.referenced_tweets = [{ type: 'retweeted', id: post.id }];
	state.posts.set(made.id, made);
	post.public_metrics.retweet_count += 1;
	return made;
}

/** Posts that repost or quote one, newest first. */
const about = (state: CoreState, type: 'retweeted' | 'quoted', id: string): Post[] =>
	newestFirst(state.posts).filter(({ referenced_tweets: references = [] }) =>
		references.some((reference) => reference.type === type && reference.id === id),
	);

/** A page of those Posts that belong to a timeline, in the window and without the kinds that the request leaves out. */
function timeline(call: Call, belongs: (post: Post) => boolean, size: number) {
	const isInRange = rangeOf(call, undefined);
	const without = call.list('exclude');
	const isLeftOut = (post: Post) =>
		(without.includes('replies') && post.in_reply_to_user_id !== undefined) ||
		(without.includes('retweets') && post.referenced_tweets?.[0]?.type === 'retweeted');
	const posts = newestFirst(call.state.posts).filter(
		(post) => belongs(post) && isInRange(post) && !isLeftOut(post),
	);
	return call.page('tweets', posts, size);
}

const ofUser = (belongs: (post: Post, id: string) => boolean) => (call: Call) =>
	call.get('users', 'id', () => timeline(call, (post) => belongs(post, call.path('id')), 10));

function homeTimeline(call: Call) {
	const me = call.self();
	const seen = new Set([me, ...(call.state.following.get(me) ?? [])]);
	for (const muted of call.state.muting.get(me) ?? []) seen.delete(muted);
	return timeline(call, ({ author_id }) => seen.has(author_id), 100);
}

function deletePost(call: Call) {
	const post = call.post(call.path('id'));
	if (post.author_id !== call.me) throw forbidden('You are not authorized to delete this Tweet.');
	for (const id of post.edit_history_tweet_ids) call.state.posts.delete(id);
	return { data: { deleted: true } };
}

function like(call: Call, liked: boolean) {
	const likes = listOf(call.state.likes, call.self());
	const post = call.post(call.target('tweet_id'), 'tweet_id');
	if (put(likes, post.id, liked)) post.public_metrics.like_count += liked ? 1 : -1;
	return { liked };
}

function repostIt(call: Call) {
	const me = call.self();
	const post = call.post(call.text('tweet_id'), 'tweet_id');
	if (call.state.users.get(post.author_id)?.protected)
		throw forbidden('You are not permitted to retweet this Tweet.');
	return { rest_id: repost(call.state, call.platform, me, post).id, retweeted: true };
}

function undoRepost(call: Call) {
	const me = call.self();
	const post = call.post(call.path('source_tweet_id'), 'source_tweet_id');
	const made = about(call.state, 'retweeted', post.id).find(({ author_id }) => author_id === me);
	if (made && call.state.posts.delete(made.id)) post.public_metrics.retweet_count -= 1;
	return { retweeted: false };
}

function hide(call: Call) {
	const { posts, hiddenReplies } = call.state;
	const reply = call.post(call.path('tweet_id'), 'tweet_id');
	const root = posts.get(reply.conversation_id);
	if (root?.id === reply.id || root?.author_id !== call.me)
		throw forbidden('You can only hide replies to your own conversations.');
	const hidden = call.member('hidden') === true;
	if (hidden) hiddenReplies.add(reply.id);
	else hiddenReplies.delete(reply.id);
	return { data: { hidden } };
}

/** Numbers of own Posts; the other ones are left out. */
function analytics(call: Call) {
	const data = call.list('ids').flatMap((id) => {
		const post = call.state.posts.get(id);
		if (post?.author_id !== call.me) return [];
		const { impression_count, like_count, quote_count, reply_count } = post.public_metrics;
		const counts = {
			impressions: impression_count,
			likes: like_count,
			quote_tweets: quote_count,
			replies: reply_count,
		};
		const asked = call.list('analytics.fields').filter((name) => name in counts);
		return [{ id, ...pick(counts, asked.length > 0 ? asked : Object.keys(counts)) }];
	});
	return ok({ ...(data.length > 0 && { data }) });
}

const postsOf = ({ posts }: CoreState, ids: readonly string[] = []) =>
	ids.flatMap((id) => posts.get(id) ?? []);

export const postAnswers: Answers = {
	'GET /2/tweets': (call) => call.byIds('tweets', 'ids'),
	'GET /2/tweets/{id}': (call) => call.get('tweets'),
	'DELETE /2/tweets/{id}': deletePost,
	...onOff('POST /2/users/{id}/likes', 'DELETE /2/users/{id}/likes/{tweet_id}', like),
	'GET /2/users/{id}/liked_tweets': (call) =>
		call.page('tweets', postsOf(call.state, call.state.likes.get(call.path('id')))),
	'GET /2/tweets/{id}/liking_users': (call) =>
		call.get('tweets', 'id', () => {
			const fans = [...call.state.likes].filter(([, liked]) => liked.includes(call.path('id')));
			return call.users(fans.map(([id]) => id));
		}),
	'GET /2/users/{id}/tweets': ofUser((post, id) => post.author_id === id),
	'GET /2/users/{id}/mentions': ofUser(({ entities }, id) =>
		(entities.mentions ?? []).some((mention) => mention.id === id),
	),
	'GET /2/users/{id}/timelines/reverse_chronological': homeTimeline,
	'GET /2/tweets/{id}/quote_tweets': (call) =>
		call.get('tweets', 'id', () => call.page('tweets', about(call.state, 'quoted', call.path('id')), 10)),
	'GET /2/tweets/{id}/retweets': (call) =>
		call.get('tweets', 'id', () => call.page('tweets', about(call.state, 'retweeted', call.path('id')))),
	'GET /2/tweets/{id}/retweeted_by': (call) =>
		call.get('tweets', 'id', () => {
			const made = about(call.state, 'retweeted', call.path('id'));
			return call.users(made.map(({ author_id }) => author_id));
		}),
	'GET /2/users/reposts_of_me': (call) =>
		call.page(
			'tweets',
			newestFirst(call.state.posts).filter(
				({ id, author_id }) => author_id === call.me && about(call.state, 'retweeted', id).length > 0,
			),
		),
	...onOff(
		'POST /2/users/{id}/retweets',
		'DELETE /2/users/{id}/retweets/{source_tweet_id}',
		(call, retweeted) => (retweeted ? repostIt(call) : undoRepost(call)),
	),
	'PUT /2/tweets/{tweet_id}/hidden': hide,
	'GET /2/tweets/analytics': analytics,
	'GET /2/users/{id}/bookmarks': (call) =>
		call.page('tweets', postsOf(call.state, call.state.bookmarks.get(call.self()))),
	'GET /2/spaces/{id}/tweets': (call) =>
		call.get('spaces', 'id', () =>
			call.page('tweets', postsOf(call.state, call.state.spaces.get(call.path('id'))?.posts)),
		),
	'GET /2/lists/{id}/tweets': (call) =>
		call.get('lists', 'id', () => {
			const members = call.state.lists.get(call.path('id'))?.members ?? [];
			return timeline(call, ({ author_id }) => members.includes(author_id), 100);
		}),
};

const FIRST_POST = Date.parse('2006-03-26T00:00:00Z');

/**
 * Whether a Post lies in the window that `start_time`, `end_time`, `since_id` and `until_id` describe.
 *
 * @throws Refusal (400) when the window is impossible or reaches too far
 */
function rangeOf(call: Call, depthMs: number | undefined): (post: Post) => boolean {
	const now = call.platform.clock.now();
	const time = (name: string) => (call.query(name) ? Date.parse(call.query(name)) : undefined);
	const id = (name: string) => (call.query(name) ? BigInt(call.query(name)) : undefined);
	const [start, end, since, until] = [time('start_time'), time('end_time'), id('since_id'), id('until_id')];
	const earliest = depthMs === undefined ? FIRST_POST : now - depthMs;
	const wrong = (name: string, why: string) =>
		refuse(`Invalid '${name}':'${call.query(name)}'. ${why}`, { [name]: [call.query(name)] });
	if (start !== undefined && start < earliest)
		wrong('start_time', `'start_time' must be on or after ${new Date(earliest).toISOString()}`);
	if (end !== undefined && end > now - 10_000)
		wrong('end_time', "'end_time' must be a minimum of 10 seconds prior to the request time.");
	if (start !== undefined && end !== undefined && start >= end)
		wrong('start_time', "'start_time' must be before 'end_time'.");
	if (since !== undefined && depthMs !== undefined && since < idAt(now - depthMs))
		wrong('since_id', "'since_id' must be a tweet id created after the window's start.");
	if (since !== undefined && until !== undefined && since >= until)
		wrong('since_id', "'since_id' must be smaller than 'until_id'.");
	return (post) => {
		const at = Date.parse(post.created_at);
		if (at < (start ?? earliest) || (end !== undefined && at >= end)) return false;
		if (since !== undefined && BigInt(post.id) <= since) return false;
		return until === undefined || BigInt(post.id) < until;
	};
}

/** Search for Posts and counts of them, with the query language's usual operators. */
const DAY = 86_400_000;
const RECENT_MS = 7 * DAY;

export const search: Answers = {
	'GET /2/tweets/search/recent': (call) => found(call, RECENT_MS),
	'GET /2/tweets/search/all': (call) => found(call, undefined),
	'GET /2/tweets/counts/recent': (call) => counts(call, RECENT_MS),
	'GET /2/tweets/counts/all': (call) => counts(call, undefined),
	'GET /2/trends/by/woeid/{woeid}': (call) => ({
		data: call.state.trends.slice(0, Number(call.query('max_trends') || 20)),
	}),
};

function matching(call: Call, depthMs: number | undefined): Post[] {
	const matches = compile(call.state, call.query('query'));
	const isInRange = rangeOf(call, depthMs);
	return newestFirst(call.state.posts).filter((post) => isInRange(post) && matches(post));
}

function found(call: Call, depthMs: number | undefined) {
	const posts = matching(call, depthMs);
	if (call.query('sort_order') === 'relevancy')
		posts.sort((a, b) => b.public_metrics.like_count - a.public_metrics.like_count);
	return call.page('tweets', posts, 10);
}

/** Buckets, oldest first; at most 31 days of them in a page of the full archive. */
function counts(call: Call, depthMs: number | undefined) {
	const posts = matching(call, depthMs);
	const granularity = call.query('granularity');
	const step = granularity === 'day' ? DAY : granularity === 'minute' ? 60_000 : 3_600_000;
	const now = call.platform.clock.now();
	const start = Date.parse(call.query('start_time')) || now - (depthMs ?? 30 * DAY);
	const end = Date.parse(call.query('end_time')) || now - 30_000;
	const buckets: { start: string; end: string; tweet_count: number }[] = [];
	for (let from = start; from < end && buckets.length < 50_000;) {
		const to = Math.min(end, (Math.floor(from / step) + 1) * step);
		buckets.push({ start: new Date(from).toISOString(), end: new Date(to).toISOString(), tweet_count: 0 });
		from = to;
	}
	for (const post of posts) {
		const at = Date.parse(post.created_at);
		if (at < start || at >= end) continue;
		const bucket = buckets[Math.floor(at / step) - Math.floor(start / step)];
		if (bucket) bucket.tweet_count += 1;
	}
	const size = Math.max(1, Math.floor((31 * DAY) / step));
	const { items, meta } = tokenPage(call.platform.pages, call.request, buckets, { default: size });
	const total = items.reduce((sum, bucket) => sum + bucket.tweet_count, 0);
	return ok({ data: items, meta: { total_tweet_count: total, ...omit(meta, 'result_count') } });
}

/** A test out of a query, which needs something that is wanted. */
function compile({ users }: CoreState, query: string): (post: Post) => boolean {
	const wrong = (why: string): never =>
		refuse(`There were errors processing your request: ${why}`, { query: [query] });
	if (query.split(/\s+/).every((word) => word.startsWith('-')))
		return wrong('Rules must contain at least one positive, non-stopword clause');
	for (const name of STREAM_ONLY)
		if (query.includes(`${name}:`)) return wrong(`Reference to invalid operator '${name}'`);
	try {
		const test = parseRule(query);
		return (post) => test(post, users.get(post.author_id)?.username);
	} catch (error) {
		return wrong(error instanceof Error ? error.message : String(error));
	}
}
