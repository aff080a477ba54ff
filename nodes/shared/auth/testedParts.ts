/** This file makes n8n's test of a credential, and checks its parts then. n8n never tests a credential of OAuth 2.0. */
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { asText } from '../util/text';
import { addressExpression, checkAddresses } from './addresses';
import type { CredentialKind } from './credentialKinds';
import { hasChatPart, lacksToken } from './parts';
import { refusedWith } from './refused';

/** Marks the request of a test, so that a part that is wrong stops no other request. It is not sent. */
const MARK = 'X-Credential-Test';

/** Two keys. X Chat checks more of them. */
const KEY_BYTES = 64;

/** Makes the test of a credential. Its rules explain why X refuses it; n8n would show only the status. */
export const credentialTest = (
	url: string,
	check: string,
	headers: IHttpRequestOptions['headers'] = { [MARK]: 'true' },
): ICredentialTestRequest => ({
	request: { baseURL: `={{${addressExpression('baseUrl', '$credentials')}}}`, url, headers },
	rules: [
		rule(401, `X did not accept the keys: ${check}`),
		rule(
			403,
			'X refused the app: check in the Developer Console that it belongs to a project and is not suspended',
		),
		rule(429, 'X allows no more requests for now: try again in 15 minutes'),
	],
});

const rule = (value: number, message: string) => ({
	type: 'responseCode' as const,
	properties: { value, message },
});

type Sign = (
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions,
) => IHttpRequestOptions;

/** Returns how a credential signs a request. The parts of one that is tested are checked first. */
export const signedBy =
	(kind: CredentialKind, sign: Sign) =>
	async (credentials: ICredentialDataDecryptedObject, request: IHttpRequestOptions) =>
		await Promise.resolve(sign(credentials, withTestedParts(kind, credentials, request)));

/**
 * Checks the parts of a credential that is tested, and returns the request as it is sent.
 *
 * @throws FailureError for a part that cannot be used.
 */
function withTestedParts(
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
