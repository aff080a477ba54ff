/** The entities that fields of the core API refer to, and the lists to choose them from. */
import { get, omit } from 'lodash';
import { z } from 'zod';
import type { Field, Lookup } from '../operation/operation';
import {
	list as listOf,
	locator,
	locatorOf,
	type Appearance,
	type EntityKind,
	type ListRules,
	type Mode,
} from '../fields';
import type { ApiRequest } from '../http/connection';
import type { ListSpec } from '../form/search';
import type { Entity } from '../model/escapedText';
import { isObject } from '../util/lenient';
import { asText } from '../util/text';

/** Addresses of X's site with a path; the first group is the value. */
const address = (path: string) =>
	new RegExp(`^(?:https?://)?(?:www\\.|mobile\\.)?(?:x|twitter)\\.com/${path}(?:[/?#].*)?$`, 'i');

/** Paths of X's own pages, which are no usernames. */
const OWN_PAGES = 'compose|explore|hashtag|home|i|intent|messages|notifications|search|settings|share';
const PROFILE = address(`(?!(?:${OWN_PAGES})(?:[/?#]|$))@?(\\w{1,15})`);
const POST_URL = address('(?:\\w+|i/web)/status/(\\d{1,19})');
const LIST_URL = address('i/lists/(\\d{1,19})');
const SPACE_URL = address('i/spaces/(\\w{1,13})');
const USERNAME = /^@?(\w{1,15})$/;

/** The mode of an address: its pattern, the pattern in words, and an example. */
export const byUrl = (pattern: RegExp, shape: string, example: string): Mode => ({
	name: 'url',
	label: 'By URL',
	placeholder: `e.g. ${example}`,
	pattern,
	shape,
});

/** The authenticated user as the value of a field, in any letter case. The user @me is written with the @. */
export const ME = 'me';
const isWrittenMe = (text: string) => text.toLowerCase() === ME;

/** The start value of fields of users in which most people mean themselves. */
export const meFirst = { default: { mode: 'list', value: ME, cachedResultName: 'Me' } };

const USER_SHAPE = 'an ID of 1 to 19 digits, a username or the address of a profile';
const asName = (name: string) => `@${name}`;

const USER: EntityKind = {
	name: 'User',
	search: 'searchUsers',
	listCost: '$0.11, and each search from the third letter on $0.10',
	shape: USER_SHAPE,
	modes: [
		{
			name: 'username',
			label: 'By Username',
			placeholder: 'e.g. @XDevelopers',
			pattern: USERNAME,
			shape: 'a username of 1 to 15 letters, digits and underscores',
			write: asName,
			isInAnyMode: true,
		},
		{ ...byUrl(PROFILE, "the address of a user's profile", 'https://x.com/XDevelopers'), write: asName },
	],
};

/** Finds the ID of a user. Without `ownUserId`, "me" is not replaced. */
export interface UserLookup extends Pick<Lookup, 'userId'> {
	readonly ownUserId?: Lookup['ownUserId'] | undefined;
}

/** Finds the ID of a user, from an ID, a username with @, or "me". */
export async function idOfUser(text: string, { ownUserId, userId }: UserLookup): Promise<string> {
	if (text === ME && ownUserId) return await ownUserId();
	return text.startsWith('@') ? await userId(text.slice(1)) : text;
}

/**
 * Makes a field for a user: from a list, by ID, by username or by the profile's address. Until X is asked for the ID, a
 * username begins with @, which no ID does.
 */
export const userOf =
	(kind: Partial<EntityKind> = {}) =>
	(rest: Appearance = {}): Field<string> => {
		const field = locator(
			{ ...USER, ...kind },
			{ description: 'ID, @username or profile URL; "me" is the authenticated user', ...rest },
		);
		return {
			...field,
			encode: (value, context) => (isMe(value) ? ME : field.encode(value, context)),
			resolve: async (value, lookup) => await idOfUser(asText(value), lookup),
		};
	};

export const user = userOf();

