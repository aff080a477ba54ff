/** The two key pairs of an account, both P-256: https://docs.x.com/xchat/handling-private-keys */
import { createECDH, createHash, createPrivateKey, sign } from 'node:crypto';

const SCALAR = 32;
const CURVE = 'prime256v1';
/** The SPKI/DER header before the 65 bytes of a point. */
const SPKI_HEADER = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/**
 * @typedef {object} Pair
 * @property {Buffer} scalar The private key.
 * @property {Buffer} spki The public key as X registers it.
 */

/**
 * @typedef {object} Keys
 * @property {Pair} identity Opens the keys of conversations.
 * @property {Pair} signing Signs events.
 */

/** @param {Buffer} scalar @returns {Pair} */
function pairOf(scalar) {
	const curve = createECDH(CURVE);
	curve.setPrivateKey(scalar);
	return { scalar, spki: Buffer.concat([SPKI_HEADER, curve.getPublicKey()]) };
}

/**
 * Both pairs.
 *
 * @param {Uint8Array} bytes The identity key, then the signing key.
 * @returns {Keys}
 */
export function keysOf(bytes) {
	const [identity, signing] = [bytes.slice(0, SCALAR), bytes.slice(SCALAR)].map((scalar) =>
		Buffer.from(scalar),
	);
	return { identity: pairOf(identity), signing: pairOf(signing) };
}

/** @param {Keys} keys @returns {string} The fingerprint by which two people compare a key. */
export const fingerprintOf = ({ identity }) => createHash('sha256').update(identity.spki).digest('base64url');

/** @param {Pair} by @param {Buffer} bytes @returns {string} */
function signature({ scalar, spki }, bytes) {
	const point = spki.subarray(SPKI_HEADER.length);
	const jwk = {
		kty: 'EC',
		crv: 'P-256',
		d: scalar.toString('base64url'),
		x: point.subarray(1, 1 + SCALAR).toString('base64url'),
		y: point.subarray(1 + SCALAR).toString('base64url'),
	};
	const key = createPrivateKey({ format: 'jwk', key: jwk });
	return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}

/**
 * The body that registers the public halves: https://docs.x.com/x-api/chat/add-public-key
 *
 * @param {Keys} keys
 * @param {string} version Milliseconds since 1970.
 */
export const registrationOf = (keys, version) => ({
	generate_version: false,
	version,
	public_key: {
		identity_public_key_signature: signature(keys.signing, keys.identity.spki),
		public_key: keys.identity.spki.toString('base64'),
		public_key_fingerprint: fingerprintOf(keys),
		registration_method: 'CustomPin',
		signing_public_key: keys.signing.spki.toString('base64'),
		signing_public_key_signature: signature(keys.identity, keys.signing.spki),
	},
});
