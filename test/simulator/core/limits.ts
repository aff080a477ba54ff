/** Requests in 15 minutes where it is not 900: https://docs.x.com/x-api/fundamentals/rate-limits. */
import type { RateLimit } from '../frame';

const DAY_SECONDS = 86_400;

/** One count for all three ways to send a message. */
const MESSAGES: RateLimit[] = [
	{ limit: 200, group: 'dm create' },
	{ limit: 1000, windowSeconds: DAY_SECONDS, group: 'dm create', headers: 'x-user-limit-24hour' },
	{
		limit: 15_000,
		windowSeconds: DAY_SECONDS,
		per: 'app',
		group: 'dm create',
		headers: 'x-app-limit-24hour',
	},
];
const LIKES: RateLimit[] = [{ limit: 50 }, { limit: 1000, windowSeconds: DAY_SECONDS }];

export const LIMITS: Readonly<Record<string, RateLimit | readonly RateLimit[]>> = {
	'GET /2/users/me': { limit: 75 },
	'GET /2/users/{id}/followers': { limit: 300 },
	'GET /2/users/{id}/following': { limit: 300 },
	'POST /2/users/{id}/following': { limit: 50 },
	'POST /2/users/{id}/likes': LIKES,
	'DELETE /2/users/{id}/likes/{tweet_id}': LIKES,
	'DELETE /2/tweets/{id}': { limit: 50 },
	'POST /2/tweets': [
		{ limit: 100 },
		{ limit: 10_000, windowSeconds: DAY_SECONDS, per: 'app', headers: 'x-app-limit-24hour' },
	],
	'GET /2/tweets/search/recent': { limit: 450 },
	'GET /2/tweets/search/all': { limit: 300 },
	'POST /2/dm_conversations/with/{participant_id}/messages': MESSAGES,
	'POST /2/dm_conversations/{dm_conversation_id}/messages': MESSAGES,
	'POST /2/dm_conversations': MESSAGES,
	'GET /2/dm_events': { limit: 300 },
	'GET /2/users/personalized_trends': [
		{ limit: 10 },
		{ limit: 100, windowSeconds: DAY_SECONDS, headers: '' },
	],
};
