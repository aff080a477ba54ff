import { sortBy } from 'lodash';

/** One event type of the activity source, according to X's documentation. */
interface EventTypeFact {
	/** Dotted name, as sent in a subscription and as delivered. */
	value: string;
	/** Label in the editor. The part before the colon groups it. */
	name: string;
	/** Sentence in n8n's list of triggers. */
	action: string;
	/** Scope that an OAuth 2.0 user token needs to subscribe. Public events need only the app's token. */
	scope: string;
	/** Set if only the user can subscribe to it. Absent if the app can too, or if no document says so. */
	isPrivate?: true;
}

const ofAnybody = (value: string, name: string, action: string, scope: string): EventTypeFact => ({
	value,
	name,
	action,
	scope,
});
const ofUser = (...fact: Parameters<typeof ofAnybody>): EventTypeFact => ({
	...ofAnybody(...fact),
	isPrivate: true,
});

/**
 * Event types a subscription can ask for.
 *
 * @see https://docs.x.com/x-api/activity/introduction#supported-event-types; who may ask for which:
 *   https://docs.x.com/x-api/activity/introduction#event-privacy-and-authentication
 */
export const EVENT_TYPES: readonly EventTypeFact[] = [
	// The specification (2.170) does not have this value, but the page lists it.
	ofAnybody('oauth.revoke', 'Access: Revoked by User', 'On access revoked', 'tweet.read'),
	ofUser('block.block', 'Block: Account Blocked', 'On account blocked', 'block.read'),
	ofUser('block.unblock', 'Block: Account Unblocked', 'On account unblocked', 'block.read'),
	ofUser('broadcast.chat', 'Broadcast: Chat Message', 'On chat message in a broadcast', 'broadcast.read'),
	ofUser(
		'broadcast.chat.remove',
		'Broadcast: Chat Message Removed',
		'On chat message removed from a broadcast',
		'broadcast.read',
	),
	ofAnybody('broadcast.end', 'Broadcast: Ended', 'On broadcast ended', 'tweet.read'),
	ofAnybody('broadcast.start', 'Broadcast: Started', 'On broadcast started', 'tweet.read'),
	ofUser('chat.conversation.admin_added', 'Chat: Admin Added', 'On admin added to a chat', 'dm.read'),
	ofUser('chat.conversation.admin_removed', 'Chat: Admin Removed', 'On admin removed from a chat', 'dm.read'),
	ofUser('chat.conversation.join', 'Chat: Conversation Joined', 'On chat joined', 'dm.read'),
	ofUser('chat.update.group_name', 'Chat: Group Name Changed', 'On name of a group chat changed', 'dm.read'),
	ofUser('chat.conversation.member_added', 'Chat: Member Added', 'On member added to a chat', 'dm.read'),
	ofUser(
		'chat.conversation.member_removed',
		'Chat: Member Removed',
		'On member removed from a chat',
		'dm.read',
	),
	ofUser('chat.received', 'Chat: Message Received', 'On encrypted chat message received', 'dm.read'),
	ofUser('chat.sent', 'Chat: Message Sent', 'On encrypted chat message sent', 'dm.read'),
	ofUser(
		'chat.update.restrictions',
		'Chat: Restrictions Changed',
		'On restrictions of a chat changed',
		'dm.read',
	),
	ofUser('dm.read', 'Direct Message: Read', 'On direct message read', 'dm.read'),
	ofUser('dm.received', 'Direct Message: Received', 'On direct message received', 'dm.read'),
	ofUser('dm.sent', 'Direct Message: Sent', 'On direct message sent', 'dm.read'),
	ofUser('dm.indicate_typing', 'Direct Message: Typing', 'On typing of a direct message', 'dm.read'),
	ofAnybody('follow.follow', 'Follow: Followed', 'On follow', 'tweet.read'),
	ofAnybody('follow.unfollow', 'Follow: Unfollowed', 'On unfollow', 'tweet.read'),
	ofUser('like.create', 'Like: Created', 'On like', 'like.read'),
	ofUser('mute.mute', 'Mute: Account Muted', 'On account muted', 'mute.read'),
	ofUser('mute.unmute', 'Mute: Account Unmuted', 'On account unmuted', 'mute.read'),
	ofAnybody('news.new', 'News: Story Published', 'On news story', 'tweet.read'),
	ofAnybody('post.create', 'Post: Created', 'On post', 'tweet.read'),
	ofAnybody('post.delete', 'Post: Deleted', 'On post deleted', 'tweet.read'),
	ofUser('post.mention.create', 'Post: Mentioned', 'On mention', 'tweet.read'),
	ofUser('post.quote.create', 'Post: Quoted', 'On quote', 'tweet.read'),
	ofUser('post.reply.create', 'Post: Replied To', 'On reply', 'tweet.read'),
	ofUser('post.repost.create', 'Post: Reposted', 'On repost', 'tweet.read'),
	ofAnybody(
		'profile.update.affiliate_badge',
		'Profile: Affiliate Badge Changed',
		'On affiliate badge changed',
		'tweet.read',
	),
	ofAnybody('profile.update.banner_picture', 'Profile: Banner Changed', 'On banner changed', 'tweet.read'),
	ofAnybody('profile.update.bio', 'Profile: Bio Changed', 'On bio changed', 'tweet.read'),
	ofAnybody(
		'profile.update.screenname',
		'Profile: Display Name Changed',
		'On display name changed',
		'tweet.read',
	),
	ofAnybody('profile.update.handle', 'Profile: Handle Changed', 'On handle changed', 'tweet.read'),
	ofAnybody('profile.update.geo', 'Profile: Location Changed', 'On location changed', 'tweet.read'),
	ofAnybody(
		'profile.update.profile_picture',
		'Profile: Picture Changed',
		'On profile picture changed',
		'tweet.read',
	),
	ofAnybody(
		'profile.update.verified_badge',
		'Profile: Verified Badge Changed',
		'On verified badge changed',
		'tweet.read',
	),
	ofAnybody('profile.update.url', 'Profile: Website Changed', 'On website changed', 'tweet.read'),
	ofAnybody('spaces.end', 'Space: Ended', 'On Space ended', 'tweet.read'),
	ofAnybody('spaces.start', 'Space: Started', 'On Space started', 'tweet.read'),
	ofUser('subscriptions.subscribe', 'Subscription: Begun', 'On subscription begun', 'follows.read'),
	ofUser('subscriptions.unsubscribe', 'Subscription: Ended', 'On subscription ended', 'follows.read'),
];

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

