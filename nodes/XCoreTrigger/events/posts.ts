/** Events that are Posts. */
import { get } from 'lodash';
import { excluding, searchWindow } from '../../shared/core/common';
import { list as listOfUsers, me, post, user } from '../../shared/core/locators';
import { readPages } from '../../shared/core/selections';
import { text } from '../../shared/fields';
import type { Entity } from '../../shared/model/escapedText';
import { any, op, token, user as userAuth } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { byAdded } from '../cursor/byAdded';
import { byId } from '../cursor/byId';
import { snapshot } from '../cursor/snapshot';
import type { TriggerEvent } from './event';

const read = any('tweet.read', 'users.read');

/** The versions of an edited Post are one: it is known by the ID of the first. */
const identify = (entity: Entity) => {
	const id = asText(entity.id);
	const history: unknown = entity.edit_history_tweet_ids ?? entity.edit_history_post_ids;
	const first: unknown = Array.isArray(history) ? history[0] : undefined;
	return { id, key: typeof first === 'string' && first !== '' ? first : id };
};

const byItsId = ({ id }: Entity) => ({ id: asText(id), key: asText(id) });

/** Lists that X bounds by IDs: only what is new is read. */
const bounded = {
	cursor: byId({ hasBounds: true, seedSize: 20, peekSize: 100, pageSize: 100 }),
	bounds: { since: 'since_id', until: 'until_id' },
	reread: 0,
	expand: 'author_id',
	noun: 'Post',
	identify,
};

/** Lists without bounds are read from the top each time. */
const PEEK = 20;

