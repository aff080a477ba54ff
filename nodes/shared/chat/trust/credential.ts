/** The private keys of a node, which are optional. */
import {
	NodeOperationError,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IDataObject,
	type INodeCredentialTestResult,
} from 'n8n-workflow';
import type { ApiContext } from '../../http/connection';
import { asText } from '../../util/text';
import { fingerprint, InvalidKeys, readPrivateKeys, type PrivateKeys } from './keys';

const CHAT_KEYS = 'xChatKeysApi';
const CREDENTIAL = 'X Chat Keys';

/** Private keys, and the version that the user entered for them. */
export interface GivenKeys {
	readonly keys: PrivateKeys;
	readonly version: string | undefined;
}

/**
 * The node's private keys.
 *
 * @returns Undefined if the node has no such credential.
 * @throws NodeOperationError for invalid keys. The message never contains the keys.
 */
export async function givenKeys(context: ApiContext): Promise<GivenKeys | undefined> {
	if (context.getNode().credentials?.[CHAT_KEYS] === undefined) return undefined;
	const { privateKeys, version: written } = await context.getCredentials<IDataObject>(CHAT_KEYS);
	const version = asText(written).trim();
	const { keys, fault } = read(asText(privateKeys));
	if (!keys)
		throw new NodeOperationError(
			context.getNode(),
			`The private keys of the credential ${CREDENTIAL} ${fault}`,
			{
				description: 'Open the credential and enter private_keys_b64 as X’s tool wrote it. Nothing was sent.',
			},
		);
	return { keys, version: version === '' ? undefined : version };
}

/** Private keys, or why they are invalid. */
function read(blob: string): { readonly keys?: PrivateKeys; readonly fault: string } {
	try {
		return { keys: readPrivateKeys(blob), fault: '' };
	} catch (error) {
		return { fault: error instanceof InvalidKeys ? error.message : 'cannot be read' };
	}
}

/**
 * The test of the credential in the editor: whether the keys are valid. It does not check whose they are, because that
 * takes a request to X.
 */
export function testKeys(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { keys, fault } = read(asText(data?.privateKeys));
	return Promise.resolve(
		keys
			? { status: 'OK', message: `Fingerprint of the public key: ${fingerprint(keys.identityPoint)}` }
			: { status: 'Error', message: `The private keys ${fault}` },
	);
}
