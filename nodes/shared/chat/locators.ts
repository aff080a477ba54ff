/** Conversations of X Chat as fields, and the list to choose them from. */
import { z } from 'zod';
import { locatorOf, type Appearance } from '../fields';
import type { ListSpec } from '../form/search';
import type { Field } from '../operation/operation';
import { asText } from '../util/text';

const ID = /^(\d{1,19}|\d{1,19}[-:]\d{1,19}|g\d{1,19})$/;
const URL =
	/^(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:messages|i\/chat)\/(\d{1,19}(?:-\d{1,19})?|g\d{1,19})(?:[/?#].*)?$/i;

const conversationLocator = locatorOf({
	name: 'Conversation',
	search: 'searchChatConversations',
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
		{
			name: 'url',
			label: 'By URL',
			placeholder: 'e.g. https://x.com/i/chat/2244994945-6253282',
			pattern: URL,
			shape: 'the address of a conversation',
		},
	],
});

/** A conversation: from a list, by its ID or the other user's, by username or address. Travels with a hyphen. */
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

/** A group, by its ID or address: two people are no group. */
export const chatGroup = locatorOf({
	name: 'Group',
	search: 'searchChatGroups',
	pattern: /^g\d{1,19}$/,
	shape: 'the ID of a group such as g789',
	example: 'g1880028106020515840',
	modes: [
		{
			name: 'url',
			label: 'By URL',
			placeholder: 'e.g. https://x.com/i/chat/g1880028106020515840',
			pattern: URL,
			shape: 'the address of a group',
		},
	],
});

const names = (users: unknown) => z.array(z.string()).safeParse(users).data?.join(', ') ?? '';

const conversations: ListSpec = {
	kinds: ['oAuth2', 'oAuth1'],
	request: () => ({ method: 'GET', path: '/2/chat/conversations', query: [['max_results', '100']] }),
	label: ({ id, group_name: name, participant_ids: participants }) =>
		[asText(name), names(participants), asText(id)].filter(Boolean).join(' · '),
	value: ({ id }) => asText(id).replace(':', '-'),
	url: ({ id }) => `https://x.com/i/chat/${asText(id).replace(':', '-')}`,
	page: { request: 'pagination_token', answer: 'meta.next_token' },
	filterLocally: true,
};

/** What the editor searches. */
export const chatLists: Readonly<Record<string, ListSpec>> = {
	searchChatConversations: conversations,
	searchChatGroups: conversations,
};
