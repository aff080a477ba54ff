import { sortBy } from 'lodash';

interface EventTypeFact {
	value: string;
	name: string;
	/** Sentence in n8n's list of triggers. */
	action: string;
	/** Scope that an OAuth 2.0 user token needs to subscribe. Public events need only the app's token. */
	scope: string;
	/** Set if only the user can subscribe to it. Absent if the app can too, or if no document says so. */
	isPrivate?: true;
	/** Names its kind of messages, of the two on X: people look for one, and write in the other. */
	note?: string;
}

/** Types whose subscriptions need a scope; each row has the value, the name and the action. */
const ofAnybody =
	(scope: string, rest: Pick<EventTypeFact, 'isPrivate' | 'note'> = {}) =>
	([rows = '']: TemplateStringsArray): EventTypeFact[] =>
		rows
			.trim()
			.split('\n')
			.map((row) => {
				const [value = '', name = '', action = ''] = row.trim().split(' | ');
				return { value, name, action, scope, ...rest };
			});
const ofUser = (scope: string, note?: string) =>
	ofAnybody(scope, { isPrivate: true, ...(note !== undefined && { note }) });

/**
 * Event types a subscription can ask for.
 *
 * @see https://docs.x.com/x-api/activity/introduction#supported-event-types; who may ask for which:
 *   https://docs.x.com/x-api/activity/introduction#event-privacy-and-authentication
 */
export const EVENT_TYPES: readonly EventTypeFact[] = sortBy(
	[
		// The specification (2.170) does not have oauth.revoke, but the page lists it.
		...ofAnybody('tweet.read')`
			oauth.revoke | Access: Revoked by User | On access revoked
			broadcast.end | Broadcast: Ended | On broadcast ended
			broadcast.start | Broadcast: Started | On broadcast started
			follow.follow | Follow: Followed | On follow
			follow.unfollow | Follow: Unfollowed | On unfollow
			news.new | News: Story Published | On news story
			post.create | Post: Created | On post
			post.delete | Post: Deleted | On post deleted
			profile.update.affiliate_badge | Profile: Affiliate Badge Changed | On affiliate badge changed
			profile.update.banner_picture | Profile: Banner Changed | On banner changed
			profile.update.bio | Profile: Bio Changed | On bio changed
			profile.update.screenname | Profile: Display Name Changed | On display name changed
			profile.update.handle | Profile: Handle Changed | On handle changed
			profile.update.geo | Profile: Location Changed | On location changed
			profile.update.profile_picture | Profile: Picture Changed | On profile picture changed
			profile.update.verified_badge | Profile: Verified Badge Changed | On verified badge changed
			profile.update.url | Profile: Website Changed | On website changed
			spaces.end | Space: Ended | On Space ended
			spaces.start | Space: Started | On Space started`,
		...ofUser('block.read')`
			block.block | Block: Account Blocked | On account blocked
			block.unblock | Block: Account Unblocked | On account unblocked`,
		...ofUser('broadcast.read')`
			broadcast.chat | Broadcast: Chat Message | On chat message in a broadcast
			broadcast.chat.remove | Broadcast: Chat Message Removed | On chat message removed from a broadcast`,
		...ofUser('dm.read', 'Of encrypted chats')`
			chat.conversation.admin_added | Chat: Admin Added | On admin added to a chat
			chat.conversation.admin_removed | Chat: Admin Removed | On admin removed from a chat
			chat.conversation.join | Chat: Conversation Joined | On chat joined
			chat.update.group_name | Chat: Group Name Changed | On name of a group chat changed
			chat.conversation.member_added | Chat: Member Added | On member added to a chat
			chat.conversation.member_removed | Chat: Member Removed | On member removed from a chat
			chat.received | Chat: Message Received | On encrypted chat message received
			chat.sent | Chat: Message Sent | On encrypted chat message sent
			chat.update.restrictions | Chat: Restrictions Changed | On restrictions of a chat changed`,
		...ofUser('dm.read', 'Not encrypted')`
			dm.read | Direct Message: Read | On direct message read
			dm.received | Direct Message: Received | On direct message received, not encrypted
			dm.sent | Direct Message: Sent | On direct message sent, not encrypted
			dm.indicate_typing | Direct Message: Typing | On typing of a direct message`,
		...ofUser('follows.read')`
			subscriptions.subscribe | Subscription: Begun | On subscription begun
			subscriptions.unsubscribe | Subscription: Ended | On subscription ended`,
		...ofUser('like.read')`like.create | Like: Created | On like`,
		...ofUser('mute.read')`
			mute.mute | Mute: Account Muted | On account muted
			mute.unmute | Mute: Account Unmuted | On account unmuted`,
		...ofUser('tweet.read')`
			post.mention.create | Post: Mentioned | On mention
			post.quote.create | Post: Quoted | On quote
			post.reply.create | Post: Replied To | On reply
			post.repost.create | Post: Reposted | On repost`,
	],
	'name',
);

