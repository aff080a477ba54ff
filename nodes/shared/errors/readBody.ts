/** Reads the body of an answer, no further than the memory of n8n can take it. */
import { remembered } from '../memory/process';

/** A body as n8n's client gives it with the encoding `stream`: decompressed, so that bounds count what is kept. */
interface BodyStream extends AsyncIterable<Uint8Array> {
	destroy(error?: Error): unknown;
}

export const MOST_MEGABYTES = {
	/** An answer of the API: pages of 1,000 entities with all of their fields are a tenth of it. */
	answer: 64,
	/** A file: X's own largest file is a video of this size. */
	file: 512,
	short: 1,
} as const;

/** Milliseconds after which a body that does not end is given up. n8n's client has no such bound for streams. */
const PATIENCE = { answer: 300_000, file: 3_600_000, short: 60_000 } as const;

export type BodyKind = keyof typeof MOST_MEGABYTES;

/**
 * Reads a body as bytes, and closes its stream. Is undefined if there are too many.
 *
 * @throws an error with the code of a lost connection, or of a timeout, if the body breaks off.
 */
export async function readBytes(body: unknown, kind: BodyKind): Promise<Buffer | undefined> {
	const chunks = await chunksOf(body, kind);
	if (!chunks) return undefined;
	const [only] = chunks;
	return chunks.length === 1 && Buffer.isBuffer(only) ? only : Buffer.concat(chunks);
}

/**
 * Reads a body as text in UTF-8, as `readBytes` does, until a deadline.
 *
 * @throws as `readBytes`.
 */
export async function readText(body: unknown, kind: BodyKind, deadline?: AbortSignal) {
	const chunks = await chunksOf(body, kind, deadline);
	return chunks && new TextDecoder().decode(joined(chunks));
}

/** Pages of the APIs are shorter. */
const REUSED = 1024 * 1024;
const pages = remembered<Buffer>({ name: 'memory that pages are joined in', of: 'process', limit: 1 });

/**
 * The chunks in one piece, which is good until the next call. Its memory is used again: with new memory for each page,
 * V8 collected garbage sooner, and a list of 20 pages took a tenth more processor time.
 */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
	const [only] = chunks;
	if (only && chunks.length === 1) return only;
	const size = chunks.reduce((sum, { length }) => sum + length, 0);
	if (size > REUSED) return Buffer.concat(chunks);
	const reused = pages.getOrMake('', () => Buffer.alloc(REUSED));
	let at = 0;
	for (const chunk of chunks) {
		reused.set(chunk, at);
		at += chunk.length;
	}
	return reused.subarray(0, size);
}

async function chunksOf(body: unknown, kind: BodyKind, deadline = AbortSignal.timeout(PATIENCE[kind])) {
	if (!isStream(body)) return [bytesOf(body)];
	let giveUp = () => {};
	// A stream of n8n's client that waits for its next bytes does not hear that it is closed.
	const tooLate = new Promise<never>((_, reject) => {
		giveUp = () => {
			body.destroy();
			reject(Object.assign(new Error('The answer did not end in time'), { code: 'ETIMEDOUT' }));
		};
		deadline.addEventListener('abort', giveUp);
	});
	try {
		return await Promise.race([collect(body, MOST_MEGABYTES[kind] * 1024 * 1024), tooLate]);
	} finally {
		deadline.removeEventListener('abort', giveUp);
	}
}

/** A loop that ends early closes the stream. */
async function collect(body: BodyStream, most: number): Promise<Uint8Array[] | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of body) {
		size += chunk.length;
		if (size > most) return undefined;
		chunks.push(chunk);
	}
	return chunks;
}

/** Checks whether a body was not read yet. */
export const isStream = (body: unknown): body is BodyStream =>
	typeof body === 'object' &&
	body !== null &&
	Symbol.asyncIterator in body &&
	'destroy' in body &&
	typeof body.destroy === 'function';

function bytesOf(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (typeof body === 'string') return Buffer.from(body);
	return Buffer.from(body === undefined ? '' : JSON.stringify(body));
}
