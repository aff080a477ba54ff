import type { INodePropertyOptions } from 'n8n-workflow';

/** Every OAuth 2.0 scope of the platform's API v2 and what it allows. */
const meanings: Readonly<Record<string, string>> = {
	'block.read': 'See the accounts you block',
	'block.write': 'Block and unblock accounts',
	'bookmark.read': 'See your bookmarks',
	'bookmark.write': 'Add and remove bookmarks',
	'broadcast.read': 'See your live broadcasts and their chat',
	'broadcast.write': 'Schedule, start and end live broadcasts',
	'dm.read': 'Read your Direct Messages',
	'dm.write': 'Send and delete Direct Messages',
	'follows.read': 'See who you follow and who follows you',
	'follows.write': 'Follow and unfollow accounts',
	'like.read': 'See the Posts you like',
	'like.write': 'Like and unlike Posts',
	'list.read': 'See your lists, their members and followers',
	'list.write': 'Create, change and delete lists',
	'media.write': 'Upload images, videos and subtitles',
	'mute.read': 'See the accounts you mute',
	'mute.write': 'Mute and unmute accounts',
	'offline.access': 'Stay connected: without it the connection ends after two hours',
	'space.read': 'See Spaces',
	'timeline.read': 'See who reposted your Posts',
	'tweet.moderate.write': 'Hide and show replies to your Posts',
	'tweet.read': 'Read Posts; needed by nearly every operation',
	'tweet.write': 'Create and delete Posts',
	'users.email': 'See the confirmed email address of your account',
	'users.read': 'Read profiles; needed by nearly every operation',
};

/** The scopes as the options of a form field, in alphabetical order. */
export const scopeOptions: INodePropertyOptions[] = Object.entries(meanings).map(([name, description]) => ({
	name,
	value: name,
	description,
}));

/** What no operation of X Core and nothing of the trigger needs. */
const EXTRA: readonly string[] = ['block.write', 'broadcast.write', 'users.email'];

/** What the operations of X Core and the trigger need; least privilege beyond that is the user's choice. */
export const defaultScopes = Object.keys(meanings).filter((scope) => !EXTRA.includes(scope));
