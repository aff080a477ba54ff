/** What X says about one event type of the activity source. */
interface EventTypeFact {
	/** Dotted name, as sent in a subscription and as delivered. */
	value: string;
	/** Label in the editor; the part before the colon groups it. */
	name: string;
	/** Scope an OAuth 2.0 user token needs to subscribe; the app token does for public events. */
	scope: string;
	/** Only the user can subscribe to it; left out where the app may too, or where no document says. */
	isPrivate?: true;
}

const ofAnybody = (value: string, name: string, scope: string): EventTypeFact => ({ value, name, scope });
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
	ofUser('block.block', 'Block: Account Blocked', 'block.read'),
	ofUser('block.unblock', 'Block: Account Unblocked', 'block.read'),
	ofUser('broadcast.chat', 'Broadcast: Chat Message', 'broadcast.read'),
	ofUser('broadcast.chat.remove', 'Broadcast: Chat Message Removed', 'broadcast.read'),
	ofAnybody('broadcast.end', 'Broadcast: Ended', 'tweet.read'),
	ofAnybody('broadcast.start', 'Broadcast: Started', 'tweet.read'),
	ofUser('chat.conversation.admin_added', 'Chat: Admin Added', 'dm.read'),
	ofUser('chat.conversation.admin_removed', 'Chat: Admin Removed', 'dm.read'),
	ofUser('chat.conversation.join', 'Chat: Conversation Joined', 'dm.read'),
	ofUser('chat.update.group_name', 'Chat: Group Name Changed', 'dm.read'),
	ofUser('chat.conversation.member_added', 'Chat: Member Added', 'dm.read'),
	ofUser('chat.conversation.member_removed', 'Chat: Member Removed', 'dm.read'),
	ofUser('chat.received', 'Chat: Message Received', 'dm.read'),
	ofUser('chat.sent', 'Chat: Message Sent', 'dm.read'),
	ofUser('chat.update.restrictions', 'Chat: Restrictions Changed', 'dm.read'),
	ofUser('dm.read', 'Direct Message: Read', 'dm.read'),
	ofUser('dm.received', 'Direct Message: Received', 'dm.read'),
	ofUser('dm.sent', 'Direct Message: Sent', 'dm.read'),
	ofUser('dm.indicate_typing', 'Direct Message: Typing', 'dm.read'),
	ofAnybody('follow.follow', 'Follow: Followed', 'tweet.read'),
	ofAnybody('follow.unfollow', 'Follow: Unfollowed', 'tweet.read'),
	ofUser('like.create', 'Like: Created', 'like.read'),
	ofUser('mute.mute', 'Mute: Account Muted', 'mute.read'),
	ofUser('mute.unmute', 'Mute: Account Unmuted', 'mute.read'),
	ofAnybody('news.new', 'News: Story Published', 'tweet.read'),
	ofAnybody('post.create', 'Post: Created', 'tweet.read'),
	ofAnybody('post.delete', 'Post: Deleted', 'tweet.read'),
	ofUser('post.mention.create', 'Post: Mentioned', 'tweet.read'),
	ofUser('post.quote.create', 'Post: Quoted', 'tweet.read'),
	ofUser('post.reply.create', 'Post: Replied To', 'tweet.read'),
	ofUser('post.repost.create', 'Post: Reposted', 'tweet.read'),
	ofAnybody('profile.update.affiliate_badge', 'Profile: Affiliate Badge Changed', 'tweet.read'),
	ofAnybody('profile.update.banner_picture', 'Profile: Banner Changed', 'tweet.read'),
	ofAnybody('profile.update.bio', 'Profile: Bio Changed', 'tweet.read'),
	ofAnybody('profile.update.screenname', 'Profile: Display Name Changed', 'tweet.read'),
	ofAnybody('profile.update.handle', 'Profile: Handle Changed', 'tweet.read'),
	ofAnybody('profile.update.geo', 'Profile: Location Changed', 'tweet.read'),
	ofAnybody('profile.update.profile_picture', 'Profile: Picture Changed', 'tweet.read'),
	ofAnybody('profile.update.verified_badge', 'Profile: Verified Badge Changed', 'tweet.read'),
	ofAnybody('profile.update.url', 'Profile: Website Changed', 'tweet.read'),
	ofAnybody('spaces.end', 'Space: Ended', 'tweet.read'),
	ofAnybody('spaces.start', 'Space: Started', 'tweet.read'),
	ofUser('subscriptions.subscribe', 'Subscription: Begun', 'follows.read'),
	ofUser('subscriptions.unsubscribe', 'Subscription: Ended', 'follows.read'),
];

/** Types that are delivered but cannot be subscribed to one by one. */
export const DELIVERED_ONLY = [
	{ value: 'oauth.revoke', name: 'Access: Revoked by User' },
	{ value: 'replay.complete', name: 'Replay: Completed' },
	{ value: 'replay.incomplete', name: 'Replay: Incomplete' },
	{ value: 'stream.post', name: 'Filtered Stream: Post Matched' },
] as const;

const FACTS = new Map(EVENT_TYPES.map((fact) => [fact.value, fact]));

/** What is known of an event type, by its dotted name. */
export const eventTypeFact = (value: string): EventTypeFact | undefined => FACTS.get(value);

/** Whether a type is about no user: its subscription is filtered by keyword alone. */
export const isNews = (value: string): boolean => value === 'news.new';

/** Whether a subscription to a type may be filtered by a keyword. */
export const takesKeyword = (value: string): boolean => !/^(mute|block)\./.test(value);

/** Those of encrypted conversations. */
export const CHAT_EVENT_TYPES: readonly string[] = EVENT_TYPES.flatMap(({ value }) =>
	value.startsWith('chat.') ? value : [],
);

/** Whether event types of encrypted conversations are among some. */
export const hasChatEvents = (types: readonly string[]): boolean =>
	types.some((type) => CHAT_EVENT_TYPES.includes(type));

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