const unbounded = {
	cursor: byId({ hasBounds: false, seedSize: PEEK, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	expand: 'author_id',
	noun: 'Post',
	identify,
};

/** The latest addition first, whenever the Post was written. */
const added = {
	cursor: byAdded({ seedSize: 100, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	expand: 'author_id',
	noun: 'Post',
	identify: byItsId,
};

const search = op({
	route: 'GET /2/tweets/search/recent',
	name: 'Search',
	action: 'Search posts',
	description: 'Posts of the last seven days',
	docs: 'https://docs.x.com/x-api/posts/search-recent-posts',
	auth: read,
	...readPages('post', { query: text({ max: 4096 }), ...searchWindow }, 100),
	paging: token(100, 10),
});

export const mention: TriggerEvent = {
	...bounded,
	name: 'Mention',
	action: 'On mention',
	description: 'A Post mentions a user: you, unless you choose another one',
	fields: ['user_id'],
	list: op({
		route: 'GET /2/users/{id}/mentions',
		name: 'Mentions',
		action: 'Get mentions',
		description: 'Posts that mention a user',
		docs: 'https://docs.x.com/x-api/users/get-mentions',
		auth: read,
		...readPages('post', { id: user(), ...searchWindow }, 100, 5),
	}),
	lists: ({ user_id: id }) => [{ id }],
};

export const postOfUser: TriggerEvent = {
	...bounded,
	name: 'Post of a User',
	action: 'On post of a user',
	description: 'A user, or one of several, publishes a Post, a reply, a quote or a repost',
	fields: ['users'],
	list: op({
		route: 'GET /2/users/{id}/tweets',
		name: 'Posts',
		action: 'Get posts',
		description: 'Posts of a user',
		docs: 'https://docs.x.com/x-api/users/get-posts',
		auth: read,
		...readPages('post', { id: user(), ...searchWindow, ...excluding }, 100, 5),
	}),
	lists: ({ users, exclude }) => [users].flat().map((id) => ({ id, exclude })),
};

export const postBySearch: TriggerEvent = {
	...bounded,
	name: 'Post That Matches a Search',
	action: 'On post that matches a search',
	description: 'A public Post matches a query',
	fields: ['query'],
	list: search,
	lists: ({ query }) => [{ query }],
};

export const reply: TriggerEvent = {
	...bounded,
	name: 'Reply',
	action: 'On reply to a post',
	description:
		'Someone replies to a Post, or anywhere in its conversation. Works for seven days after the Post.',
	fields: ['post_id', 'replies'],
	list: search,
	lists: ({ post_id: id, replies }) => [
		{
			query:
				replies === 'conversation'
					? `conversation_id:${asText(id)} is:reply`
					: `in_reply_to_tweet_id:${asText(id)}`,
		},
	],
};

export const quote: TriggerEvent = {
	...unbounded,
	name: 'Quote',
	action: 'On quote of a post',
	description: 'Someone quotes a Post',
	fields: ['post_id'],
	list: op({
		route: 'GET /2/tweets/{id}/quote_tweets',
		name: 'Quotes',
		action: 'Get quotes',
		description: 'Posts that quote a Post',
		docs: 'https://docs.x.com/x-api/posts/get-quoted-posts',
		auth: read,
		...readPages('post', { id: post(), ...excluding }, 100, 10),
	}),
	lists: ({ post_id: id, exclude }) => [{ id, exclude }],
};

export const postOfList: TriggerEvent = {
	...unbounded,
	name: 'Post of a List',
	action: 'On post of a list',
	description: 'A member of a list publishes a Post',
	fields: ['list_id'],
	list: op({
		route: 'GET /2/lists/{id}/tweets',
		name: 'Posts of List',
		action: 'Get posts of a list',
		description: 'Posts of the members of a list',
		docs: 'https://docs.x.com/x-api/lists/get-list-posts',
		auth: any('list.read', 'tweet.read', 'users.read'),
		...readPages('post', { id: listOfUsers() }, 100),
	}),
	lists: ({ list_id: id }) => [{ id }],
};

export const likeOfUser: TriggerEvent = {
	...added,
	name: 'Like of a User',
	action: 'On like of a user',
	description: 'A user likes a Post: you, unless you choose another one',
	fields: ['user_id'],
	list: op({
		route: 'GET /2/users/{id}/liked_tweets',
		name: 'Liked Posts',
		action: 'Get liked posts',
		description: 'Posts that a user likes',
		docs: 'https://docs.x.com/x-api/users/get-liked-posts',
		auth: userAuth('like.read', 'tweet.read', 'users.read'),
		...readPages('post', { id: user() }, 100, 5),
	}),
	lists: ({ user_id: id }) => [{ id }],
};

export const bookmark: TriggerEvent = {
	...added,
	name: 'Bookmark',
	action: 'On new bookmark',
	description: 'You bookmark a Post',
	fields: [],
	list: op({
		route: 'GET /2/users/{id}/bookmarks',
		name: 'Bookmarks',
		action: 'Get bookmarks',
		description: 'Posts that the authenticated user bookmarked',
		docs: 'https://docs.x.com/x-api/users/get-bookmarks',
		auth: userAuth('bookmark.read', 'tweet.read', 'users.read'),
		...readPages('post', { id: me() }, 100),
	}),
	needsMe: true,
	lists: ({ me: id }) => [{ id }],
};

const REPOSTED = 100;

export const repostOfMe: TriggerEvent = {
	cursor: snapshot(REPOSTED),
	reread: REPOSTED,
	noun: 'Post',
	name: 'Repost of Me',
	action: 'On repost of one of my posts',
	description: 'One of your Posts is reposted. The last 100 reposted Posts are watched.',
	fields: [],
	list: op({
		route: 'GET /2/users/reposts_of_me',
		name: 'Reposts of Me',
		action: 'Get reposts of me',
		description: 'Posts of the authenticated user that others reposted',
		docs: 'https://docs.x.com/x-api/users/get-reposts-of-me',
		auth: userAuth('timeline.read', 'tweet.read'),
		...readPages('post', {}, 100),
	}),
	lists: () => [{}],
	identify: (entity) => ({
		...byItsId(entity),
		version: Number(
			get(entity, 'public_metrics.retweet_count') ?? get(entity, 'public_metrics.repost_count') ?? 0,
		),
	}),
};
