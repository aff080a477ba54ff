/**
 * What the program and the page of the documentation share: whose servers hold a backup, what a failed recovery means,
 * and the form of keys. It runs in Node.js and in browsers. https://docs.x.com/xchat/handling-private-keys
 */
import { Fault } from './fault.mjs';

const SCALAR = 32;
const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

/**
 * @typedef {object} PublicKeyRow
 * @property {string} [public_key]
 * @property {string} [signing_public_key]
 * @property {string} public_key_version
 * @property {Record<string, unknown>} [juicebox_config]
 */

/** The reasons of the SDK for a recovery that failed, by their numbers. @type {Map<unknown, [string, string]>} */
const REASONS = new Map([
	[
		1,
		[
			'The account has no backup behind a PIN, or it is locked after too many wrong PINs',
			'Make new keys instead.',
		],
	],
	[
		2,
		[
			'The servers of the backup did not accept the tokens of X',
			'Start again: X gives new tokens each time.',
		],
	],
	[3, ['The servers of the backup want a newer program', 'Get the newest version of this one.']],
	[4, ['The servers of the backup take no more tries for now', 'Try again later.']],
	[5, ['The backup cannot be read', 'It was written by another program, or X changed its form.']],
	[
		6,
		['The servers of the backup cannot be reached', 'Check the connection, and try again. No try was lost.'],
	],
]);

/**
 * The newest backup that X names beside a public key.
 *
 * @param {readonly PublicKeyRow[]} rows
 * @returns {Record<string, unknown> | undefined}
 */
export const newestBackup = (rows) =>
	rows
		.filter(({ juicebox_config: backup }) => backup && Object.keys(backup).length > 0)
		.sort((a, b) => Number(b.public_key_version) - Number(a.public_key_version))[0]?.juicebox_config;

/**
 * The servers of a backup, as X gives them beside a public key. Whoever answers in X's place could name servers of
 * their own, or have the PIN hashed so weakly that it can be guessed from the hash: both are refused.
 *
 * @param {Record<string, unknown>} given The member juicebox_config.
 * @param {readonly string[]} [known] Hosts that the user has named; those of X are always known.
 */
export function serversOf(given, known = []) {
	const { key_store_token_map_json: text, token_map: map } = given;
	const entries = Array.isArray(map) ? map : [];
	/** @type {Map<string, string>} */
	const tokens = new Map(
		entries.map(({ key, value }) => [String(key).toLowerCase(), String(value?.token ?? '')]),
	);
	if (typeof text !== 'string' || tokens.size === 0)
		throw new Fault(
			'X did not say where the backup is, or gave no tokens for it',
			'Keys without a backup cannot be recovered. Copy them from the program that made them.',
		);
	const { realms, pin_hashing_mode: hashing } = JSON.parse(text);
	const strange = realms
		.map((/** @type {{ address: string }} */ { address }) => new URL(address))
		.find((/** @type {URL} */ { protocol, host, hostname }) =>
			known.includes(host) ? false : protocol !== 'https:' || !hostname.endsWith('.x.com'),
		);
	if (strange)
		throw new Fault(
			`The backup is said to be on ${strange.origin}, which is no server of X`,
			'Somebody may stand in the place of X. Nothing was sent there.',
		);
	if (hashing !== 'Standard2019')
		throw new Fault(
			`The PIN would be hashed in another way (${hashing}) than that of X (Standard2019)`,
			'A PIN that is hashed weakly can be guessed. Nothing was sent.',
		);
	return { configuration: text, tokens };
}

/** What a failed recovery means. @param {any} error */
export function explained(error) {
	if (error instanceof Fault) return error;
	if (error?.reason === 0) {
		const left = error.guesses_remaining;
		return new Fault(
			`The PIN is wrong${left === undefined ? '' : `; ${left} more ${left === 1 ? 'try' : 'tries'} before the backup is locked`}`,
			'Look it up before you try again: after the last wrong PIN the backup is lost for ever.',
		);
	}
	const [message, advice] = REASONS.get(error?.reason) ?? [
		`The backup cannot be opened: ${typeof error === 'string' ? error : (error?.message ?? 'no reason was given')}`,
		'X may have changed its form.',
	];
	return new Fault(message, advice);
}

/** @param {string} text */
const bytesIn = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
/** @param {Uint8Array} bytes */
const base64url = (bytes) => blobOf(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * What the field Private Keys of a credential takes: the identity key, then the signing key.
 *
 * @param {Uint8Array} bytes
 */
export const blobOf = (bytes) => btoa(String.fromCharCode(...bytes));

/**
 * The version under which X has the public halves of private keys: the version with which both sign what X can verify.
 *
 * @param {Uint8Array} bytes The identity key, then the signing key.
 * @param {readonly PublicKeyRow[]} rows
 * @returns {Promise<string | undefined>}
 */
export async function versionOf(bytes, rows) {
	const [identity, signing] = [bytes.slice(0, SCALAR), bytes.slice(SCALAR)];
	for (const { public_key: first, signing_public_key: second, public_key_version: version } of rows)
		if ((await isPair(identity, first)) && (await isPair(signing, second))) return version;
	return undefined;
}

/** @param {Uint8Array} scalar @param {string | undefined} known SPKI/DER, or the bare point. */
async function isPair(scalar, known) {
	const [x, y] = [-2, -1].map((place) =>
		bytesIn(known ?? '').slice(place * SCALAR, (place + 1) * SCALAR || undefined),
	);
	if (!x?.length || !y?.length) return false;
	const half = { kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) };
	const how = { name: 'ECDSA', hash: 'SHA-256' };
	const { subtle } = globalThis.crypto;
	try {
		const key = await subtle.importKey('jwk', { ...half, d: base64url(scalar) }, P256, false, ['sign']);
		const signature = await subtle.sign(how, key, scalar);
		return await subtle.verify(
			how,
			await subtle.importKey('jwk', half, P256, false, ['verify']),
			signature,
			scalar,
		);
	} catch {
		// Browsers refuse a private key beside a public one that is not its own.
		return false;
	}
}

/** New keys, from the random numbers of the operating system: the identity key, then the signing key. */
export async function newKeyBytes() {
	const scalars = await Promise.all(
		[0, 1].map(async () => {
			const { privateKey } = await globalThis.crypto.subtle.generateKey(P256, true, ['sign']);
			const { d = '' } = await globalThis.crypto.subtle.exportKey('jwk', privateKey);
			return bytesIn(d.replaceAll('-', '+').replaceAll('_', '/'));
		}),
	);
	return Uint8Array.from(scalars.flatMap((scalar) => [...scalar]));
}
