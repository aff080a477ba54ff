/** Events with subscriptions, and the credentials for each: https://docs.x.com/x-api/activity/introduction. */
import { everyValue, operationOf } from '../../facts';

export interface ActivityType {
	/** No user's consent is needed: an app-only token will do. */
	isPublic: boolean;
	/** The scope an OAuth 2.0 user token needs. */
	scope: string;
	/** Only the source user may subscribe, and `direction` is refused. */
	ownOnly: boolean;
}

const SCOPES: Readonly<Record<string, string>> = {
	chat: 'dm.read',
	dm: 'dm.read',
	like: 'like.read',
	mute: 'mute.read',
	block: 'block.read',
	subscriptions: 'follows.read',
};

/** The name that responses use; the deprecated alias is still taken. */
export const canonicalType = (name: string): string =>
	name === 'chat.conversation_join' ? 'chat.conversation.join' : name;

const names = operationOf('POST /2/activity/subscriptions')
	.body?.fields.filter(({ name }) => name === 'event_type')
	.flatMap((field) => everyValue(field).map((name) => canonicalType(String(name))));

export const activityTypes: ReadonlyMap<string, ActivityType> = new Map(
	names?.map((name): [string, ActivityType] => {
		const family = name.split('.')[0] ?? '';
		const ownOnly = family === 'mute' || family === 'block';
		return [name, { isPublic: isPublic(name), scope: SCOPES[family] ?? 'tweet.read', ownOnly }];
	}),
);

/** follow, spaces, news and oauth are not classified by the documents; the simulator lets an app subscribe to them. */
function isPublic(name: string): boolean {
	if (name.startsWith('broadcast.chat')) return false;
	if (name === 'post.create' || name === 'post.delete') return true;
	return /^(?:profile|follow|spaces|news|broadcast|oauth)\./.test(name);
}