/** The facts about an event type, by its dotted name. */
export const eventTypeFact = (value: string): EventTypeFact | undefined => FACTS.get(value);

/** The label of an event type. An unknown type keeps its name. */
export const eventTypeName = (value: string): string => FACTS.get(value)?.name ?? value;

/** Whether a type has no user, so that its subscription is filtered by keyword only. */
export const isNews = (value: string): boolean => value === 'news.new';

/**
 * Whether a subscription to a type has no filter, because it is about the app and any of its users.
 *
 * @see https://docs.x.com/x-api/activity/introduction#oauth-events (read on 22 November 2026)
 */
export const takesNoFilter = (value: string): boolean => value === 'oauth.revoke';

export const isOfUser = (value: string): boolean => !isNews(value) && !takesNoFilter(value);

/** Whether a subscription to a type may be filtered by a keyword. */
export const takesKeyword = (value: string): boolean => !/^(mute|block|oauth)\./.test(value);

/** The types of encrypted conversations. */
export const CHAT_EVENT_TYPES: readonly string[] = EVENT_TYPES.flatMap(({ value }) =>
	value.startsWith('chat.') ? value : [],
);

export const hasChatEvents = (types: readonly string[]): boolean =>
	types.some((type) => CHAT_EVENT_TYPES.includes(type));

/** Whether a subscription to a type can be filtered by who acted. */
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

const BY_LETTERS = new Map<string, string>();
for (const value of FACTS.keys()) {
	BY_LETTERS.set(letters(value), value);
	const detail = /^profile\.update\.(.+)$/.exec(value)?.[1];
	// The old names have the changed item in the middle: ProfileBioUpdate.
	if (detail !== undefined) BY_LETTERS.set(letters(`profile${detail}update`), value);
}

/**
 * The dotted name of an event type in any of its spellings. An unknown type is not changed.
 *
 * @param name Dotted, older PascalCase or a renamed dotted name.
 * @see https://docs.x.com/changelog (18 March 2026)
 */
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
