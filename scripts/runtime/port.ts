import { randomInt } from 'node:crypto';
import getPort from 'get-port';

/**
 * Ports that a program only gets by their number: Linux gives those from 32,768 up to connections and to servers that ask
 * for any port, other systems those from 49,152. A port from there was taken between its choice and the start of n8n.
 */
const FIRST = 10_000;
const END = 32_000;
const TRIED = 100;

/** A port of 127.0.0.1 that stays free for who starts on it later, or again after it was stopped. */
export async function freePort(): Promise<number> {
	const port = Array.from({ length: TRIED }, () => randomInt(FIRST, END));
	return await getPort({ host: '127.0.0.1', port });
}
