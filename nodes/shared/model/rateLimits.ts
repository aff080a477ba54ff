/**
 * This file has X's documented limits on the requests in a window. If an answer has other limits, those count.
 * https://docs.x.com/x-api/fundamentals/rate-limits
 */
import { routeKey } from '../util/routeKey';

export interface DocumentedLimit {
	readonly requests: number;
	readonly seconds: number;
}

/** Limits of an app with its own token, and of each user, with the routes that have them; for 15 minutes by default. */
const TABLE = `
	app 3500; user 5000:
		GET /2/tweets
	app 450; user 900:
		GET /2/tweets/{}
	app 450; user 300:
		GET /2/tweets/search/recent
		GET /2/users/{}/mentions
	app 1/second 300; user 1/second:
		GET /2/tweets/search/all
	app 300:
		GET /2/tweets/counts/recent
		GET /2/tweets/counts/all
	app 50:
		GET /2/tweets/search/stream
		GET /2/usage/tweets
	app 450:
		GET /2/tweets/search/stream/rules
		GET /2/activity/stream
		POST /2/webhooks
		GET /2/webhooks
		PUT /2/webhooks/{}
		DELETE /2/webhooks/{}
	app 100:
		POST /2/tweets/search/stream/rules
		POST /2/webhooks/replay
		GET /2/tweets/sample10/stream
	app 10000/day; user 100:
		POST /2/tweets
		POST /2/media/subtitles
		DELETE /2/media/subtitles
	user 50:
		DELETE /2/tweets/{}
		POST /2/users/{}/retweets
		DELETE /2/users/{}/retweets/{}
		PUT /2/tweets/{}/hidden
		POST /2/users/{}/following
		DELETE /2/users/{}/following/{}
		POST /2/users/{}/muting
		DELETE /2/users/{}/muting/{}
		POST /2/users/{}/followed_lists
		DELETE /2/users/{}/followed_lists/{}
		POST /2/users/{}/pinned_lists
		DELETE /2/users/{}/pinned_lists/{}
		POST /2/users/{}/bookmarks
		DELETE /2/users/{}/bookmarks/{}
	app 10000; user 900:
		GET /2/users/{}/tweets
	user 180:
		GET /2/users/{}/timelines/reverse_chronological
		GET /2/users/{}/bookmarks
	app 75; user 75:
		GET /2/tweets/{}/liking_users
		GET /2/users/{}/liked_tweets
		GET /2/tweets/{}/retweeted_by
		GET /2/tweets/{}/quote_tweets
		GET /2/lists/{}
		GET /2/users/{}/list_memberships
		GET /2/tweets/{}/retweets
	user 50 1000/day:
		POST /2/users/{}/likes
		DELETE /2/users/{}/likes/{}
	user 75:
		GET /2/users/reposts_of_me
		GET /2/users/me
	app 300; user 900:
		GET /2/users
		GET /2/users/{}
		GET /2/users/by
		GET /2/users/by/username/{}
		GET /2/users/search
	app 300; user 300:
		GET /2/users/{}/following
		GET /2/users/{}/followers
		GET /2/spaces/{}
		GET /2/spaces
		GET /2/spaces/{}/tweets
		GET /2/spaces/{}/buyers
		GET /2/spaces/search
		GET /2/communities/{}
		GET /2/communities/search
		GET /2/tweets/analytics
		GET /2/users/{}/following/spaces
	user 15:
		GET /2/users/{}/blocking
		GET /2/users/{}/muting
		GET /2/dm_events
		GET /2/dm_events/{}
		GET /2/dm_conversations/{}/dm_events
		GET /2/dm_conversations/with/{}/dm_events
	app 300 1/second; user 300 1/second:
		GET /2/spaces/by/creator_ids
	app 1440/day; user 15 1440/day:
		POST /2/dm_conversations
		POST /2/dm_conversations/with/{}/messages
		POST /2/dm_conversations/{}/messages
	app 4000/day; user 300 1500/day:
		DELETE /2/dm_events/{}
	app 15; user 15:
		GET /2/users/{}/owned_lists
		GET /2/users/{}/pinned_lists
	app 900; user 900:
		GET /2/lists/{}/tweets
		GET /2/lists/{}/members
	user 300:
		POST /2/lists
		DELETE /2/lists/{}
		PUT /2/lists/{}
		POST /2/lists/{}/members
		DELETE /2/lists/{}/members/{}
	app 50; user 50:
		GET /2/users/{}/bookmarks/folders
		GET /2/users/{}/bookmarks/folders/{}
	app 150:
		POST /2/compliance/jobs
		GET /2/compliance/jobs/{}
		GET /2/compliance/jobs
	app 200/day 200; user 100/day 10:
		GET /2/users/personalized_trends
	app 75:
		GET /2/trends/by/woeid/{}
	app 50000/day; user 500:
		POST /2/media/upload
		POST /2/media/metadata
	app 100000/day; user 1000:
		GET /2/media/upload
	app 180000/day; user 1875:
		POST /2/media/upload/initialize
		POST /2/media/upload/{}/append
		POST /2/media/upload/{}/finalize
	app 500:
		POST /2/activity/subscriptions
		GET /2/activity/subscriptions
		PUT /2/activity/subscriptions/{}
		DELETE /2/activity/subscriptions/{}
	app 200:
		GET /2/news/{}
	app 200; user 200:
		GET /2/news/search
	app 25 1000/day; user 10 400/day:
		POST /2/users/{}/dm/block
		POST /2/users/{}/dm/unblock
	app 1500; user 900:
		GET /2/users/by/username/{}/tweets
	app 450; user 180:
		GET /2/users/by/username/{}/mentions
	app 25; user 25:
		DELETE /2/connections/all`;

const WINDOWS: Readonly<Record<string, number | undefined>> = { second: 1, day: 86_400 };

const readLimit = (text: string): DocumentedLimit => {
	const [requests, window = ''] = text.split('/');
	return { requests: Number(requests), seconds: WINDOWS[window] ?? 900 };
};

type Limits = Partial<Record<string, DocumentedLimit[]>>;

/** `app 1/second 300; user 900` */
const readLimits = (head: string): Limits =>
	Object.fromEntries(
		head.split('; ').map((part) => {
			const [caller = '', ...each] = part.split(' ');
			return [caller, each.map(readLimit)];
		}),
	);

const limits = new Map(
	TABLE.split(/\n\t(?=[au])/)
		.slice(1)
		.flatMap((block) => {
			const [head = '', ...routes] = block.split('\n');
			const read = readLimits(head.replace(':', ''));
			return routes.map((route) => [routeKey(route.trim()), read] as const);
		}),
);

/** Returns the documented limits of a route: an app's with its own token, or a user's. */
export const documentedLimits = (route: string, caller: 'app' | 'user'): DocumentedLimit[] | undefined =>
	limits.get(routeKey(route))?.[caller];
