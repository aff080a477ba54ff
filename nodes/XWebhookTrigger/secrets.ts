import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { text } from './events/read';
import { verify, type Verdict } from './signature';

/** How long a secret is used without asking n8n again, in milliseconds: reading a credential costs n8n more than a run. */
const FRESH_FOR = 10_000;
/** How soon n8n may be asked again after a signature did not fit: a flood of forgeries must not be a flood of reads. */
const AGAIN_AFTER = 1_000;
const NODES = 500;

/** The current consumer secret and, while it is being rotated, the previous one. */
export type Secrets = readonly [current: string | undefined, previous: string | undefined];

const read = new Map<string, { secrets: Secrets; at: number }>();

/**
 * The consumer secrets of the node's credential as they are now.
 *
 * @throws NodeOperationError when the credential is gone
 */
export async function consumerSecrets(context: IWebhookFunctions): Promise<Secrets> {
	const credential = await context.getCredentials<IDataObject>('xAppApi');
	return [secretIn(credential.consumerSecret), secretIn(credential.consumerSecretPrevious)];
}

/**
 * A secret as it was entered. Space around it came along when it was copied; space alone is no secret: anybody could
 * sign with it.
 */
export function secretIn(field: unknown): string | undefined {
	return text(text(field)?.trim());
}

/**
 * Judges a signature with secrets that are at most a few seconds old. One that does not fit is judged again with the
 * secrets as they are now, so a new secret counts at once and a withdrawn one for those few seconds.
 *
 * @param load reads the secrets from the credential
 * @param now in milliseconds since 1970
 */
export async function verifyWithCachedSecrets(
	scope: string,
	rawBody: Uint8Array,
	signature: string | undefined,
	load: () => Promise<Secrets>,
	now = Date.now(),
): Promise<Verdict> {
	const known = read.get(scope);
	const age = known === undefined ? Infinity : now - known.at;
	if (known !== undefined && age < FRESH_FOR) {
		const verdict = verify(rawBody, signature, known.secrets);
		if (verdict !== 'wrong' || age < AGAIN_AFTER) return verdict;
	}
	const secrets = await load();
	// Without a secret nothing is kept: the next delivery asks again.
	if (secrets[0] !== undefined) remember(scope, { secrets, at: now });
	else read.delete(scope);
	return verify(rawBody, signature, secrets);
}

function remember(scope: string, entry: { secrets: Secrets; at: number }): void {
	read.set(scope, entry);
	if (read.size <= NODES) return;
	const oldest = read.keys().next().value;
	if (oldest !== undefined) read.delete(oldest);
}
