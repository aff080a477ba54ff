/**
 * How many requests X accepts in a window, as documented. If an answer of X has other limits, those count.
 * https://docs.x.com/x-api/fundamentals/rate-limits
 */
import { routeKey } from '../util/routeKey';

export interface DocumentedLimit {
	readonly requests: number;
	readonly seconds: number;
}

/**
 * Limits of an app with its own token, limits of each user, and the routes that have them; for 15 minutes by default.
 */
const ROWS: ReadonlyArray<readonly [app: string, user: string, routes: string]> = [
	['3500', '5000', `GET /2/tweets`],
	['450', '900', `GET /2/tweets/{}`],
	[
		'450',
		'300',
		`GET /2/tweets/search/recent
		GET /2/users/{}/mentions`,
	],
	['1/second 300', '1/second', `GET /2/tweets/search/all`],
	[
		'300',
		'',
		`GET /2/tweets/counts/recent
		GET /2/tweets/counts/all`,
	],
	[
		'50',
		'',
		`GET /2/tweets/search/stream
		GET /2/usage/tweets`,
	],
	[
		'450',
		'',
		`GET /2/tweets/search/stream/rules
		GET /2/activity/stream
		POST /2/webhooks
		GET /2/webhooks
		PUT /2/webhooks/{}
		DELETE /2/webhooks/{}`,
	],
	[
		'100',
		'',
		`POST /2/tweets/search/stream/rules
		POST /2/webhooks/replay
		GET /2/tweets/sample10/stream`,
	],
	[
		'10000/day',
		'100',
		`POST /2/tweets
		POST /2/media/subtitles
		DELETE /2/media/subtitles`,
	],
	[
		'',
		'50',
		`DELETE /2/tweets/{}
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
		DELETE /2/users/{}/bookmarks/{}`,
	],
	['10000', '900', `GET /2/users/{}/tweets`],
	[
		'',
		'180',
		`GET /2/users/{}/timelines/reverse_chronological
		GET /2/users/{}/bookmarks`,
	],
	[
		'75',
		'75',
		`GET /2/tweets/{}/liking_users
		GET /2/users/{}/liked_tweets
		GET /2/tweets/{}/retweeted_by
		GET /2/tweets/{}/quote_tweets
		GET /2/lists/{}
		GET /2/users/{}/list_memberships
		GET /2/tweets/{}/retweets`,
	],
	[
		'',
		'50 1000/day',
		`POST /2/users/{}/likes
		DELETE /2/users/{}/likes/{}`,
	],
	[
		'',
		'75',
		`GET /2/users/reposts_of_me
		GET /2/users/me`,
	],
	[
		'300',
		'900',
		`GET /2/users
		GET /2/users/{}
		GET /2/users/by
		GET /2/users/by/username/{}
		GET /2/users/search`,
	],
	[
		'300',
		'300',
		`GET /2/users/{}/following
		GET /2/users/{}/followers
		GET /2/spaces/{}
		GET /2/spaces
		GET /2/spaces/{}/tweets
		GET /2/spaces/{}/buyers
		GET /2/spaces/search
		GET /2/communities/{}
		GET /2/communities/search
		GET /2/tweets/analytics
		GET /2/users/{}/following/spaces`,
	],
	[
		'',
		'15',
		`GET /2/users/{}/blocking
		GET /2/users/{}/muting
		GET /2/dm_events
		GET /2/dm_events/{}
		GET /2/dm_conversations/{}/dm_events
		GET /2/dm_conversations/with/{}/dm_events`,
	],
	['300 1/second', '300 1/second', `GET /2/spaces/by/creator_ids`],
	[
		'1440/day',
		'15 1440/day',
		`POST /2/dm_conversations
		POST /2/dm_conversations/with/{}/messages
		POST /2/dm_conversations/{}/messages`,
	],
	['4000/day', '300 1500/day', `DELETE /2/dm_events/{}`],
	[
		'15',
		'15',
		`GET /2/users/{}/owned_lists
		GET /2/users/{}/pinned_lists`,
	],
	[
		'900',
		'900',
		`GET /2/lists/{}/tweets
		GET /2/lists/{}/members`,
	],
	[
		'',
		'300',
		`POST /2/lists
		DELETE /2/lists/{}
		PUT /2/lists/{}
		POST /2/lists/{}/members
		DELETE /2/lists/{}/members/{}`,
	],
	[
		'50',
		'50',
		`GET /2/users/{}/bookmarks/folders
		GET /2/users/{}/bookmarks/folders/{}`,
	],
	[
		'150',
		'',
		`POST /2/compliance/jobs
		GET /2/compliance/jobs/{}
		GET /2/compliance/jobs`,
	],
	['200/day 200', '100/day 10', `GET /2/users/personalized_trends`],
	['75', '', `GET /2/trends/by/woeid/{}`],
	[
		'50000/day',
		'500',
		`POST /2/media/upload
		POST /2/media/metadata`,
	],
	['100000/day', '1000', `GET /2/media/upload`],
	[
		'180000/day',
		'1875',
		`POST /2/media/upload/initialize
		POST /2/media/upload/{}/append
		POST /2/media/upload/{}/finalize`,
	],
	[
		'500',
		'',
		`POST /2/activity/subscriptions
		GET /2/activity/subscriptions
		PUT /2/activity/subscriptions/{}
		DELETE /2/activity/subscriptions/{}`,
	],
	['200', '', `GET /2/news/{}`],
	['200', '200', `GET /2/news/search`],
	[
		'25 1000/day',
		'10 400/day',
		`POST /2/users/{}/dm/block
		POST /2/users/{}/dm/unblock`,
	],
	['1500', '900', `GET /2/users/by/username/{}/tweets`],
	['450', '180', `GET /2/users/by/username/{}/mentions`],
	['25', '25', `DELETE /2/connections/all`],
];

const WINDOWS: Readonly<Record<string, number | undefined>> = { second: 1, day: 86_400 };

const readLimit = (text: string): DocumentedLimit => {
	const [requests, window = ''] = text.split('/');
	return { requests: Number(requests), seconds: WINDOWS[window] ?? 900 };
};

const limits = new Map(
	ROWS.flatMap(([app, user, routes]) =>
		routes.split('\n').map((route) => [routeKey(route.trim()), { app, user }] as const),
	),
);

/**
 * The documented limits of a route.
 *
 * @param route Method and path, names in braces.
 * @param caller Whose limits: an app's with its own token, or a user's.
 * @returns Undefined if no limit is documented.
 */
export function documentedLimits(route: string, caller: 'app' | 'user'): DocumentedLimit[] | undefined {
	const found = limits.get(routeKey(route))?.[caller];
	return found ? found.split(' ').map(readLimit) : undefined;
}
