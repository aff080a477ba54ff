/** This file checks the parts of a credential in n8n's test. n8n never tests a credential of OAuth 2.0. */
import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { asText } from '../util/text';
import { checkAddresses } from './addresses';
import type { CredentialKind } from './credentialKinds';
import { hasChatPart, lacksToken } from './parts';
import { refusedWith } from './refused';

/** Marks the request of a test, so that a part that is wrong stops no other request. It is not sent. */
const MARK = 'X-Credential-Test';

/** Two keys. X Chat checks more of them. */
const KEY_BYTES = 64;

export const TEST_HEADERS = { [MARK]: 'true' };

/**
 * Checks the parts of a credential that is tested, and returns the request as it is sent.
 *
 * @throws FailureError for a part that cannot be used.
 */
export function withTestedParts(
	kind: CredentialKind,
	credentials: ICredentialDataDecryptedObject,
	{ headers = {}, ...options }: IHttpRequestOptions,
): IHttpRequestOptions {
	const { [MARK]: mark, ...sent } = headers;
	if (mark === undefined) return { ...options, headers };
	checkAddresses(credentials);
	if (lacksToken(kind, credentials))
		throw refusedWith('Use for Streams and Webhooks is on, and Bearer Token is empty', 'Enter the token');
	const keys = Buffer.from(asText(credentials.privateKeys), 'base64');
	if (hasChatPart(credentials) && keys.length !== KEY_BYTES)
		throw refusedWith(`The private keys must have ${KEY_BYTES} bytes in Base64`, 'Enter them again');
	return { ...options, headers: sent };
}

/** Adds to a request's own headers, where its sender sees which token n8n took. */
export function signedIn(
	request: IHttpRequestOptions,
	headers: { Authorization: string },
): IHttpRequestOptions {
	Object.assign((request.headers ??= {}), headers);
	return request;
}
