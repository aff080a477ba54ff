/**
 * Unpacks gzip while it is read (RFC 1952). The reader decides how much it takes.
 *
 * @throws TypeError if the bytes are damaged or cut off.
 */
export async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new DecompressionStream('gzip');
	const writer = writable.getWriter();
	const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
	const pump = async () => {
		for await (const chunk of bytes) await writer.write(new Uint8Array(chunk));
		await writer.close();
	};
	// The reader fails too, and what it says is the answer.
	pump().catch(async (error: unknown) => await writer.abort(error).catch(() => undefined));
	try {
		for (let next = await reader.read(); next.done !== true; next = await reader.read()) yield next.value;
	} finally {
		// Where the reader stops, the next chunk ends the pump; a source that gives nothing has none.
		await reader.cancel().catch(() => undefined);
	}
}

/** Returns whether a file begins like one that gzip has packed: RFC 1952, 2.3.1. */
export const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

/** Puts what shows the form of a file back in front of the rest. Closes the rest if the reader stops early. */
export async function* startingWith<T extends Uint8Array | string>(
	start: T,
	rest: AsyncIterator<T>,
): AsyncGenerator<T> {
	try {
		if (start.length > 0) yield start;
		for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
	} finally {
		await rest.return?.(undefined);
	}
}
