import { compact, groupBy } from 'lodash';
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../shared/util/boundedMap';
import { text } from '../shared/util/read';
import { challengeScheme, verify, type Secrets, type Signatures, type Verdict } from './signature';

/** How long a secret is used without asking n8n again, in milliseconds: reading a credential costs n8n more than a run. */
const FRESH_FOR = 10_000;
/** How soon n8n may be asked again after a signature did not fit: a flood of forgeries must not be a flood of reads. */
const AGAIN_AFTER = 1_000;

/** By node; what is forgotten is read again. */
const cached = new BoundedMap<string, { secrets: Secrets; at: number }>(500);

/**
 * The app's secrets in the node's credential as they are now.
 *
 * @throws NodeOperationError when the credential is gone
 */
export async function appSecrets(context: IHookFunctions | IWebhookFunctions): Promise<Secrets> {
	return secretsFrom(await context.getCredentials<IDataObject>('xAppApi'));
}

/** The secrets in a credential, the current one of each kind first. */
export const secretsFrom = (credential: IDataObject): Secrets => ({
	oauth2: rotated(credential.clientSecret, credential.clientSecretPrevious),
	oauth1: rotated(credential.consumerSecret, credential.consumerSecretPrevious),
});

/** What is copied from the same page of X's console, by the names of the fields. */
const COPIED = {
	bearerToken: 'Bearer Token',
	consumerKey: 'Consumer Key',
	consumerSecret: 'Consumer Secret',
	clientSecret: 'Client Secret',
};

/** Names of fields of the credential with the same value, of which one is in the wrong place; undefined without any. */
export async function sameValues(context: IHookFunctions): Promise<string[] | undefined> {
	const credential = await context.getCredentials<IDataObject>('xAppApi');
	const filled = Object.entries(COPIED).filter(([field]) => secretIn(credential[field]) !== undefined);
	return Object.values(groupBy(filled, ([field]) => secretIn(credential[field])))
		.find(({ length }) => length > 1)
		?.map(([, name]) => name);
}

/** A previous secret counts beside a current one only: alone it is one that the app no longer has. */
function rotated(current: unknown, previous: unknown): string[] {
	const secret = secretIn(current);
	return secret === undefined ? [] : compact([secret, secretIn(previous)]);
}

/**
 * A secret as it was entered. Space around it came along when it was copied; space alone is no secret: anybody could
 * sign with it.
 */
function secretIn(field: unknown): string | undefined {
	return text(text(field)?.trim());
}

/**
 * Verifies signatures with secrets that are at most a few seconds old. What does not fit is verified again with the
 * secrets as they are now, so a new secret counts at once and a withdrawn one for those few seconds.
 *
 * @param scope Names the node; see `scopeOf`.
 * @param load Reads the secrets from the credential.
 * @param now In milliseconds since 1970.
 */
export async function verifyWithCachedSecrets(
	scope: string,
	rawBody: Uint8Array,
	signatures: Signatures,
	load: () => Promise<Secrets>,
	now = Date.now(),
): Promise<Verdict> {
	const known = cached.get(scope);
	const age = known === undefined ? Infinity : now - known.at;
	if (known !== undefined && age < FRESH_FOR) {
		const verdict = verify(rawBody, signatures, known.secrets);
		const mayFit = verdict.outcome === 'wrong' || verdict.outcome === 'unverifiable';
		if (!mayFit || age < AGAIN_AFTER) return verdict;
	}
	const secrets = await load();
	// Without a secret nothing is kept: the next delivery asks again.
	if (challengeScheme(secrets) !== undefined) cached.set(scope, { secrets, at: now });
	else cached.delete(scope);
	return verify(rawBody, signatures, secrets);
}
