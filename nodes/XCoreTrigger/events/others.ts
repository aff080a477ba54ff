import { directMessages, followers, likingUsers, listMembers, placeTrends } from '../../shared/core/lists';
import { asText } from '../../shared/util/text';
import { byId } from '../cursor/byId';
import { snapshot } from '../cursor/snapshot';
import { byItsId, type TriggerEvent } from './event';
import { isOwnEntry } from '../../shared/events/ownEntries';
import { saidInMessage } from '../../shared/events/agentInput';
import { addedPeople, fromSmallest } from './readings';
import { DAY } from '../../shared/util/time';

export const directMessage: TriggerEvent = {
	cursor: byId({ hasBounds: false, seedSize: 1, sizes: fromSmallest(1), reach: 30 * DAY }),
	reread: 1,
	noun: 'message',
	name: 'Direct Message',
	action: 'On direct message, not encrypted',
	description:
		'You receive a Direct Message, which is not encrypted. What people write in X Chat starts nothing here: choose Chat Message for it.',
	list: directMessages,
	expand: 'sender_id',
	fields: [],
	options: ['includeOwn'],
	needsMe: true,
	lists: () => [{ event_types: ['MessageCreate'] }],
	identify: byItsId,
	said: saidInMessage,
	isWanted: (entity, { includeOwn, me }) => includeOwn === true || !isOwnEntry(entity, asText(me)),
};

export const follower: TriggerEvent = {
	...addedPeople,
	name: 'Follower',
	action: 'On new follower',
	description: 'Someone follows a user: you, unless you choose another one',
	list: followers,
	fields: ['user_id'],
	lists: ({ user_id: id }) => [{ id }],
};

export const likeOnPost: TriggerEvent = {
	...addedPeople,
	name: 'Like on a Post',
	action: 'On like on a post',
	description: 'Someone likes a Post. X shows the likes of your own Posts only.',
	list: likingUsers,
	fields: ['post_id'],
	lists: ({ post_id: id }) => [{ id }],
};

export const listMember: TriggerEvent = {
	...addedPeople,
	name: 'Member of a List',
	action: 'On new member of a list',
	description: 'Someone is added to a list',
	list: listMembers,
	fields: ['list_id'],
	lists: ({ list_id: id }) => [{ id }],
};

const TRENDS = 50;

export const trend: TriggerEvent = {
	cursor: snapshot(TRENDS),
	reread: TRENDS,
	noun: 'trend',
	name: 'Trend of a Place',
	action: 'On new trend of a place',
	description: 'A topic starts trending in a place, or worldwide',
	list: placeTrends,
	fields: ['woeid', 'otherPlace'],
	options: ['maxTrends'],
	lists: ({ woeid, maxTrends = 20 }) => [{ woeid, max_trends: maxTrends }],
	identify: ({ trend_name: name }) => ({ id: asText(name), key: asText(name) }),
};
