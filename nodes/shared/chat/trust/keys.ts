/**
 * Reads the two key pairs of a user from the credential, which may have none. Both are P-256: the identity key decrypts conversation keys, and the signing key signs
 * events. https://docs.x.com/xchat/handling-private-keys
 */
import { createECDH, createHash, createPrivateKey, createPublicKey, type ECDH, type KeyObject } from 'crypto';
import { NodeOperationError } from 'n8n-workflow';
import { fromBase64 } from '../cipher/base64';
import { unless } from '../../util/unless';
import { CREDENTIALS, type CredentialKind } from '../../auth/credentialKinds';
import { hasChatPart } from '../../auth/parts';
import type { ApiContext } from '../../http/connection';
import { asText } from '../../util/text';

const CURVE = 'prime256v1';
const SCALAR = 32;
const POINT = 65;
/** The SPKI/DER header before the 65 bytes of a point. */
const SPKI_HEADER = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

export interface PrivateKeys {
	/** Opens the keys of conversations. */
	readonly identityPair: ECDH;
	/** The identity key for signing: it signs the public signing key when that is registered. */
	readonly identitySigner: KeyObject;
	readonly signing: KeyObject;
	readonly identityPoint: Buffer;
	readonly signingPoint: Buffer;
}

/** The private keys are invalid. The message never contains them. */
export class InvalidKeys extends Error {}

/**
 * Reads private keys: Base64 of the identity key and the signing key, 32 bytes each.
 *
 * @throws InvalidKeys, whose message completes "The private keys …".
 */
export function readPrivateKeys(blob: string): PrivateKeys {
	const bytes = fromBase64(blob);
	if (!bytes) throw new InvalidKeys('are not Base64');
	if (bytes.length !== 2 * SCALAR)
		throw new InvalidKeys(`must have ${2 * SCALAR} bytes in Base64, and have ${bytes.length}`);
	const identity = bytes.subarray(0, SCALAR);
	const signing = bytes.subarray(SCALAR);
	const identityPair = pairOf(identity);
	const [identityPoint, signingPoint] = [identityPair.getPublicKey(), pairOf(signing).getPublicKey()];
	return {
		identityPair,
		identitySigner: signingKey(identity, identityPoint),
		signing: signingKey(signing, signingPoint),
		identityPoint,
		signingPoint,
	};
}

function pairOf(scalar: Buffer): ECDH {
	const pair = createECDH(CURVE);
	if (!unless(() => (pair.setPrivateKey(scalar), true)))
		throw new InvalidKeys('are no keys of the curve P-256');
	return pair;
}

const signingKey = (scalar: Buffer, point: Buffer): KeyObject =>
	createPrivateKey({
		format: 'jwk',
		key: {
			kty: 'EC',
			crv: 'P-256',
			d: scalar.toString('base64url'),
			x: point.subarray(1, 1 + SCALAR).toString('base64url'),
			y: point.subarray(1 + SCALAR).toString('base64url'),
		},
	});

/** Writes a public key in the form in which X registers it. */
export const toSpki = (point: Buffer): Buffer => Buffer.concat([SPKI_HEADER, point]);

/**
 * Reads the point of a public key, from Base64 of SPKI/DER or of its bare 65 bytes. Returns undefined for other texts.
 */
export function pointOf(key: string): Buffer | undefined {
	const bytes = fromBase64(key);
	if (bytes?.length === POINT) return bytes;
	const isRegistered =
		bytes?.length === SPKI_HEADER.length + POINT && bytes.subarray(0, SPKI_HEADER.length).equals(SPKI_HEADER);
	return isRegistered ? bytes.subarray(SPKI_HEADER.length) : undefined;
}

/** Makes a public key that can check signatures; undefined if the point is not on the curve. */
export const verifyingKey = (point: Buffer): KeyObject | undefined =>
	unless(() => createPublicKey({ key: toSpki(point), format: 'der', type: 'spki' }));

/** Makes the fingerprint by which two people compare a key: SHA-256 of its registered form. */
export const fingerprint = (point: Buffer): string =>
	createHash('sha256').update(toSpki(point)).digest('base64url');

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
