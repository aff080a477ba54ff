/** What the platform lets one subscribe to, and with whose credentials (core facts, section 3). */
export interface ActivityType {
	/** No user's consent is needed: an app-only token will do. */
	isPublic: boolean;
	/** The scope an OAuth 2.0 user token needs. */
	scope: string;
	/** Only the source user may subscribe, and `direction` is refused. */
	ownOnly: boolean;
}

const names = [
	'profile.update.bio',
	'profile.update.profile_picture',
	'profile.update.banner_picture',
	'profile.update.screenname',
	'profile.update.geo',
	'profile.update.url',
	'profile.update.verified_badge',
	'profile.update.affiliate_badge',
	'profile.update.handle',
	'news.new',
	'follow.follow',
	'follow.unfollow',
	'spaces.start',
	'spaces.end',
	'broadcast.start',
	'broadcast.end',
	'broadcast.chat',
	'chat.received',
	'chat.sent',
	'chat.conversation.join',
	'chat.conversation.member_added',
	'chat.conversation.member_removed',
	'chat.conversation.admin_added',
	'chat.conversation.admin_removed',
	'chat.update.group_name',
	'chat.update.restrictions',
	'dm.sent',
	'dm.received',
	'dm.indicate_typing',
	'dm.read',
	'post.create',
	'post.delete',
	'post.mention.create',
	'post.reply.create',
	'post.quote.create',
	'post.repost.create',
	'like.create',
	'mute.mute',
	'mute.unmute',
	'block.block',
	'block.unblock',
] as const;

const scopes: Record<string, string> = {
	chat: 'dm.read',
	dm: 'dm.read',
	like: 'like.read',
	mute: 'mute.read',
	block: 'block.read',
};

const aliases: Record<string, string> = { 'chat.conversation_join': 'chat.conversation.join' };

export const activityTypes: ReadonlyMap<string, ActivityType> = new Map(
	names.map((name) => [name, describe(name)]),
);

/** The name that responses use; the deprecated alias is still taken. */
export function canonicalType(name: string): string {
	return aliases[name] ?? name;
}

function describe(name: string): ActivityType {
	const family = name.split('.')[0] ?? '';
	return {
		isPublic: isPublic(name),
		scope: scopes[family] ?? 'tweet.read',
		ownOnly: family === 'mute' || family === 'block',
	};
}

/** follow, spaces and news are not classified by the documents; the simulator lets an app subscribe to them. */
function isPublic(name: string): boolean {
	if (name === 'broadcast.chat') return false;
	if (name === 'post.create' || name === 'post.delete') return true;
	return /^(?:profile|follow|spaces|news|broadcast)\./.test(name);
}
