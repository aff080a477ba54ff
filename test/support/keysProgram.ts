/** The program that makes and recovers keys (tools/chat-keys), run as people run it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { APP } from '../simulator/identities';
import type { Realms } from '../simulator/chat/realms';

const PROGRAM = resolve('tools/chat-keys/chatKeys.mjs');

export interface Ended {
	readonly code: number;
	readonly steps: readonly Record<string, string>[];
	readonly out: string;
	readonly said: string;
	/** What it left in its home and folder. */
	readonly left: readonly string[];
}

/** Runs the program in an empty home and folder, in which it must leave nothing. */
export async function runKeysProgram(
	baseUrl: string,
	args: readonly string[],
	secrets: Record<string, string>,
): Promise<Ended> {
	const home = mkdtempSync(join(tmpdir(), 'chat-keys-'));
	const env = { PATH: process.env['PATH'] ?? '', HOME: home, ...secrets };
	const all = [PROGRAM, ...args, '--base-url', baseUrl];
	return await new Promise<Ended>((done) => {
		execFile(process.execPath, all, { cwd: home, env }, (error, out, errors) => {
			const lines = args.includes('--json') ? out.split('\n').filter(Boolean) : [];
			const steps = lines.map((line) => JSON.parse(line) as Record<string, string>);
			const code = typeof error?.code === 'number' ? error.code : 0;
			const left = readdirSync(home);
			rmSync(home, { recursive: true });
			done({ code, steps, out, said: errors, left });
		});
	});
}

/** A bot with its token and its keys, as the credential takes them. */
export interface Bot {
	readonly id: string;
	readonly credentials: {
		readonly xAccessTokenApi: {
			readonly accessToken: string;
			readonly useForChat: true;
			readonly privateKeys: string;
			readonly chatVersion: string;
		};
	};
}

/** Makes a bot with the program. */
export async function makeBot(baseUrl: string, handle: string): Promise<Bot> {
	const ended = await runKeysProgram(baseUrl, ['bot', handle, '--json'], { X_BEARER_TOKEN: APP.bearerToken });
	const found = Object.assign({}, ...ended.steps) as Record<string, string | undefined>;
	const { id, token: accessToken, privateKeys, version } = found;
	if (!id || !accessToken || !privateKeys || !version) throw new Error(`There is no bot: ${ended.said}`);
	const part = { useForChat: true, privateKeys, chatVersion: version } as const;
	return { id, credentials: { xAccessTokenApi: { accessToken, ...part } } };
}

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
