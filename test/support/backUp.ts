/** A backup of keys behind a PIN, on simulated servers. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Realms } from '../simulator/chat/realms';

const source = (name: string) =>
	JSON.stringify(pathToFileURL(resolve(`tools/chat-keys/src/${name}.mjs`)).href);

/** Registers a backup as X's own clients do: with the SDK of Juicebox. */
export async function backUp(
	realms: Realms,
	privateKeys: string,
	{ pin, tries }: { readonly pin: string; readonly tries: number },
): Promise<void> {
	const script = `
		import { clientFor } from ${source('backup')};
		import { serversOf } from ${source('servers')};
		const [backup, host, secret, pin, tries] = JSON.parse(process.env.BACKUP);
		const client = await clientFor(serversOf(backup, [host]));
		await client.register(new TextEncoder().encode(pin), Buffer.from(secret, 'base64'), new Uint8Array(0), tries);`;
	const env = {
		PATH: process.env['PATH'] ?? '',
		// The certificate of realms for browsers is their own.
		NODE_TLS_REJECT_UNAUTHORIZED: '0',
		BACKUP: JSON.stringify([realms.backup, realms.host, privateKeys, pin, tries]),
	};
	await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
}
