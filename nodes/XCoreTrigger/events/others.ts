/** Events that are people, messages, trends and changes of advertising entities. */
import { accountHistory } from './accountHistory';
import { list as listOfUsers, post, user } from '../../shared/core/locators';
import { readMany, readPages } from '../../shared/core/selections';
import { filters, number } from '../../shared/fields';
import type { Entity } from '../../shared/model/escapedText';
import { any, appOrOAuth2, op, user as userAuth } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { byAdded } from '../cursor/byAdded';
import { byId } from '../cursor/byId';
import { snapshot } from '../cursor/snapshot';
import type { TriggerEvent } from './event';

export { accountHistory as entityChanged };

const PEEK = 20;

const byItsId = ({ id }: Entity) => ({ id: asText(id), key: asText(id) });

/** Lists of people, the latest addition first. */
const people = {
	cursor: byAdded({ seedSize: 100, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	noun: 'user',
	identify: byItsId,
};

export const directMessage: TriggerEvent = {
	cursor: byId({ hasBounds: false, seedSize: PEEK, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	noun: 'message',
	name: 'Direct Message',
	action: 'On direct message',
	description: 'You receive a Direct Message, one-to-one or in a group; encrypted chats are not included',
	fields: [],
	list: op({
		route: 'GET /2/dm_events',
		name: 'Direct Messages',
		action: 'Get direct messages',
		description: 'Messages of all conversations',
		docs: 'https://docs.x.com/x-api/direct-messages/get-dm-events',
		auth: userAuth('dm.read', 'tweet.read', 'users.read'),
		...readPages('dmEvent', {}, 100),
	}),
	expand: 'sender_id',
	query: { event_types: 'MessageCreate' },
	lists: () => [{}],
	identify: byItsId,
	needsMe: true,
	isWanted: ({ sender_id: sender }, { includeOwn, me }) => includeOwn === true || sender !== me,
};

export const follower: TriggerEvent = {
	...people,
	name: 'Follower',
	action: 'On new follower',
	description: 'Someone follows a user: you, unless you choose another one',
	fields: ['user_id'],
	list: op({
		route: 'GET /2/users/{id}/followers',
		name: 'Followers',
		action: 'Get followers',
		description: 'Users who follow a user',
		docs: 'https://docs.x.com/x-api/users/get-followers',
		auth: any('follows.read', 'tweet.read', 'users.read'),
		...readPages('user', { id: user() }, 1000),
	}),
	lists: ({ user_id: id }) => [{ id }],
};

export const likeOnPost: TriggerEvent = {
	...people,
	name: 'Like on a Post',
	action: 'On like on a post',
	description: 'Someone likes a Post. X shows the likes of your own Posts only.',
	fields: ['post_id'],
	list: op({
		route: 'GET /2/tweets/{id}/liking_users',
		name: 'Liking Users',
		action: 'Get liking users',
		description: 'Users who like a Post',
		docs: 'https://docs.x.com/x-api/posts/get-liking-users',
		auth: userAuth('like.read', 'tweet.read', 'users.read'),
		...readPages('user', { id: post() }, 100),
	}),
	lists: ({ post_id: id }) => [{ id }],
};

export const listMember: TriggerEvent = {
	...people,
	name: 'Member of a List',
	action: 'On new member of a list',
	description: 'Someone is added to a list',
	fields: ['list_id'],
	list: op({
		route: 'GET /2/lists/{id}/members',
		name: 'Members',
		action: 'Get members of a list',
		description: 'Users who are on a list',
		docs: 'https://docs.x.com/x-api/lists/get-list-members',
		auth: any('list.read', 'tweet.read', 'users.read'),
		...readPages('user', { id: listOfUsers() }, 100),
	}),
	lists: ({ list_id: id }) => [{ id }],
};

/** Largest list of trends. */
const TRENDS = 50;

export const trend: TriggerEvent = {
	cursor: snapshot(TRENDS),
	reread: TRENDS,
	noun: 'trend',
	name: 'Trend of a Place',
	action: 'On new trend of a place',
	description: 'A topic starts trending in a place, or worldwide',
	fields: ['woeid', 'otherPlace'],
	list: op({
		route: 'GET /2/trends/by/woeid/{woeid}',
		name: 'Trends',
		action: 'Get trends',
		description: 'What is trending in a place',
		docs: 'https://docs.x.com/x-api/trends/get-trends-by-woeid',
		auth: appOrOAuth2(),
		...readMany('trend', {
			woeid: number({ min: 1 }),
			...filters({ max_trends: number({ min: 1, max: TRENDS }) }),
		}),
	}),
	lists: ({ woeid, maxTrends = 20 }) => [{ woeid, max_trends: maxTrends }],
	identify: ({ trend_name: name }) => ({ id: asText(name), key: asText(name) }),
};
