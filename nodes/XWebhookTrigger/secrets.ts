import { compact, groupBy } from 'lodash';
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { CREDENTIALS, type CredentialKind } from '../shared/auth/credentialKinds';
import { hasEventsPart } from '../shared/auth/parts';
import { remembered } from '../shared/memory/process';
import { text } from '../shared/util/lenient';
import { kindOf, type WebhookContext } from './context';
import { challengeScheme, verify, type Secrets, type Signatures, type SignatureVerdict } from './signature';

/** The time, in milliseconds, until n8n is asked again for a secret. Reading a credential costs it more than a run. */
const FRESH_FOR = 10_000;
/** The shortest time between two reads after wrong signatures: a flood of forgeries must not be one of reads. */
const AGAIN_AFTER = 1_000;

/** By node. Forgotten secrets are read again. */
const cached = remembered<{ secrets: Secrets; at: number; wrongAt: number }>({
	name: 'secrets for signatures',
	of: 'node',
	until: 'they are read again, seconds later',
});

/**
 * Reads the present secrets of the app from the node's credential.
 *
 * @throws NodeOperationError when the credential is gone.
 */
export async function appSecrets(context: WebhookContext): Promise<Secrets> {
	const kind = kindOf(context);
	return secretsFrom(kind, await context.getCredentials<IDataObject>(CREDENTIALS[kind].type));
}

/** Reads the secrets of a credential. A user's credential that is not for webhooks has none. */
export const secretsFrom = (kind: CredentialKind, credential: IDataObject): Secrets =>
	hasEventsPart(kind, credential)
		? {
				oauth2: rotated(credential.clientSecret, credential.clientSecretPrevious),
				oauth1: rotated(credential.consumerSecret, credential.consumerSecretPrevious),
			}
		: { oauth2: [], oauth1: [] };

/** The values that are on one page of X's console, by the names of the fields. */
const COPIED = {
	bearerToken: 'Bearer Token',
	consumerKey: 'Consumer Key',
	consumerSecret: 'Consumer Secret',
	clientSecret: 'Client Secret',
};

/** Names the fields of a credential with the same value, as one must be wrong. Returns undefined if all differ. */
export async function sameValues(context: IHookFunctions, kind: CredentialKind) {
	const credential = await context.getCredentials<IDataObject>(CREDENTIALS[kind].type);
	const filled = Object.entries(COPIED).filter(([field]) => secretIn(credential[field]) !== undefined);
	return Object.values(groupBy(filled, ([field]) => secretIn(credential[field])))
		.find(({ length }) => length > 1)
		?.map(([, name]) => name);
}

/** A previous secret counts only beside a current one. Without a current one, the app does not have it any more. */
function rotated(current: unknown, previous: unknown): string[] {
	const secret = secretIn(current);
	return secret === undefined ? [] : compact([secret, secretIn(previous)]);
}

/** A secret without the white space that was copied with it. That alone is none: anyone could sign with it. */
const secretIn = (field: unknown): string | undefined => text(text(field)?.trim());

/** Verifies signatures with recent secrets. If none fits, they are read again: a new secret works immediately. */
export async function verifyWithCachedSecrets(
	scope: string,
	rawBody: Uint8Array,
	signatures: Signatures,
	load: () => Promise<Secrets>,
	now = Date.now(),
): Promise<SignatureVerdict> {
	const known = cached.get(scope);
	let wrongAt = known?.wrongAt ?? -Infinity;
	if (known !== undefined && now - known.at < FRESH_FOR) {
		const verdict = verify(rawBody, signatures, known.secrets);
		const mayFit = verdict.outcome === 'wrong' || verdict.outcome === 'unverifiable';
		if (!mayFit || now - wrongAt < AGAIN_AFTER) return verdict;
		// Noted before the read, which takes a moment in which more forgeries arrive.
		wrongAt = now;
		cached.set(scope, { ...known, wrongAt });
	}
	const secrets = await load();
	// Without a secret nothing is kept, so that the next delivery reads the credential again.
	if (challengeScheme(secrets) !== undefined) cached.set(scope, { secrets, at: now, wrongAt });
	else cached.delete(scope);
	return verify(rawBody, signatures, secrets);
}
