import { FileProblem } from './row';

/** The first two bytes of a gzip file: RFC 1952, 2.3.1. */
const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

/** Unpacks a file while it is read, if it is compressed with gzip. */
export async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const source = bytes[Symbol.asyncIterator]();
	try {
		let start: Uint8Array = new Uint8Array(0);
		while (start.length < 2) {
			const next = await source.next();
			if (next.done === true) break;
			start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
		}
		const whole = joined(start, source);
		yield* isGzip(start) ? gunzipped(whole) : whole;
	} finally {
		await source.return?.(undefined);
	}
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	if (start.length > 0) yield start;
	for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* gunzipped(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new DecompressionStream('gzip');
	const writer = writable.getWriter();
	const reader = readable.getReader();
	const pump = async () => {
		for await (const chunk of bytes) await writer.write(new Uint8Array(chunk));
		await writer.close();
	};
	// The reader fails too, and what it says is the answer.
	const pumped = pump().catch(async (error: unknown) => await writer.abort(error).catch(() => undefined));
	try {
		for (let next = await read(reader); next.done !== true; next = await read(reader)) yield next.value;
	} finally {
		await reader.cancel().catch(() => undefined);
		await pumped;
	}
}

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
	await reader.read().catch(() => {
		throw new FileProblem('the compressed file (gzip) is damaged or cut off', 1);
	});
