/**
 * This file has X's pay-per-use prices in USD, for each object that a read returns, or for each request that succeeds.
 * Public prices of 2026-11-21, from https://docs.x.com/x-api/getting-started/pricing, and from the price list of X's
 * own plugin for what that page does not name. If sources disagree, the lower value is `usd` and the upper one
 * `usdMax`. If no public source has a price, there is no `usd`: unknown is never free.
 */
import { groupBy } from 'lodash';
import { routeKey } from '../util/routeKey';

export const PRICES_DATE = '2026-11-21';

export interface Price {
	readonly kind: string;
	readonly unit: 'object' | 'request';
	/** Absent if no public source has it; 0 is free. */
	readonly usd?: number;
	/** The upper value if sources disagree. */
	readonly usdMax?: number;
	/** For reads of the owner's own data with their own app. */
	readonly ownedUsd?: number;
	readonly linkUsd?: number;
	/** For a reply to a Post whose author mentioned or quoted the account. Only X knows which replies these are. */
	readonly summonedUsd?: number;
	/** Only for apps with Enterprise access, whose prices are set by contract. */
	readonly enterpriseOnly?: true;
	/** Its key in X's live list. */
	readonly live?: string;
	/** The largest page, if it is more than 100. */
	readonly largestPage?: number;
}

type Rest = Partial<Price>;

const perObject = (kind: string, rest: Rest): Price => ({ kind, unit: 'object', ...rest });
const perRequest = (kind: string, rest: Rest): Price => ({ kind, unit: 'request', ...rest });

const user: Rest = { live: 'User' };
const post: Rest = { live: 'Post' };
const list: Rest = { live: 'List' };

const POST_READ = perObject('Post: Read', { ...post, usd: 0.005 });
const USER_READ = perObject('User: Read', { ...user, usd: 0.01 });
const INTERACTION = perRequest('User Interaction: Create', { live: 'UserInteractionCreate', usd: 0.015 });

/** The routes, one per line, that have a price. The names in braces do not matter. */
const priced =
	(price: Price) =>
	([lines = '']: TemplateStringsArray) =>
		lines
			.trim()
			.split('\n')
			.map((line) => {
				const route = line.trim();
				return { route, price, parts: route.split('/') };
			});

