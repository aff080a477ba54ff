import type { INodePropertyOptions } from 'n8n-workflow';

/** Every OAuth 2.0 scope and what it allows: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code */
const meanings: Readonly<Record<string, string>> = {
	'ads.read': 'See your advertising accounts and their results',
	'ads.write': 'Change your advertising accounts',
	'block.read': 'See the accounts you block',
	'block.write': 'Block and unblock accounts',
	'bookmark.read': 'See your bookmarks',
	'bookmark.write': 'Add and remove bookmarks',
	'broadcast.read': 'See your live broadcasts and their chat',
	'broadcast.write': 'Schedule, start and end live broadcasts',
	'developer.read': 'See your developer account',
	'developer.write': 'Create a developer account for you',
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

const ALL = Object.keys(meanings);
const ADS = ['ads.read', 'ads.write'];
/** Without it, a connection ends after two hours. */
const STAY_CONNECTED = 'offline.access';

const EXTRA: readonly string[] = [
	...ADS,
	'block.write',
	'broadcast.write',
	'developer.read',
	'developer.write',
	'users.email',
];

const recommended = ALL.filter((scope) => !EXTRA.includes(scope));

export const presets: Readonly<Record<string, readonly string[]>> = {
	recommended,
	ads: [...ADS, ...recommended],
	readOnly: ALL.filter((scope) => scope.endsWith('.read') && !EXTRA.includes(scope)).concat(STAY_CONNECTED),
};

export const permissionOptions: INodePropertyOptions[] = [
	{
		name: 'X Core and Triggers (Recommended)',
		value: 'recommended',
		description: 'Nearly all that X Core, X Chat and the triggers need',
	},
	{
		name: 'X Core, Triggers and Ads',
		value: 'ads',
		description: 'The same, and reading and changing your advertising accounts',
	},
	{ name: 'Read Only', value: 'readOnly', description: 'Read, and change nothing' },
	{ name: 'Custom', value: 'custom', description: 'Choose each scope' },
];

/** Returns advice on the choice of Permissions that has the scopes. */
export function permissionsFor(scopes: readonly string[]): string {
	const preset = ['recommended', 'ads'].find((name) =>
		scopes.every((scope) => presets[name]?.includes(scope)),
	);
	const { name = 'Custom' } = permissionOptions.find(({ value }) => value === preset) ?? {};
	return `set Permissions to ${name}`;
}

/** n8n's expressions cannot look up a computed key, so there is one condition for each choice. */
const chosen = Object.entries(presets).reduceRight(
	(otherwise, [name, scopes]) =>
		`($self["permissions"] ?? "recommended") === "${name}" ? "${scopes.join(' ')}" : ${otherwise}`,
	'($self["scopes"] ?? []).join(" ")',
);

/** Returns an expression over the credential's fields, with each requested scope once. */
export const scopeExpression = `[(${chosen}), "${STAY_CONNECTED}", ($self["otherScopes"] ?? "")].join(" ").split(" ").filter((scope, index, all) => scope && all.indexOf(scope) === index).join(" ")`;
