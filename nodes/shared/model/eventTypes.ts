/** What the platform says about one event type of the activity source. */
export interface EventTypeFact {
	/** Dotted name, as sent in a subscription and as delivered. */
	value: string;
	/** Label in the editor; the part before the colon groups it. */
	name: string;
	/** Scope an OAuth 2.0 user token needs to subscribe; the app token does for public events. */
	scope: string;
	/** Only the user can subscribe to it; left out where the app may too, or where no document says. */
	isPrivate?: true;
}

/**
 * Event types a subscription can ask for.
 *
 * @see https://docs.x.com/x-api/activity/introduction#supported-event-types; who may ask for which:
 *   https://docs.x.com/x-api/activity/introduction#event-privacy-and-authentication
 */
export const EVENT_TYPES: readonly EventTypeFact[] = [
	{ value: 'block.block', name: 'Block: Account Blocked', isPrivate: true, scope: 'block.read' },
	{ value: 'block.unblock', name: 'Block: Account Unblocked', isPrivate: true, scope: 'block.read' },
	{ value: 'broadcast.chat', name: 'Broadcast: Chat Message', isPrivate: true, scope: 'broadcast.read' },
	{ value: 'broadcast.end', name: 'Broadcast: Ended', scope: 'tweet.read' },
	{ value: 'broadcast.start', name: 'Broadcast: Started', scope: 'tweet.read' },
	{ value: 'chat.conversation.admin_added', name: 'Chat: Admin Added', isPrivate: true, scope: 'dm.read' },
	{
		value: 'chat.conversation.admin_removed',
		name: 'Chat: Admin Removed',
		isPrivate: true,
		scope: 'dm.read',
	},
	{ value: 'chat.conversation.join', name: 'Chat: Conversation Joined', isPrivate: true, scope: 'dm.read' },
	{ value: 'chat.update.group_name', name: 'Chat: Group Name Changed', isPrivate: true, scope: 'dm.read' },
	{ value: 'chat.conversation.member_added', name: 'Chat: Member Added', isPrivate: true, scope: 'dm.read' },
	{
		value: 'chat.conversation.member_removed',
		name: 'Chat: Member Removed',
		isPrivate: true,
		scope: 'dm.read',
	},
	{ value: 'chat.received', name: 'Chat: Message Received', isPrivate: true, scope: 'dm.read' },
	{ value: 'chat.sent', name: 'Chat: Message Sent', isPrivate: true, scope: 'dm.read' },
	{
		value: 'chat.update.restrictions',
		name: 'Chat: Restrictions Changed',
		isPrivate: true,
		scope: 'dm.read',
	},
	{ value: 'dm.read', name: 'Direct Message: Read', isPrivate: true, scope: 'dm.read' },
	{ value: 'dm.received', name: 'Direct Message: Received', isPrivate: true, scope: 'dm.read' },
	{ value: 'dm.sent', name: 'Direct Message: Sent', isPrivate: true, scope: 'dm.read' },
	{ value: 'dm.indicate_typing', name: 'Direct Message: Typing', isPrivate: true, scope: 'dm.read' },
	{ value: 'follow.follow', name: 'Follow: Followed', scope: 'tweet.read' },
	{ value: 'follow.unfollow', name: 'Follow: Unfollowed', scope: 'tweet.read' },
	{ value: 'like.create', name: 'Like: Created', isPrivate: true, scope: 'like.read' },
	{ value: 'mute.mute', name: 'Mute: Account Muted', isPrivate: true, scope: 'mute.read' },
	{ value: 'mute.unmute', name: 'Mute: Account Unmuted', isPrivate: true, scope: 'mute.read' },
	{ value: 'news.new', name: 'News: Story Published', scope: 'tweet.read' },
	{ value: 'post.create', name: 'Post: Created', scope: 'tweet.read' },
	{ value: 'post.delete', name: 'Post: Deleted', scope: 'tweet.read' },
	{ value: 'post.mention.create', name: 'Post: Mentioned', isPrivate: true, scope: 'tweet.read' },
	{ value: 'post.quote.create', name: 'Post: Quoted', isPrivate: true, scope: 'tweet.read' },
	{ value: 'post.reply.create', name: 'Post: Replied To', isPrivate: true, scope: 'tweet.read' },
	{ value: 'post.repost.create', name: 'Post: Reposted', isPrivate: true, scope: 'tweet.read' },
	{
		value: 'profile.update.affiliate_badge',
		name: 'Profile: Affiliate Badge Changed',
		scope: 'tweet.read',
	},
	{
		value: 'profile.update.banner_picture',
		name: 'Profile: Banner Changed',
		scope: 'tweet.read',
	},
	{ value: 'profile.update.bio', name: 'Profile: Bio Changed', scope: 'tweet.read' },
	{
		value: 'profile.update.screenname',
		name: 'Profile: Display Name Changed',
		scope: 'tweet.read',
	},
	{ value: 'profile.update.handle', name: 'Profile: Handle Changed', scope: 'tweet.read' },
	{ value: 'profile.update.geo', name: 'Profile: Location Changed', scope: 'tweet.read' },
	{
		value: 'profile.update.profile_picture',
		name: 'Profile: Picture Changed',
		scope: 'tweet.read',
	},
	{
		value: 'profile.update.verified_badge',
		name: 'Profile: Verified Badge Changed',
		scope: 'tweet.read',
	},
	{ value: 'profile.update.url', name: 'Profile: Website Changed', scope: 'tweet.read' },
	{ value: 'spaces.end', name: 'Space: Ended', scope: 'tweet.read' },
	{ value: 'spaces.start', name: 'Space: Started', scope: 'tweet.read' },
];

/** Types that are delivered but cannot be subscribed to one by one. */
export const DELIVERED_ONLY = [
	{ value: 'oauth.revoke', name: 'Access: Revoked by User' },
	{ value: 'replay.complete', name: 'Replay: Completed' },
	{ value: 'replay.incomplete', name: 'Replay: Incomplete' },
	{ value: 'stream.post', name: 'Filtered Stream: Post Matched' },
] as const;

const FACTS = new Map(EVENT_TYPES.map((fact) => [fact.value, fact]));

/**
 * What is known of an event type.
 *
 * @param value Dotted name.
 */
export function eventTypeFact(value: string): EventTypeFact | undefined {
	return FACTS.get(value);
}

/** Whether a type is about no user: its subscription is filtered by keyword alone. */
export const isNews = (value: string): boolean => value === 'news.new';

/** Whether a subscription to a type may be filtered by a keyword. */
export const takesKeyword = (value: string): boolean => !/^(mute|block)\./.test(value);

/** Whether a subscription to a type may be filtered by who did it. */
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
for (const value of [...FACTS.keys(), 'oauth.revoke']) {
	BY_LETTERS.set(letters(value), value);
	const detail = /^profile\.update\.(.+)$/.exec(value)?.[1];
	// The old names put the changed thing in the middle: ProfileBioUpdate.
	if (detail !== undefined) BY_LETTERS.set(letters(`profile${detail}update`), value);
}

/**
 * The dotted name of an event type, whichever of its spellings was delivered; an unknown type stays as it is.
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
