/** The backup of keys behind a PIN, with Juicebox: https://docs.x.com/xchat/handling-private-keys */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Fault } from './fault.mjs';

/** The reasons of the SDK for a recovery that failed, by their numbers. */
const REASONS = new Map([
	[
		1,
		[
			'The account has no backup behind a PIN, or it is locked after too many wrong PINs',
			'Make new keys with the command create.',
		],
	],
	[
		2,
		[
			'The servers of the backup did not accept the tokens of X',
			'Run the command again: X gives new tokens.',
		],
	],
	[3, ['The servers of the backup want a newer program', 'Get the newest version of this program.']],
	[4, ['The servers of the backup take no more tries for now', 'Try again later.']],
	[5, ['The backup cannot be read', 'It was written by another program, or X changed its form.']],
	[
		6,
		['The servers of the backup cannot be reached', 'Check the connection, and try again. No try was lost.'],
	],
]);

/** The program's own copy, because the package is made for bundlers. */
async function load() {
	const require = createRequire(import.meta.url);
	const glue = await import('juicebox-sdk/juicebox-sdk_bg.js');
	const wasm = readFileSync(require.resolve('juicebox-sdk/juicebox-sdk_bg.wasm'));
	const { instance } = await WebAssembly.instantiate(wasm, { './juicebox-sdk_bg.js': glue });
	glue.__wbg_set_wasm(instance.exports);
	return glue;
}

/**
 * The servers of a backup, as X gives them beside a public key.
 *
 * @param {Record<string, unknown>} given The member juicebox_config.
 */
export function serversOf(given) {
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
	return { configuration: text, tokens };
}

/**
 * The SDK's client for the servers of a backup.
 *
 * @param {Record<string, unknown>} given The member juicebox_config.
 */
export async function clientFor(given) {
	const { configuration, tokens } = serversOf(given);
	const { Client, Configuration } = await load();
	// The SDK calls this global for the token of each server.
	Object.assign(globalThis, {
		JuiceboxGetAuthToken: (/** @type {Uint8Array} */ id) =>
			Promise.resolve(tokens.get(Buffer.from(id).toString('hex')) ?? ''),
	});
	return new Client(new Configuration(configuration), []);
}

/**
 * Recovers keys.
 *
 * @param {Record<string, unknown>} given The member juicebox_config.
 * @param {string} pin
 * @returns {Promise<Uint8Array>}
 */
export async function recover(given, pin) {
	try {
		const client = await clientFor(given);
		return await client.recover(new TextEncoder().encode(pin), new Uint8Array(0));
	} catch (error) {
		throw explained(error);
	}
}

/** @param {any} error */
function explained(error) {
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
	return new Fault(message ?? '', advice ?? '');
}
