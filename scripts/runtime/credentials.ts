import { Person } from '../../test/simulator/chat/person';
import { KEY_VERSION } from '../../test/simulator/chat/state';
import { APP, ME, PIXEL } from '../../test/simulator/identities';
import type { CredentialInput } from './types';

/** The addresses that the credentials point to. */
export interface Addresses {
	baseUrl: string;
	adsUrl: string;
	adsSandboxUrl: string;
}

/** Names of the credential types, by the value of the nodes' `authentication` parameter. */
export const CREDENTIAL_TYPES = {
	app: 'xAppApi',
	oAuth2: 'xUserOAuth2Api',
	oAuth1: 'xUserOAuth1Api',
	accessToken: 'xAccessTokenApi',
	pixelToken: 'xPixelTokenApi',
} as const;

/** The kinds of credentials for a running simulator. The OAuth 2.0 one is still to be connected. */
export function demoCredentials({ baseUrl, adsUrl, adsSandboxUrl }: Addresses): CredentialInput[] {
	const addresses = { baseUrl, adsUrl, adsSandboxUrl };
	const { bearerToken, consumerKey, consumerSecret, consumerSecretPrevious } = APP;
	const { clientId, clientSecret, clientSecretPrevious } = APP;
	const chat = {
		useForChat: true,
		privateKeys: new Person(ME.id, KEY_VERSION).blob,
		chatVersion: KEY_VERSION,
	};
	return [
		{
			name: 'X app (simulated)',
			type: CREDENTIAL_TYPES.app,
			data: {
				...addresses,
				bearerToken,
				consumerKey,
				consumerSecret,
				consumerSecretPrevious,
				clientSecret,
				clientSecretPrevious,
			},
		},
		{
			name: 'X user, OAuth 2.0 (simulated)',
			type: CREDENTIAL_TYPES.oAuth2,
			data: {
				...addresses,
				...chat,
				clientId,
				clientSecret,
				useForEvents: true,
				bearerToken,
				consumerSecret,
				authorizeUrl: `${baseUrl}/i/oauth2/authorize`,
			},
		},
		{
			name: 'X user, OAuth 1.0a (simulated)',
			type: CREDENTIAL_TYPES.oAuth1,
			data: {
				...addresses,
				...chat,
				consumerKey,
				consumerSecret,
				useForEvents: true,
				clientSecret,
				accessToken: ME.accessToken,
				accessTokenSecret: ME.accessTokenSecret,
			},
		},
		{
			name: 'X access token (simulated)',
			type: CREDENTIAL_TYPES.accessToken,
			data: {
				...addresses,
				...chat,
				accessToken: ME.oauth2AccessToken,
				clientSecret,
				useForEvents: true,
				bearerToken,
				consumerSecret,
			},
		},
		{
			name: 'X accounts of a table',
			type: CREDENTIAL_TYPES.accessToken,
			data: { ...addresses, accessToken: '={{ $json.access_token }}' },
		},
		{
			name: 'X pixel (simulated)',
			type: CREDENTIAL_TYPES.pixelToken,
			data: { adsUrl, adsSandboxUrl, pixelToken: PIXEL.token },
		},
	];
}
