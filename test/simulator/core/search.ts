/** Search for Posts and counts of them, with the query language's usual operators. */
import { omit } from 'lodash';
import { ok } from '../frame';
import { tokenPage } from '../frame/pages';
import { refuse, type Answers, type Call } from './call';
import type { Post } from './model';
import { rangeOf } from './posts';
import { parseRule, STREAM_ONLY } from '../queryLanguage';
import { newestFirst, type CoreState } from './state';

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
