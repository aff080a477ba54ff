/** Events that are Posts. */
import { get } from 'lodash';
import {
	bookmarks,
	likedPosts,
	listPosts,
	postQuotes,
	recentSearch,
	repostsOfMe,
	userMentions,
	userPosts,
} from '../../shared/core/lists';
import type { Entity } from '../../shared/model/escapedText';
import { asText } from '../../shared/util/text';
import { byAdded } from '../cursor/byAdded';
import { byId } from '../cursor/byId';
import { snapshot } from '../cursor/snapshot';
import { byItsId, type TriggerEvent } from './event';

/** The versions of an edited Post are one: it is known by the ID of the first. */
const byFirstVersion = (entity: Entity) => {
	const id = asText(entity.id);
	const history: unknown = entity.edit_history_tweet_ids ?? entity.edit_history_post_ids;
	const first: unknown = Array.isArray(history) ? history[0] : undefined;
	return { id, key: typeof first === 'string' && first !== '' ? first : id };
};

/** Lists that X bounds by IDs: only what is new is read. */
const bounded = {
	cursor: byId({ hasBounds: true, seedSize: 20, peekSize: 100, pageSize: 100 }),
	bounds: { since: 'since_id', until: 'until_id' },
	reread: 0,
	expand: 'author_id',
	noun: 'Post',
	identify: byFirstVersion,
};

/** Lists without bounds are read from the top each time. */
const PEEK = 20;

const unbounded = {
	cursor: byId({ hasBounds: false, seedSize: PEEK, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	expand: 'author_id',
	noun: 'Post',
	identify: byFirstVersion,
};

/** The latest addition first, whenever the Post was written. */
const added = {
	cursor: byAdded({ seedSize: 100, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	expand: 'author_id',
	noun: 'Post',
	identify: byItsId,
};

export const mention: TriggerEvent = {
	...bounded,
	name: 'Mention',
	action: 'On mention',
	description: 'A Post mentions a user: you, unless you choose another one',
	list: userMentions,
	fields: ['user_id'],
	lists: ({ user_id: id }) => [{ id }],
};

export const postOfUser: TriggerEvent = {
	...bounded,
	name: 'Post of a User',
	action: 'On post of a user',
	description: 'A user, or one of several, publishes a Post, a reply, a quote or a repost',
	list: userPosts,
	fields: ['users'],
	options: ['exclude'],
	lists: ({ users, exclude }) => [users].flat().map((id) => ({ id, exclude })),
};

export const postBySearch: TriggerEvent = {
	...bounded,
	name: 'Post That Matches a Search',
	action: 'On post that matches a search',
	description: 'A public Post matches a query',
	list: recentSearch,
	fields: ['query'],
	lists: ({ query }) => [{ query }],
};

export const reply: TriggerEvent = {
	...bounded,
	name: 'Reply',
	action: 'On reply to a post',
	description:
		'Someone replies to a Post, or anywhere in its conversation. Works for seven days after the Post.',
	list: recentSearch,
	fields: ['post_id', 'replies'],
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
	list: postQuotes,
	fields: ['post_id'],
	options: ['exclude'],
	lists: ({ post_id: id, exclude }) => [{ id, exclude }],
};

export const postOfList: TriggerEvent = {
	...unbounded,
	name: 'Post of a List',
	action: 'On post of a list',
	description: 'A member of a list publishes a Post',
	list: listPosts,
	fields: ['list_id'],
	lists: ({ list_id: id }) => [{ id }],
};

export const likeOfUser: TriggerEvent = {
	...added,
	name: 'Like of a User',
	action: 'On like of a user',
	description: 'A user likes a Post: you, unless you choose another one',
	list: likedPosts,
	fields: ['user_id'],
	lists: ({ user_id: id }) => [{ id }],
};

export const bookmark: TriggerEvent = {
	...added,
	name: 'Bookmark',
	action: 'On new bookmark',
	description: 'You bookmark a Post',
	list: bookmarks,
	fields: [],
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
	list: repostsOfMe,
	fields: [],
	lists: () => [{}],
	identify: (entity) => ({
		...byItsId(entity),
		version: Number(
			get(entity, 'public_metrics.retweet_count') ?? get(entity, 'public_metrics.repost_count') ?? 0,
		),
	}),
};
