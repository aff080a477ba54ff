import { FileProblem } from './row';
import { whole, zipEntries, type ZipEntry } from './zip';

/** The first bytes of containers: RFC 1952, 2.3.1 for gzip, and those of ZIP and of what is opened elsewhere. */
const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;
const isZip = (start: Uint8Array): boolean => startsWith(start, [0x50, 0x4b]) && (start[2] ?? 9) < 9;

const OPENED_ELSEWHERE: readonly (readonly [bytes: readonly number[], message: string])[] = [
	[
		[0xd0, 0xcf, 0x11, 0xe0],
		'the file is an Excel file of the older kind (.xls): save it as .xlsx or CSV, or read it with Extract From File and set Products From to Input Items',
	],
	[[0x37, 0x7a, 0xbc, 0xaf], 'the file is packed with 7-Zip: pack it as ZIP or gzip'],
	[[0x52, 0x61, 0x72, 0x21], 'the file is packed with RAR: pack it as ZIP or gzip'],
	[[0x25, 0x50, 0x44, 0x46], 'the file is a PDF: export the products as CSV or XML'],
];

const startsWith = (start: Uint8Array, wanted: readonly number[]): boolean =>
	wanted.every((byte, at) => start[at] === byte);

/** What a file contains. */
export interface Opened {
	readonly bytes: AsyncIterable<Uint8Array>;
	/** The entries of a ZIP file. */
	readonly entries?: readonly ZipEntry[];
	/** Lets go of the file. */
	close(): Promise<void>;
}

/** Opens a file. What is compressed with gzip is unpacked while it is read. */
export async function opened(bytes: AsyncIterable<Uint8Array>): Promise<Opened> {
	const source = bytes[Symbol.asyncIterator]();
	const close = async () => {
		await source.return?.(undefined);
	};
	let start: Uint8Array = new Uint8Array(0);
	while (start.length < 4) {
		const next = await source.next();
		if (next.done === true) break;
		start = start.length === 0 ? next.value : Buffer.concat([start, next.value]);
	}
	const all = joined(start, source);
	if (isGzip(start)) return { bytes: gunzipped(all), close };
	const [, message] = OPENED_ELSEWHERE.find(([wanted]) => startsWith(start, wanted)) ?? [];
	if (message !== undefined) {
		await close();
		throw new FileProblem(message, 1);
	}
	return isZip(start) ? { bytes: all, entries: zipEntries(await whole(all)), close } : { bytes: all, close };
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
