/** Search for Posts and counts of them, with the query language's usual operators. */
import { omit } from 'lodash';
import { ok } from '../frame';
import { tokenPage } from '../frame/pages';
import { refuse, textOf, type Answers, type Call } from './call';
import type { Post } from './model';
import { rangeOf } from './range';
import { newestFirst, userByName, type CoreState } from './state';

const day = 86_400_000;
const recentMs = 7 * day;

export const search: Answers = {
	'GET /2/tweets/search/recent': (call) => found(call, recentMs),
	'GET /2/tweets/search/all': (call) => found(call, undefined),
	'GET /2/tweets/counts/recent': (call) => counts(call, recentMs),
	'GET /2/tweets/counts/all': (call) => counts(call, undefined),
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
	const step = granularity === 'day' ? day : granularity === 'minute' ? 60_000 : 3_600_000;
	const now = call.platform.clock.now();
	const start = Date.parse(call.query('start_time')) || now - (depthMs ?? 30 * day);
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
	const size = Math.max(1, Math.floor((31 * day) / step));
	const { items, meta } = tokenPage(call.platform.pages, call.request, buckets, { default: size });
	const total = items.reduce((sum, bucket) => sum + bucket.tweet_count, 0);
	return ok({ data: items, meta: { total_tweet_count: total, ...omit(meta, 'result_count') } });
}

type Test = (post: Post) => boolean;

/** Operators with a value, by name. */
const operators: Readonly<Record<string, (value: string, state: CoreState) => Test | undefined>> = {
	from: (value, state) => {
		const id = /^[0-9]+$/.test(value) ? value : userByName(state, value)?.id;
		return (post) => post.author_id === id;
	},
	to: (value, state) => {
		const id = /^[0-9]+$/.test(value) ? value : userByName(state, value)?.id;
		return (post) => post.in_reply_to_user_id === id && id !== undefined;
	},
	lang: (value) => (post) => post.lang === value,
	conversation_id: (value) => (post) => post.conversation_id === value,
	url: (value) => (post) =>
		(post.entities.urls ?? []).some(({ expanded_url }) => expanded_url.includes(value)),
	min_likes: (value) => (post) => post.public_metrics.like_count >= Number(value),
	min_replies: (value) => (post) => post.public_metrics.reply_count >= Number(value),
	min_reposts: (value) => (post) => post.public_metrics.retweet_count >= Number(value),
	place: (value, state) => (post) =>
		textOf(state.places.get(post.geo?.place_id ?? '')?.name).toLowerCase() === value.toLowerCase(),
	is: (value) => {
		const type = { reply: 'replied_to', quote: 'quoted', retweet: 'retweeted' }[value];
		if (type === undefined) return value === 'verified' ? () => true : undefined;
		return (post) => (post.referenced_tweets ?? []).some((reference) => reference.type === type);
	},
	has: (value) => {
		const parts: Readonly<Record<string, (post: Post) => unknown>> = {
			media: (post) => post.attachments?.media_keys?.length,
			images: (post) => post.attachments?.media_keys?.length,
			links: (post) => post.entities.urls,
			hashtags: (post) => post.entities.hashtags,
			mentions: (post) => post.entities.mentions,
			geo: (post) => post.geo,
		};
		const part = parts[value];
		return part && ((post) => Boolean(part(post)));
	},
};

/** A test out of a query: words and operators joined by AND, `OR` between groups, `-` for not. */
function compile(state: CoreState, query: string): Test {
	const wrong = (why: string): never =>
		refuse(`There were errors processing your request: ${why}`, { query: [query] });
	const flat = query.replace(/[()]/g, ' ');
	const groups = flat.split(/\s+OR\s+/).map((group) => group.match(/-?(?:[a-z_]+:)?"[^"]*"|\S+/g) ?? []);
	if (groups.some((group) => group.length === 0))
		return wrong('no viable alternative at the end of the query');
	if (groups.every((group) => group.every((token) => token.startsWith('-')))) {
		return wrong('Rules must contain at least one positive, non-stopword clause');
	}
	const tests = groups.map((group) => group.map((token) => term(state, token, wrong)));
	return (post) => tests.some((group) => group.every((test) => test(post)));
}

function term(state: CoreState, token: string, wrong: (why: string) => never): Test {
	if (token.startsWith('-')) {
		const test = term(state, token.slice(1), wrong);
		return (post) => !test(post);
	}
	const named = /^([a-z_]+):(.+)$/.exec(token);
	if (named?.[1] && named[2] && !/^https?$/.test(named[1])) {
		const test = operators[named[1]]?.(named[2].replace(/^"|"$/g, ''), state);
		return test ?? wrong(`Reference to invalid operator '${token}'`);
	}
	if (token.startsWith('#'))
		return (post) =>
			(post.entities.hashtags ?? []).some(({ tag }) => tag.toLowerCase() === token.slice(1).toLowerCase());
	if (token.startsWith('@'))
		return (post) =>
			(post.entities.mentions ?? []).some(
				({ username }) => username.toLowerCase() === token.slice(1).toLowerCase(),
			);
	const text = token.replace(/^"|"$/g, '').toLowerCase();
	return (post) => post.text.toLowerCase().includes(text);
}
