/**
 * The optional parts of a user's credential: the app itself, for streams and webhooks, and the private keys of the
 * account in X Chat. With them a node needs one credential, whatever it does.
 */
import type { ICredentialDataDecryptedObject, IDataObject, INodeProperties } from 'n8n-workflow';
import { attached } from '../memory/process';
import { asText, isOn } from '../util/text';
import { CREDENTIALS, type CredentialKind } from './credentialKinds';

type Shown = NonNullable<INodeProperties['displayOptions']>['show'];

/** Makes a field of a credential whose value the form hides. */
export const secretField = (
	displayName: string,
	name: string,
	description: string,
	show?: Shown,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description,
	...(show && { displayOptions: { show } }),
});

const FILLED = { _cnd: { not: '' } };

/** Makes the fields of secrets that are being replaced; each is shown beside its successor. */
export const previousSecrets = (show: Shown = {}) => ({
	clientSecretPrevious: previous('Client Secret', 'clientSecret', show),
	consumerSecretPrevious: previous('Consumer Secret', 'consumerSecret', show),
});

const previous = (label: string, successor: string, show: Shown): INodeProperties =>
	secretField(
		`Previous ${label}`,
		`${successor}Previous`,
		`The ${label.toLowerCase()} you are replacing. Events signed with it are still accepted; remove it when the change is complete.`,
		{ ...show, [successor]: [FILLED] },
	);

const NAME = 'maxCostPerDay';

export const dayLimitField: INodeProperties = {
	displayName: 'Max Cost per Day (USD)',
	name: NAME,
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	default: 0,
	description:
		'The most that runs, triggers, and lists opened in the editor may cost with this credential on a day (UTC), together. 0 for no limit. Each process of n8n counts for itself.',
};

/** Returns the limit of a credential, in USD; Infinity without one. */
export function dayLimitOf(credentials: IDataObject): number {
	const limit = Number(credentials[NAME]);
	return Number.isFinite(limit) && limit > 0 ? limit : Infinity;
}

const EVENTS = 'useForEvents';
const CHAT = 'useForChat';

const OF_EVENTS = { [EVENTS]: [true] };

const EVENT_FIELDS = {
	bearerToken: secretField(
		'Bearer Token',
		'bearerToken',
		'App-only token from the Developer Console, of the same app as the other keys: streams are opened and webhooks registered with it',
		OF_EVENTS,
	),
	clientSecret: secretField(
		'Client Secret',
		'clientSecret',
		'On the page Keys and tokens of the app under OAuth 2.0. X signs webhooks with it if the app has one. Leave empty if the app uses OAuth 1.0a only.',
		OF_EVENTS,
	),
	consumerSecret: secretField(
		'Consumer Secret',
		'consumerSecret',
		'Also called API key secret. X signs webhooks with it if the app has no client secret. Leave empty otherwise.',
		OF_EVENTS,
	),
	...previousSecrets(OF_EVENTS),
};

/** Returns the part for streams and webhooks. */
export const eventsPart = (...names: ReadonlyArray<keyof typeof EVENT_FIELDS>): INodeProperties[] => [
	{
		displayName: 'Use for Streams and Webhooks',
		name: EVENTS,
		type: 'boolean',
		default: false,
		description:
			'Whether this credential also acts for the app: for X Stream Trigger, X Webhook Trigger, and operations of the app such as those for webhooks and stream rules',
	},
	...names.map((name) => EVENT_FIELDS[name]),
];

export const chatPart: readonly INodeProperties[] = [
	{
		displayName: 'Use for Encrypted Chat',
		name: CHAT,
		type: 'boolean',
		default: false,
		description: 'Whether X Chat and the triggers decrypt and sign messages with the private keys below',
	},
	{
		displayName:
			'These keys are the identity of the account in X Chat: whoever may use this credential reads all its chats and can write in its name. For those who only post, make a second credential without them. <a href="https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/chat-keys.md">A page in your browser</a> gets the keys, with your PIN or new ones. Never enter the PIN here.',
		name: 'chatNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { [CHAT]: [true] } },
	},
	secretField(
		'Private Keys',
		'privateKeys',
		'The identity key and the signing key, together 64 bytes in Base64',
		{ [CHAT]: [true] },
	),
	{
		displayName: 'Key Version',
		name: 'chatVersion',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1769472000000',
		description: 'The version under which X has the public keys. Found automatically if empty.',
		displayOptions: { show: { [CHAT]: [true] } },
	},
];

/** Makes a notice about parts that n8n's test of a credential does not see. */
export const untested = (displayName: string): INodeProperties => ({
	displayName,
	name: 'testNotice',
	type: 'notice',
	default: '',
});

/** Checks whether a credential has the part for streams and webhooks. That of an app is nothing else. */
export const hasEventsPart = (kind: CredentialKind, credentials: IDataObject): boolean =>
	kind === 'app' || isOn(credentials[EVENTS]);

/** Checks whether the part for streams and webhooks is on without the token, which OAuth 1.0a fetches with its keys. */
export const lacksToken = (kind: CredentialKind, credentials: IDataObject): boolean =>
	(kind === 'oAuth2' || kind === 'accessToken') &&
	hasEventsPart(kind, credentials) &&
	asText(credentials.bearerToken).trim() === '';

/** Checks whether a credential has the part for encrypted chat. */
export const hasChatPart = (credentials: IDataObject): boolean => isOn(credentials[CHAT]);

const asApp = attached<ICredentialDataDecryptedObject, true>({
	name: 'credentials that act as their app',
	of: 'execution',
});

/** Marks a credential of a user, so that a request with it acts as the app. */
export function actingAsApp(credentials: ICredentialDataDecryptedObject): ICredentialDataDecryptedObject {
	asApp.set(credentials, true);
	return credentials;
}

/** Checks whether a request with a credential of a user acts as the app. */
export const isActingAsApp = (credentials: ICredentialDataDecryptedObject): boolean =>
	asApp.get(credentials) === true;

/**
 * The type of credential that signs requests of the app. n8n signs those of OAuth 2.0 with the user's token, whatever
 * the type does, and an access token is renewed for its user; both have the app's own token.
 */
export const appSigner = (kind: CredentialKind): string =>
	CREDENTIALS[kind === 'oAuth1' ? 'oAuth1' : 'app'].type;
