import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Person } from '../simulator/chat/person';
import { KEY_VERSION } from '../simulator/chat/state';
import { APP, ME, PIXEL } from '../simulator/identities';

/** Where the simulator listens. */
export interface Addresses {
	baseUrl: string;
	adsUrl: string;
	adsSandboxUrl: string;
}

/** Fields that differ from the known good ones, by credential type; `null` leaves the credential unset. */
export type CredentialOverrides = Record<string, ICredentialDataDecryptedObject | null>;

const USERS = ['xUserOAuth2Api', 'xUserOAuth1Api', 'xAccessTokenApi'];

/**
 * The part for encrypted chat of whichever user's credential.
 *
 * @param keys What differs from the good ones; `null` for a credential without the part.
 */
export function chatKeys(
	keys: { readonly privateKeys?: string; readonly version?: string } | null,
): CredentialOverrides {
	const { privateKeys, version } = keys ?? {};
	const part = {
		useForChat: keys !== null,
		...(privateKeys !== undefined && { privateKeys }),
		...(version !== undefined && { chatVersion: version }),
	};
	return Object.fromEntries(USERS.map((type) => [type, part]));
}

/** The credentials of the simulated X's own identities, as someone would have entered and connected them. */
export function credentialsFor(
	{ baseUrl, adsUrl, adsSandboxUrl }: Addresses,
	overrides: CredentialOverrides = {},
): Record<string, ICredentialDataDecryptedObject> {
	const hosts = { baseUrl, adsUrl, adsSandboxUrl };
	const { consumerKey, consumerSecret, clientId, clientSecret, bearerToken } = APP;
	const { accessToken, accessTokenSecret } = ME;
	const oauthTokenData = {
		access_token: ME.oauth2AccessToken,
		refresh_token: ME.oauth2RefreshToken,
		token_type: 'bearer',
	};
	const { blob: privateKeys, version: chatVersion } = new Person(ME.id, KEY_VERSION);
	const chat = { useForChat: true, privateKeys, chatVersion };
	const events = { useForEvents: true, bearerToken, clientSecret };
	const good: Record<string, ICredentialDataDecryptedObject> = {
		xAppApi: { ...hosts, bearerToken, consumerKey, consumerSecret, clientSecret },
		xUserOAuth2Api: { ...hosts, ...events, ...chat, clientId, consumerSecret, oauthTokenData },
		xUserOAuth1Api: {
			...hosts,
			...chat,
			useForEvents: true,
			consumerKey,
			consumerSecret,
			clientSecret,
			accessToken,
			accessTokenSecret,
		},
		xAccessTokenApi: { ...hosts, ...events, ...chat, consumerSecret, accessToken: ME.oauth2AccessToken },
		xPixelTokenApi: { adsUrl, adsSandboxUrl, pixelToken: PIXEL.token },
	};
	for (const [type, fields] of Object.entries(overrides)) {
		if (fields === null) delete good[type];
		else good[type] = { ...good[type], ...fields };
	}
	return good;
}
