/** Reads what a request needs from a credential. */
import { NodeOperationError, type ICredentialDataDecryptedObject, type IDataObject } from 'n8n-workflow';
import { storedIn, tokensIn } from '../auth/accessToken';
import { addressOf, isAddress } from '../auth/addresses';
import { CREDENTIALS, type CredentialKind, type Host } from '../auth/credentialKinds';
import { hasEventsPart, lacksToken } from '../auth/parts';
import type { ApiContext } from './api';

/** Makes what reads a credential as n8n has it now, and notes where it is from. */
export function credentialReader(
	context: ApiContext,
	type: string,
	itemIndex?: number,
): () => Promise<ICredentialDataDecryptedObject> {
	const id = () => context.getNode().credentials?.[type]?.id ?? '';
	const read = async () =>
		await context.getCredentials(type, itemIndex).catch((error: unknown) => {
			// n8n does not say which credential a workflow lacks that someone has imported.
			if (id() === '' && error instanceof NodeOperationError) error.description ??= adviceFor(type);
			throw error;
		});
	return async () => storedIn(await read(), { id: id(), read });
}

const adviceFor = (type: string): string => {
	const known = Object.values(CREDENTIALS).find((each) => each.type === type);
	return `Open the node and choose a credential of the type "${known?.displayName ?? type}", or set "Authentication" to the kind that you have.`;
};

/**
 * Reads a credential that acts as the app.
 *
 * @throws NodeOperationError for a user's credential without its part of the app.
 */
export async function readAsApp(
	context: ApiContext,
	holder: CredentialKind,
	itemIndex?: number,
): Promise<ICredentialDataDecryptedObject> {
	const { type, displayName } = CREDENTIALS[holder];
	const credentials = await credentialReader(context, type, itemIndex)();
	if (!hasEventsPart(holder, credentials) || lacksToken(holder, credentials))
		throw new NodeOperationError(
			context.getNode(),
			`This needs the app itself, which the ${displayName} credential does not have as a part`,
			{
				description: `Open the credential, switch Use for Streams and Webhooks on, and fill it in. Or set "Authentication" to another kind that has this part. Nothing was sent.`,
				failure: { cause: 'credential-invalid' },
			},
		);
	return credentials;
}

/** Secrets and tokens of the credential, which must not be shown even if an answer repeats them. */
export function secretsOf(credentials: ICredentialDataDecryptedObject): string[] {
	const { oauthTokenData, ...fields } = credentials;
	const { access_token, refresh_token } = (oauthTokenData ?? {}) as IDataObject;
	const named = Object.entries(fields).flatMap(([name, value]) =>
		/(secret|token|privateKeys)/i.test(name) ? value : [],
	);
	return [...named, ...tokensIn(credentials), access_token, refresh_token].filter(
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
	if (!isAddress(url))
		throw new NodeOperationError(context.getNode(), 'The credential holds no valid base URL', {
			...(itemIndex !== undefined && { itemIndex }),
			description: 'Open the credential and enter an address such as https://api.x.com',
			failure: { cause: 'credential-invalid' },
		});
	return url;
}