const ROWS = [
	priced(POST_READ)`
		GET /2/lists/{}/tweets
		GET /2/spaces/{}/tweets
		GET /2/tweets
		GET /2/tweets/search/recent
		GET /2/tweets/{}
		GET /2/tweets/{}/quote_tweets
		GET /2/tweets/{}/retweets
		GET /2/users/reposts_of_me
		GET /2/users/{}/timelines/reverse_chronological`,
	priced({ ...POST_READ, largestPage: 500 })`GET /2/tweets/search/all`,
	priced({ ...POST_READ, ownedUsd: 0.001 })`
		GET /2/users/{}/bookmarks
		GET /2/users/{}/liked_tweets
		GET /2/users/{}/mentions
		GET /2/users/{}/tweets`,
	priced(USER_READ)`
		GET /2/lists/{}/followers
		GET /2/lists/{}/members
		GET /2/spaces/{}/buyers
		GET /2/tweets/{}/retweeted_by
		GET /2/users
		GET /2/users/by
		GET /2/users/by/username/{}
		GET /2/users/{}`,
	priced({ ...USER_READ, largestPage: 1000 })`
		GET /2/users/search
		GET /2/users/{}/affiliates`,
	priced({ ...USER_READ, ownedUsd: 0.001, largestPage: 1000 })`
		GET /2/users/{}/blocking
		GET /2/users/{}/muting`,
	priced(perObject('User: Read', { ...user, usd: 0, usdMax: 0.01 }))`
		GET /2/tweets/{}/liking_users
		GET /2/users/me`,
	priced(perObject('Following/Followers: Read', { ...user, usd: 0.01, ownedUsd: 0.001, largestPage: 1000 }))`
		GET /2/users/{}/followers
		GET /2/users/{}/following`,
	priced(perObject('List: Read', { ...list, usd: 0.005 }))`GET /2/lists/{}`,
	priced(perObject('List: Read', { ...list, usd: 0.005, ownedUsd: 0.001 }))`
		GET /2/users/{}/followed_lists
		GET /2/users/{}/list_memberships
		GET /2/users/{}/owned_lists
		GET /2/users/{}/pinned_lists`,
	priced(perObject('Space: Read', { live: 'Space', usd: 0.005 }))`
		GET /2/spaces
		GET /2/spaces/by/creator_ids
		GET /2/spaces/search
		GET /2/spaces/{}`,
	priced(perObject('Community: Read', { live: 'Community', usd: 0.005 }))`
		GET /2/communities/search
		GET /2/communities/{}`,
	priced(perObject('News: Read', { live: 'News', usd: 0.005 }))`
		GET /2/news/search
		GET /2/news/{}`,
	priced(perObject('Note: Read', { usd: 0, usdMax: 0.005 }))`
		GET /2/notes/search/notes_written
		GET /2/notes/search/posts_eligible_for_notes`,
	priced(perObject('DM Event: Read', { live: 'DirectMessage', usd: 0.01 }))`
		GET /2/chat/conversations
		GET /2/chat/conversations/{}
		GET /2/chat/conversations/{}/events
		GET /2/dm_conversations/with/{}/dm_events
		GET /2/dm_conversations/{}/dm_events
		GET /2/dm_events
		GET /2/dm_events/{}`,
	priced(perObject('Analytics', { enterpriseOnly: true }))`
		GET /2/media/analytics
		GET /2/tweets/analytics`,
	priced(perRequest('Counts: Recent', { live: 'CountsRecent', usd: 0.005 }))`GET /2/tweets/counts/recent`,
	priced(perRequest('Counts: All', { live: 'CountsAll', usd: 0.01 }))`GET /2/tweets/counts/all`,
	priced(perRequest('Trends', { live: 'Trends', usd: 0.01 }))`
		GET /2/trends/by/woeid/{}
		GET /2/users/personalized_trends`,
	priced(perRequest('Post: Create', { usd: 0.015, linkUsd: 0.2, summonedUsd: 0.01 }))`POST /2/tweets`,
	priced(perRequest('Content: Manage', { live: 'ContentManage', usd: 0.005 }))`DELETE /2/tweets/{}`,
	priced(perRequest('Content: Manage', { usd: 0.005, usdMax: 0.01 }))`DELETE /2/users/{}/retweets/{}`,
	priced(INTERACTION)`POST /2/users/{}/retweets`,
	priced({ ...INTERACTION, enterpriseOnly: true })`
		POST /2/users/{}/following
		POST /2/users/{}/likes`,
	priced(perRequest('Interaction: Delete', { live: 'InteractionDelete', usd: 0.01 }))`DELETE /2/dm_events/{}`,
	priced(perRequest('Interaction: Delete', { live: 'InteractionDelete', usd: 0.01, enterpriseOnly: true }))`
		DELETE /2/users/{}/following/{}
		DELETE /2/users/{}/likes/{}`,
	priced(perRequest('DM Interaction: Create', { live: 'DmInteractionCreate', usd: 0.015 }))`
		POST /2/dm_conversations
		POST /2/dm_conversations/with/{}/messages
		POST /2/dm_conversations/{}/messages`,
	priced(perRequest('Chat send', { usd: 0, usdMax: 0.015 }))`POST /2/chat/conversations/{}/messages`,
	priced(perRequest('Privacy: Update', { live: 'PrivacyUpdate', usd: 0.01 }))`
		POST /2/users/{}/dm/block
		POST /2/users/{}/dm/unblock
		POST /2/users/{}/muting`,
	priced(perRequest('Privacy: Update', { usd: 0.01 }))`PUT /2/tweets/{}/hidden`,
	priced(perRequest('Mute: Delete', { live: 'MuteDelete', usd: 0.005 }))`DELETE /2/users/{}/muting/{}`,
	priced(perRequest('Block', { enterpriseOnly: true }))`
		POST /2/users/{}/blocking
		DELETE /2/users/{}/blocking/{}`,
	priced(perRequest('List: Create', { live: 'ListCreate', usd: 0.01 }))`
		POST /2/lists
		POST /2/lists/{}/members
		POST /2/users/{}/followed_lists
		POST /2/users/{}/pinned_lists`,
	priced(perRequest('List: Manage', { live: 'ListManage', usd: 0.005 }))`
		PUT /2/lists/{}
		DELETE /2/lists/{}
		DELETE /2/lists/{}/members/{}
		DELETE /2/users/{}/followed_lists/{}
		DELETE /2/users/{}/pinned_lists/{}`,
	priced(perRequest('Bookmark', { live: 'Bookmark', usd: 0.005 }))`
		POST /2/users/{}/bookmarks
		DELETE /2/users/{}/bookmarks/{}`,
	priced(perRequest('Bookmark folders', { usd: 0, usdMax: 0.005 }))`
		GET /2/users/{}/bookmarks/folders
		POST /2/users/{}/bookmarks/folders
		GET /2/users/{}/bookmarks/folders/{}`,
	priced(perRequest('Articles', { usd: 0.01 }))`
		POST /2/articles/draft
		POST /2/articles/{}/publish`,
	priced(
		perRequest('Content: Create', { live: 'ContentCreate', usd: 0.01 }),
	)`POST /2/media/upload/{}/finalize`,
	priced(perRequest('Content: Create', { live: 'ContentCreate', usdMax: 0.01 }))`
		POST /2/media/upload
		POST /2/media/upload/initialize
		POST /2/media/upload/{}/append`,
	priced(perRequest('Upload status', {}))`GET /2/media/upload`,
	priced(perRequest('Media Metadata', { live: 'MediaMetadata', usd: 0.005 }))`
		POST /2/media/metadata
		POST /2/media/subtitles
		DELETE /2/media/subtitles`,
	priced(perRequest('Stream management', { enterpriseOnly: true }))`
		GET /2/tweets/search/webhooks
		POST /2/tweets/search/webhooks/{}
		DELETE /2/tweets/search/webhooks/{}`,
	priced(perRequest('Media lookup', { usd: 0 }))`
		GET /2/media
		GET /2/media/{}`,
	priced(perRequest('Community Notes', { usd: 0 }))`
		POST /2/notes
		POST /2/notes/evaluate
		DELETE /2/notes/{}`,
	priced(perRequest('Compliance jobs', { usd: 0 }))`
		GET /2/compliance/jobs
		POST /2/compliance/jobs
		GET /2/compliance/jobs/{}
		DELETE /2/compliance/jobs/{}
		GET /2/compliance/jobs/{}/download
		PUT /2/compliance/jobs/{}/upload`,
	priced(perRequest('Connections', { usd: 0 }))`
		GET /2/connections
		DELETE /2/connections
		DELETE /2/connections/all
		DELETE /2/connections/{}`,
	priced(perRequest('Account Activity management', { usd: 0 }))`
		GET /2/account_activity/subscriptions/count
		GET /2/account_activity/webhooks/{}/subscriptions/all
		POST /2/account_activity/webhooks/{}/subscriptions/all
		GET /2/account_activity/webhooks/{}/subscriptions/all/list
		DELETE /2/account_activity/webhooks/{}/subscriptions/{}/all`,
	priced(perRequest('Stream management', { usd: 0 }))`
		GET /2/activity/subscriptions
		POST /2/activity/subscriptions
		DELETE /2/activity/subscriptions
		PUT /2/activity/subscriptions/{}
		DELETE /2/activity/subscriptions/{}
		GET /2/tweets/search/stream/rules
		POST /2/tweets/search/stream/rules
		GET /2/tweets/search/stream/rules/counts`,
	priced(perRequest('Webhook management', { usd: 0 }))`
		GET /2/webhooks
		POST /2/webhooks
		POST /2/webhooks/replay
		PUT /2/webhooks/{}
		DELETE /2/webhooks/{}`,
	priced(perRequest('Usage', { usd: 0 }))`
		GET /2/usage/credits
		GET /2/usage/tweets`,
];