/** The types that most workflows start on, the most usual first. */
const POPULAR: readonly string[] = [
	'post.mention.create',
	'post.reply.create',
	'dm.received',
	'chat.received',
	'follow.follow',
	'like.create',
	'post.repost.create',
	'post.quote.create',
	'post.create',
];

/** Event types in the order of use, because n8n lists a trigger's events in the order of its menu. */
export const EVENT_TYPES_BY_USE: readonly EventTypeFact[] = sortBy(EVENT_TYPES, ({ value }) =>
	POPULAR.includes(value) ? POPULAR.indexOf(value) : POPULAR.length,
);

/** Types that are delivered but have no subscription of their own. */
export const DELIVERED_ONLY = [
	{ value: 'replay.complete', name: 'Replay: Completed' },
	{ value: 'replay.incomplete', name: 'Replay: Incomplete' },
	{ value: 'stream.post', name: 'Filtered Stream: Post Matched' },
] as const;

const FACTS = new Map(EVENT_TYPES.map((fact) => [fact.value, fact]));

/** Returns the facts about an event type, by its dotted name. */
export const eventTypeFact = (value: string): EventTypeFact | undefined => FACTS.get(value);

/** Values and names of event types, as fields with choices expect them. */
export const menuOf = (types: ReadonlyArray<Pick<EventTypeFact, 'value' | 'name'>>) =>
	Object.fromEntries(types.map(({ value, name }) => [value, name]));

/** Returns the label of an event type. An unknown type keeps its name. */
export const eventTypeName = (value: string): string => FACTS.get(value)?.name ?? value;

/** Checks whether a type has no user, so that its subscription is filtered by keyword only. */
export const isNews = (value: string): boolean => value === 'news.new';

/**
 * Checks whether a subscription to a type has no filter, because it is about the app and any of its users.
 *
 * @see https://docs.x.com/x-api/activity/introduction#oauth-events (read on 22 November 2026)
 */
export const takesNoFilter = (value: string): boolean => value === 'oauth.revoke';

export const isOfUser = (value: string): boolean => !isNews(value) && !takesNoFilter(value);

/** Checks whether a subscription to a type may be filtered by a keyword. */
export const takesKeyword = (value: string): boolean => !/^(mute|block|oauth)\./.test(value);

/** Checks whether there are types of encrypted conversations. */
export const hasChatEvents = (types: readonly string[]): boolean =>
	types.some((type) => type.startsWith('chat.'));

/** Checks whether a subscription to a type can be filtered by who acted. */
export const takesDirection = (value: string): boolean => /^(like|dm|chat)\./.test(value);

/** Spellings that cannot be derived from the dotted name. */
const RENAMED: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'profile.update.verified': 'profile.update.verified_badge',
		'profile.update.affiliate': 'profile.update.affiliate_badge',
		'chat.conversation_join': 'chat.conversation.join',
		profilepictureupdate: 'profile.update.profile_picture',
		profilebannerupdate: 'profile.update.banner_picture',
		profileverifiedupdate: 'profile.update.verified_badge',
		profileaffiliateupdate: 'profile.update.affiliate_badge',
	}),
);

const BY_LETTERS: ReadonlyMap<string, string> = new Map(
	[...FACTS.keys()].flatMap((value) => {
		const detail = /^profile\.update\.(.+)$/.exec(value)?.[1];
		// The old names have the changed item in the middle: ProfileBioUpdate.
		const old = detail === undefined ? [] : [`profile${detail}update`];
		return [value, ...old].map((name): [string, string] => [letters(name), value]);
	}),
);

/** Returns the dotted name of an event type in any of its spellings: https://docs.x.com/changelog (18 March 2026) */
export function canonicalEventType(name: string): string {
	if (FACTS.has(name)) return name;
	const squeezed = letters(name);
	return (
		RENAMED.get(name) ??
		RENAMED.get(squeezed) ??
		(/[A-Z]/.test(name) ? BY_LETTERS.get(squeezed) : undefined) ??
		name
	);
}

function letters(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
