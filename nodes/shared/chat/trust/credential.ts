/** Reads the private keys in a user's credential, which are optional. */
import { NodeOperationError } from 'n8n-workflow';
import { CREDENTIALS, type CredentialKind } from '../../auth/credentialKinds';
import { hasChatPart } from '../../auth/parts';
import type { ApiContext } from '../../http/connection';
import { asText } from '../../util/text';
import { InvalidKeys, readPrivateKeys, type PrivateKeys } from './keys';

/** Private keys, and the version that the user entered for them. */
export interface GivenKeys {
	readonly keys: PrivateKeys;
	readonly version: string | undefined;
}

/**
 * Reads the node's private keys.
 *
 * @returns The keys, or undefined if the credential has no part for encrypted chat.
 * @throws NodeOperationError for invalid keys. The message never contains the keys.
 */
export async function givenKeys(context: ApiContext, kind: CredentialKind): Promise<GivenKeys | undefined> {
	const { type, displayName } = CREDENTIALS[kind];
	const credentials = await context.getCredentials(type);
	if (!hasChatPart(credentials)) return undefined;
	const version = asText(credentials.chatVersion).trim();
	const { keys, fault } = readKeys(asText(credentials.privateKeys));
	if (!keys)
		throw new NodeOperationError(
			context.getNode(),
			`The private keys in the ${displayName} credential ${fault}`,
			{
				description:
					'Open the credential and paste under Use for Encrypted Chat the Private Keys that the page for keys shows. Nothing was sent.',
			},
		);
	return { keys, version: version === '' ? undefined : version };
}

/** Reads private keys, or says why they are invalid. */
export function readKeys(blob: string): { readonly keys?: PrivateKeys; readonly fault: string } {
	try {
		return { keys: readPrivateKeys(blob), fault: '' };
	} catch (error) {
		return { fault: error instanceof InvalidKeys ? error.message : 'cannot be read' };
	}
}
