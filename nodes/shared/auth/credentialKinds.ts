/** The kinds of credential, as the nodes' `authentication` parameter names them. */
export type CredentialKind = 'app' | 'oAuth2' | 'oAuth1';

/** n8n's name of each credential kind. */
export const credentialType: Record<CredentialKind, string> = {
	app: 'xAppApi',
	oAuth2: 'xUserOAuth2Api',
	oAuth1: 'xUserOAuth1Api',
};

/** The credential field that holds the address of an API. */
export type Host = 'baseUrl' | 'adsUrl' | 'adsSandboxUrl';