/** Checks whether the authenticated user is meant, not the user @me. */
function isMe(value: unknown): boolean {
	const { mode, value: text } = isObject(value) ? value : { mode: undefined, value };
	return isWrittenMe(asText(text).trim()) && mode !== 'username' && mode !== 'url';
}

/** Several users, each as in `user`. Becomes their IDs. */
export const users = (rules: ListRules = {}): Field<string[]> => ({
	...listOf({
		max: 100,
		placeholder: 'e.g. @XDevelopers, 2244994945',
		description: 'Users by ID, @username or profile URL, separated by commas',
		...rules,
		pattern: new RegExp(`^(\\d{1,19}|@\\w{1,15}|${ME})$`),
		shape: USER_SHAPE,
		entry: (text) => {
			if (isWrittenMe(text)) return ME;
			if (/^\d+$/.test(text)) return text;
			const [, name] = USERNAME.exec(text) ?? PROFILE.exec(text) ?? [];
			return name === undefined ? text : asName(name);
		},
	}),
	resolve: async (value, lookup) =>
		await Promise.all([value].flat().map(async (each) => await idOfUser(asText(each), lookup))),
});

/** The authenticated user, without a field in the form. */
export const me = (): Field<string> => ({
	encode: () => undefined,
	resolve: async (_value, { ownUserId }) => await ownUserId(),
});

const POST = {
	name: 'Post',
	search: 'searchPosts',
	listCost: '$0.06',
	example: '1445880548472328192',
	modes: [byUrl(POST_URL, 'the address of a Post', 'https://x.com/XDevelopers/status/1445880548472328192')],
};

/** A Post: from the authenticated user's latest, by ID or by address. */
export const post = locatorOf(POST);

/** A Post to answer: from the latest mentions of the authenticated user and then their own Posts, by ID or by address. */
export const postToAnswer = locatorOf({
	...POST,
	search: 'searchPostsToAnswer',
	listCost: '$0.16, and your own Posts below the mentions $0.05',
});

/** A list of users: from the authenticated user's own ones, by ID or by address. */
export const list = locatorOf({
	name: 'List',
	search: 'searchLists',
	listCost: '$0.11',
	modes: [byUrl(LIST_URL, 'the address of a list', 'https://x.com/i/lists/84839422')],
});

export const SPACE_ID = { pattern: /^[A-Za-z0-9]{1,13}$/, shape: 'an ID of 1 to 13 letters and digits' };

export const space = locatorOf({
	name: 'Space',
	...SPACE_ID,
	example: '1DXxyRYNejbKM',
	modes: [byUrl(SPACE_URL, 'the address of a Space', 'https://x.com/i/spaces/1DXxyRYNejbKM')],
});

export const webhook = locatorOf({ name: 'Webhook', search: 'searchWebhooks' });

/** A webhook by its ID: a user's credential cannot list webhooks. */
export const webhookById = (): Field<string> =>
	locator({ name: 'Webhook' }, { hint: 'The ID that Webhook: Get Many shows with the app’s credential' });

export const subscription = locatorOf({ name: 'Subscription', search: 'searchSubscriptions' });

export const conversation = locatorOf({
	name: 'Conversation',
	search: 'searchConversations',
	listCost: '$0.20',
	pattern: /^\d{1,19}(-\d{1,19})?$/,
	shape: 'a conversation ID such as 123-456, or 15 to 19 digits for a group',
	example: '2244994945-6253282',
});

