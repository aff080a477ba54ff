import type { ICredentialDataDecryptedObject, IHttpRequestHelper, INodeProperties } from 'n8n-workflow';
import { createHash } from 'crypto';
import { z } from 'zod';
import { encodeRfc3986 } from '../util/text';
import { addressOf, checkAddresses } from './addresses';
import { CREDENTIALS } from './credentialKinds';
import { askForToken, refusedWith } from './refused';
import { type Failure, FailureError, type FailureKind } from '../errors/failure';

const tokenReply = z.object({ access_token: z.string().min(1) });

export const exchangedFields: readonly INodeProperties[] = [
	{
		displayName: 'Exchanged Token',
		name: 'exchangedToken',
		type: 'hidden',
		// n8n stores what preAuthentication returns here, and calls it again after an answer of 401.
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{ displayName: 'Exchanged For', name: 'exchangedFor', type: 'hidden', default: '' },
];

interface Exchanged {
	exchangedToken: string;
	/** A fingerprint of the keys and the host that the token was exchanged for. */
	exchangedFor: string;
}

/**
 * Exchanges consumer key and secret for an app-only token; repeated calls return the same one:
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/application-only
 *
 * @throws FailureError when X refuses the keys or does not answer with a token.
 */
export async function exchangeKeys(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<Exchanged | undefined> {
	const { baseUrl, bearerToken, consumerKey, consumerSecret } = fields(credentials);
	if (bearerToken || !consumerKey || !consumerSecret) return undefined;
	checkAddresses(credentials);

	const basic = Buffer.from(`${encodeRfc3986(consumerKey)}:${encodeRfc3986(consumerSecret)}`).toString(
		'base64',
	);
	const { data, failure } = await askForToken(
		helpers,
		{
			url: `${baseUrl}/oauth2/token`,
			headers: { Authorization: `Basic ${basic}` },
			body: 'grant_type=client_credentials',
		},
		tokenReply,
		[consumerSecret, basic],
	);
	if (data) return { exchangedToken: data.access_token, exchangedFor: fingerprint(credentials) };
	throw new FailureError({
		...failure,
		message: `Could not get an app token: ${failure.message}`,
		description: aboutKeys(failure)
			? `Check the consumer key and consumer secret in the ${CREDENTIALS.app.displayName} credential, or paste a bearer token instead`
			: failure.description,
	});
}

/** Failures with more precise advice: a limit, an account without credit, an app without access, a gateway. */
const OTHER: ReadonlySet<FailureKind> = new Set<FailureKind>([
	'rateLimit',
	'usageCap',
	'noCredit',
	'forbidden',
	'missingScope',
	'locked',
	'notFound',
	'notJson',
]);

const aboutKeys = ({ kind, status = 0 }: Failure) => status >= 400 && status < 500 && !OTHER.has(kind);

/**
 * Returns the header of the app: the pasted bearer token, else the exchanged one. After a change of the keys, an error
 * of status 401 makes n8n exchange them again.
 *
 * @throws FailureError when the credential has neither; an error of status 401 when the keys were changed, which makes n8n exchange them again.
 */
export function bearerHeaders(credentials: ICredentialDataDecryptedObject): { Authorization: string } {
	const { consumerKey, consumerSecret } = fields(credentials);
	const token = tokenOf(credentials);
	if (!token && !isCurrent(credentials) && consumerKey && consumerSecret) throw new KeysChanged();
	if (!token)
		throw refusedWith(
			`The ${CREDENTIALS.app.displayName} credential has neither a bearer token nor a consumer key with its secret`,
			'Open the credential and fill in one of the two',
		);
	return { Authorization: `Bearer ${token}` };
}

/** Returns the token that authenticates as the app. Undefined until the keys have been exchanged for one. */
export function tokenOf(credentials: ICredentialDataDecryptedObject): string | undefined {
	const { bearerToken, exchangedToken } = fields(credentials);
	return bearerToken || (isCurrent(credentials) ? exchangedToken : '') || undefined;
}

function isCurrent(credentials: ICredentialDataDecryptedObject): boolean {
	const { exchangedFor } = fields(credentials);
	return exchangedFor === '' || exchangedFor === fingerprint(credentials);
}

class KeysChanged extends Error {
	readonly response = { status: 401 };

	constructor() {
		super('The app token was fetched for other keys: it is to be fetched anew');
	}
}

/** The editor keeps the stored token when a user enters the keys of another app. */
function fingerprint(credentials: ICredentialDataDecryptedObject): string {
	const { baseUrl, consumerKey, consumerSecret } = fields(credentials);
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, consumerKey, consumerSecret]))
		.digest('hex')
		.slice(0, 16);
}

const fields = (credentials: ICredentialDataDecryptedObject) => ({
	...fieldsSchema.parse(credentials),
	baseUrl: addressOf({ ...credentials }, 'baseUrl'),
});

const field = z.string().trim().catch('');
const fieldsSchema = z.object({
	bearerToken: field,
	consumerKey: field,
	consumerSecret: field,
	exchangedToken: field,
	exchangedFor: field,
});
