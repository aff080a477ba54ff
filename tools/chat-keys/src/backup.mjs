/** The backup of keys behind a PIN, with Juicebox: https://docs.x.com/xchat/handling-private-keys */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { explained, serversOf } from './servers.mjs';

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
 * The SDK's client for the servers of a backup.
 *
 * @param {{ configuration: string, tokens: Map<string, string> }} servers
 */
export async function clientFor({ configuration, tokens }) {
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
 * @param {readonly string[]} hosts Servers that the user has named, besides those of X.
 * @returns {Promise<Uint8Array>}
 */
export async function recover(given, pin, hosts) {
	try {
		const client = await clientFor(serversOf(given, hosts));
		return await client.recover(new TextEncoder().encode(pin), new Uint8Array(0));
	} catch (error) {
		throw explained(error);
	}
}
