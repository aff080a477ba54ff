import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../runtime/package';
import { cacheFolder } from '../runtime/paths';

const DEFAULT_PORT = 5678;

/**
 * Where the demo's n8n listens: N8N_PORT, or n8n's own default.
 *
 * @throws Error where N8N_PORT is no port.
 */
export function n8nPort(text = process.env['N8N_PORT'] || String(DEFAULT_PORT)): number {
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
	throw new Error(`N8N_PORT is "${text}"; it must be a port number between 1 and 65534.`);
}

/** Where the demo's shop and chat channel listen. */
export const hostPort = (port = n8nPort()): number => port + 1;

/** The folder with the data of the demo, one for each clone of the project. */
export function demoFolder(): string {
	const clone = createHash('sha256').update(PROJECT_ROOT).digest('hex').slice(0, 8);
	return join(cacheFolder(), `demo-${clone}`);
}

const noteOfPort = (folder: string) => join(folder, 'port');

/** Notes the port for the commands of a second terminal, which then need no N8N_PORT. */
export const keepPort = async (port: number, folder = demoFolder()): Promise<void> =>
	await writeFile(noteOfPort(folder), String(port));

/** Where the demo of this clone listens: as N8N_PORT says, or as it was started last. */
export async function portOfDemo(folder = demoFolder()): Promise<number> {
	if (process.env['N8N_PORT']) return n8nPort();
	return n8nPort((await readFile(noteOfPort(folder), 'utf8').catch(() => '')) || undefined);
}