/** Keeps what X accepts in a search for users: up to 50 letters, digits, underscores, apostrophes and spaces. */
const searchable = (typed: string) =>
	typed
		.replace(/[^\w' ]/g, '')
		.trim()
		.slice(0, 50);
const oneLine = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text).replace(/\s+/g, ' ');
const USERS = ['oAuth2', 'oAuth1'] as const;
const ask = (path: string, ...query: [string, string][]): ApiRequest => ({ method: 'GET', path, query });
const token = { request: 'pagination_token', answer: 'meta.next_token' };

function mention({ text, author_id: author }: Entity, { includes }: { readonly includes?: unknown }): string {
	const users = z
		.array(z.object({ id: z.string(), username: z.string() }))
		.safeParse(get(includes, 'users')).data;
	const by = users?.find(({ id }) => id === author);
	return oneLine(`${by ? `@${by.username}: ` : ''}${asText(text)}`);
}

const ownPosts: ListSpec = {
	kinds: USERS,
	seen: 'posts',
	request: async ({ ownUserId }) => ask(`/2/users/${await ownUserId()}/tweets`, ['max_results', '10']),
	label: ({ text }) => oneLine(asText(text)),
	url: ({ id }) => `https://x.com/i/web/status/${asText(id)}`,
	page: token,
	filterLocally: true,
};

const TYPED = 3;

export const lists: Readonly<Record<string, ListSpec>> = {
	/** An app follows no one and may not search users, so its list finds exact usernames only. */
	searchUsers: {
		seen: 'users',
		request: async ({ filter, kind, ownUserId }) => {
			const typed = searchable(filter);
			if (kind === 'app')
				return /^\w{1,15}$/.test(typed) ? ask('/2/users/by', ['usernames', typed]) : undefined;
			if (typed !== '' && typed.length < TYPED) return undefined;
			if (typed !== '') return ask('/2/users/search', ['query', typed], ['max_results', '10']);
			if (filter.trim() !== '') return undefined;
			return ask(`/2/users/${await ownUserId()}/following`, ['max_results', '10']);
		},
		label: ({ name, username }) => `${asText(name)} (@${asText(username)})`,
		url: ({ username }) => `https://x.com/${asText(username)}`,
		before: async ({ filter, kind, ownUser }) => {
			const isAsked = ME.startsWith(filter.trim().toLowerCase());
			if (kind === 'app' || !isAsked) return [];
			const { username } = await ownUser();
			return [{ name: `Me (@${username})`, value: ME, url: `https://x.com/${username}` }];
		},
		page: { ...token, request: ({ filter }) => (filter.trim() === '' ? token.request : 'next_token') },
	},
	searchPosts: ownPosts,
	/** Only the latest mentions, so that the user's own Posts follow soon. */
	searchPostsToAnswer: {
		...omit(ownPosts, 'page', 'seen'),
		request: async ({ ownUserId }) =>
			ask(
				`/2/users/${await ownUserId()}/mentions`,
				['max_results', '10'],
				['expansions', 'author_id'],
				['user.fields', 'username'],
			),
		label: mention,
		then: ownPosts,
	},
	searchLists: {
		kinds: USERS,
		request: async ({ ownUserId }) => ask(`/2/users/${await ownUserId()}/owned_lists`, ['max_results', '20']),
		label: ({ name }) => asText(name),
		url: ({ id }) => `https://x.com/i/lists/${asText(id)}`,
		page: token,
		filterLocally: true,
	},
	searchWebhooks: {
		request: () => ask('/2/webhooks'),
		label: ({ url, valid }) => `${asText(url)}${valid === false ? ' (invalid)' : ''}`,
		filterLocally: true,
	},
	searchSubscriptions: {
		request: () => ask('/2/activity/subscriptions', ['max_results', '100']),
		label: ({ event_type: type, tag, filter }) =>
			[asText(type), asText(tag), asText(get(filter, 'user_id'))].filter(Boolean).join(' · '),
		value: (entity) => asText(entity.subscription_id),
		page: token,
		filterLocally: true,
	},
	searchConversations: {
		kinds: USERS,
		request: () =>
			ask(
				'/2/dm_events',
				['max_results', '20'],
				['event_types', 'MessageCreate'],
				['dm_event.fields', 'dm_conversation_id,text,created_at'],
			),
		label: ({ text, dm_conversation_id: id }) => `${oneLine(asText(text))} (${asText(id)})`,
		value: (entity) => asText(entity.dm_conversation_id),
		page: token,
		filterLocally: true,
		unique: true,
	},
};
