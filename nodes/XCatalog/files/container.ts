import { FileProblem } from './row';

const startsWith = (start: Uint8Array, wanted: readonly number[]): boolean =>
	wanted.length > 0 && wanted.every((byte, at) => start[at] === byte);

/** RFC 1952, 2.3.1 */
const GZIP = [0x1f, 0x8b];

const EXTRACT =
	'read it with the node Extract from File, and set Products From of this node to Input Items behind it';
const EXPORT = 'export the products as CSV or XML';

interface OtherFile {
	/** Its extension. */
	readonly name: RegExp;
	readonly type?: RegExp;
	/** Its first bytes. */
	readonly start: readonly number[];
	readonly problem: string;
}

/** Files that other nodes of n8n open. */
const OPENED_ELSEWHERE: readonly OtherFile[] = [
	{
		name: /\.xls[bmx]?$/i,
		type: /spreadsheetml/i,
		start: [0xd0, 0xcf, 0x11, 0xe0],
		problem: `It is an Excel file: ${EXTRACT}, or export it as CSV`,
	},
	{
		name: /\.(?:numbers|ods)$/i,
		type: /opendocument\.spreadsheet/i,
		start: [],
		problem: `It is a spreadsheet: ${EXTRACT}, or export it as CSV`,
	},
	{
		name: /\.zip$/i,
		type: /^application\/(?:x-)?zip\b/i,
		start: [0x50, 0x4b, 0x03, 0x04],
		problem: `It is a ZIP file: unpack it with the node Compression, whose Decompress puts the first file into the field file_0, and set Input Binary Field of this node to it. If it is an Excel file, ${EXTRACT}`,
	},
	{
		name: /\.7z$/i,
		start: [0x37, 0x7a, 0xbc, 0xaf],
		problem: 'It is packed with 7-Zip: pack it with gzip',
	},
	{ name: /\.rar$/i, start: [0x52, 0x61, 0x72, 0x21], problem: 'It is packed with RAR: pack it with gzip' },
	{ name: /\.pdf$/i, start: [0x25, 0x50, 0x44, 0x46], problem: `It is a PDF: ${EXPORT}` },
];

/** What a file is called. Excel files and others begin as ZIP files do: their names say what they are. */
export interface FileName {
	readonly name: string;
	readonly type: string;
}

/** The content of a file, unpacked. */
export interface Opened {
	readonly bytes: AsyncIterable<Uint8Array>;
	/** Lets go of the file. */
	close(): Promise<void>;
}

/**
 * Opens a file, and unpacks one that is compressed with gzip while it is read.
 *
 * @throws FileProblem that says which node opens a file that starts like an Excel or ZIP file.
 */
export async function opened(bytes: AsyncIterable<Uint8Array>, called?: FileName): Promise<Opened> {
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
	const other = OPENED_ELSEWHERE.find((each) => startsWith(start, each.start));
	if (other !== undefined) {
		await close();
		const isCalled = ({ name, type }: OtherFile) =>
			name.test(called?.name ?? '') || type?.test(called?.type ?? '') === true;
		throw new FileProblem((OPENED_ELSEWHERE.find(isCalled) ?? other).problem);
	}
	const all = joined(start, source);
	return { bytes: startsWith(start, GZIP) ? gunzipped(all) : all, close };
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
