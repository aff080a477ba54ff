/** Reads what X publishes, from a file or an address. */
import { readFile } from 'node:fs/promises';
import { isError } from 'lodash';

/** A source that could not be read; the message says which one and why. */
export class Unreadable extends Error {}

/** An answer that takes longer counts as none. */
const PATIENCE_IN_MS = 60_000;

/**
 * The text of a source.
 *
 * @param place File or address.
 */
export async function readSource(place: string): Promise<string> {
	const text = /^https?:\/\//i.test(place) ? await fetched(place) : await fromFile(place);
	if (text.trim() === '') throw new Unreadable(`${place} is empty.`);
	return text;
}

async function fetched(address: string): Promise<string> {
	const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_IN_MS) }).catch(
		(error: unknown) => {
			throw new Unreadable(`${address} was not reached: ${reasonOf(error)}.`);
		},
	);
	if (!answer.ok) throw new Unreadable(`${address} answered with status ${answer.status}.`);
	return answer.text().catch((error: unknown) => {
		throw new Unreadable(`${address} broke off: ${reasonOf(error)}.`);
	});
}

const fromFile = (path: string): Promise<string> =>
	readFile(path, 'utf8').catch((error: unknown) => {
		throw new Unreadable(`${path} could not be read: ${reasonOf(error)}.`);
	});

/** The innermost cause: "fetch failed" alone says nothing. */
function reasonOf(error: unknown): string {
	if (!isError(error)) return String(error);
	// Where several addresses of a host were tried, only the code says why.
	const { code } = error as NodeJS.ErrnoException;
	return error.cause === undefined ? error.message || (code ?? error.name) : reasonOf(error.cause);
}