/** The prices of included entities, by their key in `includes`. Polls, places and topics are in no public list. */
export const INCLUDED: Readonly<Record<string, Price | undefined>> = {
	users: USER_READ,
	tweets: POST_READ,
	posts: POST_READ,
	media: perObject('Media lookup', { usd: 0 }),
};

/** The price of a delivered event, by event type. `profile.update` stands for all of its kind. */
const EVENTS: Readonly<Record<string, Pick<Price, 'usd' | 'usdMax' | 'enterpriseOnly'> | undefined>> = {
	'block.block': { usd: 0.001 },
	'block.unblock': { usd: 0.001 },
	'chat.conversation.join': { usd: 0 },
	'chat.received': { usd: 0.01 },
	'chat.sent': { usd: 0 },
	'dm.indicate_typing': { usd: 0 },
	'dm.read': { usd: 0 },
	'dm.received': { usd: 0.01 },
	'dm.sent': { usd: 0 },
	'follow.follow': { usd: 0.01 },
	'follow.unfollow': { usd: 0.01 },
	'like.create': { usd: 0.001 },
	'mute.mute': { usd: 0.001 },
	'mute.unmute': { usd: 0.001 },
	'news.new': { usd: 0.005, enterpriseOnly: true },
	'post.create': { usd: 0.005 },
	'post.delete': { usd: 0, usdMax: 0.005 },
	'post.mention.create': { usd: 0.005 },
	'post.quote.create': { usd: 0.005 },
	'post.reply.create': { usd: 0.005 },
	'post.repost.create': { usd: 0.005 },
	'profile.update': { usd: 0.005 },
	'spaces.end': { usd: 0.005 },
	'spaces.start': { usd: 0.005 },
	// A Post from the filtered stream.
	'stream.post': { usd: 0.005 },
};

const routes = ROWS.flat();
const byRoute: ReadonlyMap<string, Price> = new Map(routes.map(({ route, price }) => [route, price]));
const shapeOf = (parts: readonly string[]): string => `${parts[0]}${parts.length}`;
const patterns = groupBy(routes, ({ parts }) => shapeOf(parts));

/** Returns the price of a request, or undefined if no public source has one. */
export function priceOf(route: string): Price | undefined {
	const known = byRoute.get(route) ?? byRoute.get(routeKey(route));
	if (known) return known;
	const sent = route.split('/');
	const isName = (place: number) => /\d/.test(sent[place] ?? '') || sent[place - 1] === 'username';
	const fits = ({ parts }: { readonly parts: readonly string[] }) =>
		parts.every((part, place) => (part === '{}' ? isName(place) : part === sent[place]));
	return patterns[shapeOf(sent)]?.find(fits)?.price;
}

/** Returns the price of a delivered event; `stream.post` is a Post of the filtered stream. */
export function priceOfEvent(type: string): Price | undefined {
	const found = EVENTS[type] ?? EVENTS[type.split('.').slice(0, -1).join('.')];
	return found && { kind: type, unit: 'object', ...found };
}

/** Returns the highest price of one object or request, for a Post without a link, if a public source limits it. */
export const mostUsd = (price: Price | undefined): number | undefined => price?.usdMax ?? price?.usd;
