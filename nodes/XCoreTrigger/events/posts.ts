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
import { isOwnEntry } from '../../shared/events/ownEntries';
import type { Entity } from '../../shared/model/escapedText';
import type { Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { snapshot } from '../cursor/snapshot';
import { byItsId, type TriggerEvent } from './event';
import {
	addedPosts,
	addedPostsByFive,
	latestPosts,
	ofOthers,
	postsFromTop,
	searched,
	withoutOwn,
} from './readings';

const mentionsItself = (entity: Entity, { includeOwnPosts, user_id: id }: Values): boolean =>
	includeOwnPosts !== true && isOwnEntry(entity, asText(id));

export const mention: TriggerEvent = {
	...latestPosts(800),
	name: 'Mention',
	action: 'On mention',
	description: 'A Post mentions a user: you, unless you choose another one',
	list: userMentions,
	fields: ['user_id'],
	...withoutOwn,
	// With the credential of the app, the mentioned account is the one that answers.
	isWanted: (entity, form) => withoutOwn.isWanted(entity, form) && !mentionsItself(entity, form),
	lists: ({ user_id: id }) => [{ id }],
};

export const postOfUser: TriggerEvent = {
	...latestPosts(3200),
	name: 'Post of a User',
	action: 'On post of a user',
	description: 'A user, or one of several, publishes a Post, a reply, a quote or a repost',
	list: userPosts,
	fields: ['users'],
	options: ['exclude'],
	lists: ({ users, exclude }) => [users].flat().map((id) => ({ id, exclude })),
};

export const postBySearch: TriggerEvent = {
	...searched,
	name: 'Post That Matches a Search',
	action: 'On post that matches a search',
	description: 'A public Post matches a query',
	list: recentSearch,
	fields: ['query'],
	...withoutOwn,
	lists: (form) => [{ query: ofOthers(asText(form.query), form) }],
};

export const reply: TriggerEvent = {
	...searched,
	name: 'Reply',
	action: 'On reply to a post',
	description:
		'Someone replies to a Post, or anywhere in its conversation. Works for seven days after the Post.',
	list: recentSearch,
	fields: ['post_id', 'replies'],
	...withoutOwn,
	lists: (form) => {
		const id = asText(form.post_id);
		const isWhole = form.replies === 'conversation';
		const query = isWhole ? `conversation_id:${id} is:reply` : `in_reply_to_tweet_id:${id}`;
		return [{ query: ofOthers(query, form) }];
	},
};

const QUOTES = 10;

export const quote: TriggerEvent = {
	...postsFromTop(QUOTES),
	name: 'Quote',
	action: 'On quote of a post',
	description: 'Someone quotes a Post',
	list: postQuotes,
	fields: ['post_id'],
	...withoutOwn,
	options: ['exclude', 'includeOwnPosts'],
	lists: ({ post_id: id, exclude }) => [{ id, exclude }],
};

export const postOfList: TriggerEvent = {
	...postsFromTop(1),
	name: 'Post of a List',
	action: 'On post of a list',
	description: 'A member of a list publishes a Post',
	list: listPosts,
	fields: ['list_id'],
	...withoutOwn,
	lists: ({ list_id: id }) => [{ id }],
};

export const likeOfUser: TriggerEvent = {
	...addedPostsByFive,
	name: 'Like of a User',
	action: 'On like of a user',
	description: 'A user likes a Post: you, unless you choose another one',
	list: likedPosts,
	fields: ['user_id'],
	lists: ({ user_id: id }) => [{ id }],
};

export const bookmark: TriggerEvent = {
	...addedPosts,
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
	needsMe: true,
	lists: () => [{}],
	identify: (entity) => ({
		...byItsId(entity),
		version: Number(
			get(entity, 'public_metrics.retweet_count') ?? get(entity, 'public_metrics.repost_count') ?? 0,
		),
	}),
};
