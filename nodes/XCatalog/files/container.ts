import { gunzipped, isGzip, startingWith } from '../../shared/util/gunzip';
import { FileProblem, tooMuch } from './row';

const startsWith = (start: Uint8Array, wanted: readonly number[]): boolean =>
	wanted.length > 0 && wanted.every((byte, at) => start[at] === byte);

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
	const all = startingWith(start, source);
	return { bytes: isGzip(start) ? unpacked(all) : all, close };
}

/** Feeds grow by a factor of ten to fifty. What is packed only to grow would keep n8n busy for hours. */
const MOST_GROWTH = 200;
/** Small files may grow more: bytes. */
const FREE_GROWTH = 50_000_000;

async function* unpacked(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	let left = FREE_GROWTH;
	const counted = async function* () {
		for await (const chunk of bytes) {
			left += MOST_GROWTH * chunk.length;
			yield chunk;
		}
	};
	try {
		for await (const chunk of gunzipped(counted())) {
			left -= chunk.length;
			if (left < 0) throw tooMuch('the compressed file (gzip)', MOST_GROWTH, 'times its bytes');
			yield chunk;
		}
	} catch (error) {
		throw error instanceof FileProblem
			? error
			: new FileProblem('the compressed file (gzip) is damaged or cut off', 1);
	}
}
