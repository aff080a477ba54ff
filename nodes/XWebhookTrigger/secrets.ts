import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../shared/util/boundedMap';
import { text } from '../shared/util/read';
import { verify, type Verdict } from './signature';

/** How long a secret is used without asking n8n again, in milliseconds: reading a credential costs n8n more than a run. */
const FRESH_FOR = 10_000;
/** How soon n8n may be asked again after a signature did not fit: a flood of forgeries must not be a flood of reads. */
const AGAIN_AFTER = 1_000;

/** The current consumer secret and, while it is being rotated, the previous one. */
export type Secrets = readonly [current: string | undefined, previous: string | undefined];

/** By node; what is forgotten is read again. */
const cached = new BoundedMap<string, { secrets: Secrets; at: number }>(500);

/**
 * The consumer secrets of the node's credential as they are now.
 *
 * @throws NodeOperationError when the credential is gone
 */
export async function consumerSecrets(context: IHookFunctions | IWebhookFunctions): Promise<Secrets> {
	const credential = await context.getCredentials<IDataObject>('xAppApi');
	return [secretIn(credential.consumerSecret), secretIn(credential.consumerSecretPrevious)];
}

/**
 * A secret as it was entered. Space around it came along when it was copied; space alone is no secret: anybody could
 * sign with it.
 */
function secretIn(field: unknown): string | undefined {
	return text(text(field)?.trim());
}

/**
 * Verifies a signature with secrets that are at most a few seconds old. One that does not fit is verified again with
 * the secrets as they are now, so a new secret counts at once and a withdrawn one for those few seconds.
 *
 * @param scope Names the node; see `scopeOf`.
 * @param load Reads the secrets from the credential.
 * @param now In milliseconds since 1970.
 */
export async function verifyWithCachedSecrets(
	scope: string,
	rawBody: Uint8Array,
	signature: string | undefined,
	load: () => Promise<Secrets>,
	now = Date.now(),
): Promise<Verdict> {
	const known = cached.get(scope);
	const age = known === undefined ? Infinity : now - known.at;
	if (known !== undefined && age < FRESH_FOR) {
		const verdict = verify(rawBody, signature, known.secrets);
		if (verdict !== 'wrong' || age < AGAIN_AFTER) return verdict;
	}
	const secrets = await load();
	// Without a secret nothing is kept: the next delivery asks again.
	if (secrets[0] !== undefined) cached.set(scope, { secrets, at: now });
	else cached.delete(scope);
	return verify(rawBody, signature, secrets);
}
