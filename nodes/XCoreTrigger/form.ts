/** This file defines the node's form. Saved workflows contain its names and values, so these never change. */
import { changedEntity } from '../shared/ads/accountHistory';
import { leadForm } from '../shared/ads/lists';
import { account } from '../shared/ads/locators';
import { chatConversation } from '../shared/chat/locators';
import { unverifiedField } from '../shared/chat/unverified';
import { excluding } from '../shared/core/common';
import { list as listOfUsers, post, user, users as usersField } from '../shared/core/locators';
import { place } from '../shared/core/places';
import { choices, flag, list, number, oneOf, optional, text, when, type Choices } from '../shared/fields';
import { INCLUDED, mostUsd } from '../shared/model/prices';
import { asMoney } from '../shared/util/money';
import type { Field, Fields } from '../shared/operation/operation';

const USER = mostUsd(INCLUDED.users) ?? 0;

const someUser = user();

const userOrMe: Field<string | undefined> = {
	...optional(user({ hint: 'Empty: Me' })),
	resolve: async (value, lookup) =>
		value === undefined ? await lookup.ownUserId() : await someUser.resolve?.(value, lookup),
};

const users = usersField({
	label: 'Users',
	placeholder: 'e.g. @XDevelopers, 783214',
	description:
		'Users by ID, @username or profile URL, separated by commas. Each user is one request per poll.',
	max: 20,
});

/** Event kinds of a conversation, without those that only X's own clients need. */
const CHAT_KINDS: Choices = {
	deletion: 'Deletion',
	edit: 'Edit',
	groupChange: 'Change of the Group',
	message: 'Message',
	reactionAdded: 'Reaction Added',
	reactionRemoved: 'Reaction Removed',
};

export const EVENT_FIELDS = {
	chat_conversation: {
		...optional(
			chatConversation({
				description: 'Leave empty for all conversations and message requests',
			}),
		),
		label: 'Conversation',
	},
	user_id: userOrMe,
	users,
	query: text({
		label: 'Search Query',
		placeholder: 'e.g. from:XDevelopers has:media',
		description:
			'Search query with <a href="https://docs.x.com/x-api/posts/search/integrate/operators">X\'s operators</a>. Finds no reposts, and only Posts of the last seven days.',
		max: 4096,
	}),
	list_id: listOfUsers(),
	post_id: post(),
	replies: oneOf(
		{
			conversation: [
				'Whole Conversation',
				'All replies in the conversation, which the Post must have started',
			],
			direct: ['Direct Replies', 'Only replies to the Post itself'],
		},
		{ default: 'direct', description: 'Which replies start the workflow' },
	),
	woeid: place.woeid,
	otherPlace: place.otherPlace,
	account_id: account({ description: 'The advertising account' }),
	...changedEntity,
	lead_form_id: leadForm(),
} satisfies Fields;

export type EventField = keyof typeof EVENT_FIELDS;

export const EVENT_OPTIONS = {
	exclude: { ...excluding.exclude, label: 'Exclude' },
	includeOwnPosts: flag({
		description:
			'Whether Posts of your own account start the workflow too. A workflow that answers may then answer itself.',
	}),
	includeOwn: flag({
		label: 'Include Own Messages',
		description: 'Whether messages that the authenticated user sends start the workflow too',
	}),
	kinds: choices(CHAT_KINDS, {
		default: ['message'],
		description: 'Which events of a conversation start the workflow',
	}),
	maxTrends: number({
		min: 1,
		max: 50,
		default: 20,
		description: 'How many trends to look at',
	}),
	unverified: unverifiedField,
} satisfies Fields;

export type EventOption = keyof typeof EVENT_OPTIONS;

/** Adds the user of each entry. X charges a user like one that is looked up. */
export const JOINED = {
	author_id: flag({
		label: 'Include Author',
		description: `Whether to add the author of each Post, for ${asMoney(USER)} more for each author and day`,
	}),
	sender_id: flag({
		label: 'Include Sender',
		description: `Whether to add the sender of each message, for ${asMoney(USER)} more for each sender and day`,
	}),
} satisfies Fields;

export const OPTIONS = {
	emitLast: number({
		min: 0,
		max: 100,
		default: 10,
		description:
			'How many of the newest entries start the workflow at the first poll. Without this option, only entries that come later do.',
	}),
	maxCost: number({
		label: 'Max Cost per Day (USD)',
		min: 0,
		fraction: true,
		default: 1,
		description:
			'The most that the reads of this node may cost in a day (UTC), by the published prices. Polling then stops until the next day, and one failed execution says so.',
	}),
} satisfies Fields;

export const OUTPUT_FIELDS = {
	output: optional(
		oneOf(
			{
				raw: ['Raw', 'Each entity as X sends it, with the includes of the response'],
				selectedFields: ['Selected Fields', 'Only the fields you name'],
				simplified: ['Simplified', 'The useful fields'],
			},
			{ default: 'simplified', description: 'How much of each entity to return' },
		),
	),
	outputFields: when(
		{ output: ['selectedFields'] },
		list({
			placeholder: 'e.g. text,author.username',
			description:
				'Names of the fields to return, separated by commas. A dot reaches into an entity: author.username also costs what Include Author costs.',
		}),
	),
};
