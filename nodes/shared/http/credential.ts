/** What a request needs from a credential. */
import { NodeOperationError, type ICredentialDataDecryptedObject, type IDataObject } from 'n8n-workflow';
import { tokensIn } from '../auth/accessToken';
import { addressOf } from '../auth/addresses';
import type { Host } from '../auth/credentialKinds';
import type { ApiContext } from './apiContext';

/** Secrets and tokens of the credential, which must not be shown even if an answer repeats them. */
export function secretsOf(credentials: IDataObject): string[] {
	const { oauthTokenData, ...fields } = credentials;
	const { access_token, refresh_token } = (oauthTokenData ?? {}) as IDataObject;
	const renewed = tokensIn(credentials as ICredentialDataDecryptedObject);
	const named = Object.entries(fields).flatMap(([name, value]) =>
		/(secret|token)/i.test(name) ? value : [],
	);
	return [...named, ...renewed, access_token, refresh_token].filter(
		(value): value is string => typeof value === 'string' && value.length >= 6,
	);
}

/** @throws NodeOperationError if the credential has no address. */
export function readBaseUrl(
	context: ApiContext,
	credentials: IDataObject,
	host: Host,
	itemIndex?: number,
): string {
	const url = addressOf(credentials, host);
	if (!/^https?:\/\/[^\s/]+/.test(url))
		throw new NodeOperationError(context.getNode(), 'The credential holds no valid base URL', {
			...(itemIndex !== undefined && { itemIndex }),
			description: 'Open the credential and enter an address such as https://api.x.com',
			failure: { cause: 'credential-invalid' },
		});
	return url;
}
