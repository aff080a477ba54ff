/** The kinds of credential, as the nodes' `authentication` parameter names them. */
export type CredentialKind = 'app' | 'oAuth2' | 'oAuth1' | 'accessToken' | 'pixelToken';

export type UserKind = Extract<CredentialKind, 'oAuth1' | 'oAuth2' | 'accessToken'>;

interface CredentialNames {
	readonly type: string;
	readonly label: string;
	/** The name in n8n's list of credentials, where n8n's lint requires the words OAuth2 and API. */
	readonly displayName: string;
}

export const CREDENTIALS: Readonly<Record<CredentialKind, CredentialNames>> = {
	app: { type: 'xAppApi', label: 'App', displayName: 'X (Twitter) App API' },
	oAuth1: { type: 'xUserOAuth1Api', label: 'User (OAuth 1.0a)', displayName: 'X (Twitter) OAuth1 API' },
	oAuth2: { type: 'xUserOAuth2Api', label: 'User (OAuth 2.0)', displayName: 'X (Twitter) OAuth2 API' },
	accessToken: {
		type: 'xAccessTokenApi',
		label: 'Access Token',
		displayName: 'X (Twitter) Access Token API',
	},
	pixelToken: { type: 'xPixelTokenApi', label: 'Pixel Token', displayName: 'X Pixel Token API' },
};

/** Returns a kind under both of its names: in the form and in n8n's list of credentials. */
export const kindInWords = (kind: CredentialKind): string =>
	`${CREDENTIALS[kind].label} (credential ${CREDENTIALS[kind].displayName})`;

/** Returns the labels of some kinds, in the order of the menu. */
export const labelsOfKinds = (...kinds: readonly CredentialKind[]) =>
	Object.fromEntries(withAccessToken(kinds).map((kind) => [kind, CREDENTIALS[kind].label]));

/** Kinds with those that are accepted in the same places: an access token is one of OAuth 2.0 that exists already. */
export const withAccessToken = (kinds: readonly CredentialKind[]): CredentialKind[] =>
	kinds.includes('oAuth2') ? [...kinds, 'accessToken'] : [...kinds];

/** Kinds of the credentials that do for an operation: one of the app takes a user's, which has the app as a part. */
export const kindsOfCredentials = (kinds: readonly CredentialKind[]): CredentialKind[] =>
	kinds.includes('app') ? ['app', 'oAuth1', 'oAuth2', 'accessToken'] : withAccessToken(kinds);

/** Returns the kind of the token that a request has, or undefined if the credential does not do. */
export const kindOfToken = (kinds: readonly CredentialKind[], holder: CredentialKind) => {
	if (withAccessToken(kinds).includes(holder)) return holder;
	return kindsOfCredentials(kinds).includes(holder) ? 'app' : undefined;
};

/** The credential field that holds the address of an API. */
export type Host = 'baseUrl' | 'adsUrl' | 'adsSandboxUrl';
