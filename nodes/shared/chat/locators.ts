/** Makes the fields that name a conversation of X Chat, and the lists to choose from. */
import { difference, intersection } from 'lodash';
import { z } from 'zod';
import { byUrl } from '../core/locators';
import { locatorOf, type Appearance } from '../fields';
import type { ListSpec } from '../form/search';
import type { Entity } from '../model/escapedText';
import type { Field } from '../operation/operation';
import { asText } from '../util/text';
import { sealedBytes } from './cipher/boxes';

const ID = /^(\d{1,19}|\d{1,19}[-:]\d{1,19}|g\d{1,19})$/;
const URL =
	/^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:messages|i\/chat)\/(\d{1,19}(?:-\d{1,19})?|g\d{1,19})(?:[/?#].*)?$/i;

const conversationLocator = locatorOf({
	name: 'Conversation',
	search: 'searchChatConversations',
	listCost: '$0.30 for ten conversations of two people',
	pattern: ID,
	shape: 'a conversation ID such as 123-456 or g789, or the ID of the other user',
	example: '2244994945-6253282',
	modes: [
		{
			name: 'username',
			label: 'By Username',
			placeholder: 'e.g. @XDevelopers',
			pattern: /^@?(\w{1,15})$/,
			shape: 'a username of 1 to 15 letters, digits and underscores',
			write: (name) => `@${name}`,
			isInAnyMode: true,
		},
		byUrl(URL, 'the address of a conversation', 'https://x.com/i/chat/2244994945-6253282'),
	],
});

/** The field of a conversation: from the list, or by its ID, the other user's ID, username or URL. Paths take a hyphen. */
export function chatConversation(rest: Appearance = {}): Field<string> {
	const locator = conversationLocator(rest);
	return {
		...locator,
		encode: (value, context) => {
			const text = locator.encode(value, context);
			return text?.replace(':', '-');
		},
		resolve: async (value, { userId }) => {
			if (value === undefined) return undefined;
			const text = asText(value);
			if (text === '') return undefined;
			return text.startsWith('@') ? await userId(text.slice(1)) : text;
		},
	};
}

/** A group, by its ID or URL. Conversations of two people are refused. */
export const chatGroup = locatorOf({
	name: 'Group',
	search: 'searchChatGroups',
	listCost: '$0.30 for ten conversations of two people',
	pattern: /^g\d{1,19}$/,
	shape: 'the ID of a group such as g789',
	example: 'g1880028106020515840',
	modes: [byUrl(URL, 'the address of a group', 'https://x.com/i/chat/g1880028106020515840')],
});

const USER = z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() });
const ANSWER = z.object({
	data: z
		.array(z.object({ id: z.string(), participant_ids: z.array(z.string()).optional() }).passthrough())
		.optional(),
	includes: z.object({ users: z.array(USER).optional() }).optional(),
});

/** The largest number of names that the label of a group shows. */
const SHOWN = 4;

/** Adds the names of the members to the conversations of an answer. */
function withPeople(body: unknown): Entity[] {
	const { data = [], includes } = ANSWER.safeParse(body).data ?? {};
	const users = new Map(includes?.users?.map((user) => [user.id, user]));
	const idsOf = ({ id, participant_ids: ids }: (typeof data)[number]) => ids ?? id.split(/[:-]/);
	// The user's own ID is in every conversation, so its name says nothing in a label.
	const common = data.length > 1 ? intersection(...data.map(idsOf)) : [];
	const ownId = common.length === 1 ? common : [];
	const nameOf = (id: string) => {
		const { name, username } = users.get(id) ?? {};
		return username === undefined ? id : `${name ?? username} (@${username})`;
	};
	return data.map((conversation) => {
		const people = difference(idsOf(conversation), ownId).map(nameOf);
		const more = people.length - SHOWN;
		return {
			...conversation,
			people: [...people.slice(0, SHOWN), ...(more > 0 ? [`${more} more`] : [])].join(', '),
		};
	});
}

/** Names a group if its name is not encrypted; an encrypted one is no use in a list. */
const groupName = ({ id, group_name: name }: Entity): string => {
	if (!asText(id).startsWith('g')) return '';
	return asText(name) === '' || sealedBytes(name) ? 'Group' : asText(name);
};

const FIELDS = ['group_name', 'id'];
const EXPANSIONS = ['participant_ids'];
const asOwnChoices = (names: readonly string[]) => names.map((value) => ({ value }));

const conversations: ListSpec = {
	kinds: ['oAuth2', 'oAuth1'],
	request: () => ({
		method: 'GET',
		path: '/2/chat/conversations',
		query: [
			['max_results', '10'],
			['chat_conversation.fields', FIELDS.join(',')],
			['expansions', EXPANSIONS.join(',')],
		],
		ownChoices: { 'chat_conversation.fields': asOwnChoices(FIELDS), expansions: asOwnChoices(EXPANSIONS) },
	}),
	entities: withPeople,
	label: (conversation) => [groupName(conversation), asText(conversation.people)].filter(Boolean).join(': '),
	value: ({ id }) => asText(id).replace(':', '-'),
	url: ({ id }) => `https://x.com/i/chat/${asText(id).replace(':', '-')}`,
	page: { request: 'pagination_token', answer: 'meta.next_token' },
	filterLocally: true,
};

const groups: ListSpec = {
	...conversations,
	entities: (body) => withPeople(body).filter(({ id }) => asText(id).startsWith('g')),
};

export const chatLists: Readonly<Record<string, ListSpec>> = {
	searchChatConversations: conversations,
	searchChatGroups: groups,
};
