import { gunzipped, isGzip, startingWith } from '../../shared/util/gunzip';
import { FileProblem, tooMuch } from './row';
import { attempt, isError, range } from 'lodash';
import { inTurns } from '../../shared/util/turns';

const startsWith = (start: Uint8Array, wanted: readonly number[]): boolean =>
	wanted.length > 0 && wanted.every((byte, at) => start[at] === byte);

const EXTRACT =
	'read it with the node Extract from File, and set Products From of this node to Input Items behind it';
const EXPORT = 'export the products as CSV or XML';

interface OtherFile {
	readonly name: RegExp;
	readonly type?: RegExp;
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
interface Opened {
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

/** The bytes that are read before n8n may get a turn: a table of empty cells costs most. */
const PIECE = 16_384;

interface Decoder {
	readonly encoding: string;
	/** @param isMore Whether more bytes follow, so that the last character may be incomplete. */
	decode(bytes: Uint8Array, isMore: boolean): string;
}

/**
 * Decodes a file chunk by chunk, even if a chunk ends inside a character. The encoding is UTF-8 unless a byte order
 * mark or an XML declaration names another one, or the user does. Zeros beside the first characters show UTF-16.
 *
 * @throws FileProblem if the bytes are not valid in that encoding.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding = ''): AsyncGenerator<string> {
	let decoder: Decoder | undefined;
	let held: Uint8Array = new Uint8Array(0);
	let line = 1;
	const decode = (isMore: boolean) => {
		const known = (decoder ??= decoderFor(held, encoding));
		const text = attempt(() => known.decode(held, isMore));
		if (isError(text))
			throw new FileProblem(
				`the file is not valid ${known.encoding}: save it as UTF-8, or set Options → Encoding to what it has`,
				line,
			);
		held = held.subarray(held.length);
		for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) line++;
		return text;
	};
	for await (const chunk of bytes)
		for await (const at of inTurns(range(0, chunk.length, PIECE))) {
			const piece = chunk.subarray(at, at + PIECE);
			held = held.length === 0 ? piece : Buffer.concat([held, piece]);
			if (decoder !== undefined || held.length >= 200) yield decode(true);
		}
	yield decode(false);
}

function decoderFor(start: Uint8Array, encoding: string): Decoder {
	const [first, second] = start;
	if (first === 0xff && second === 0xfe) return streaming('utf-16le');
	if (first === 0xfe && second === 0xff) return streaming('utf-16be');
	if (start.length >= 4 && start[1] === 0 && start[3] === 0) return streaming('utf-16le');
	if (start.length >= 4 && start[0] === 0 && start[2] === 0) return streaming('utf-16be');
	const head = Buffer.from(start.subarray(0, 200)).toString('latin1');
	const declared =
		/^<\?xml[^>]*\sencoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? (encoding === '' ? 'utf-8' : encoding);
	const decoder = attempt(() => streaming(declared));
	if (!isError(decoder)) return decoder.encoding === 'utf-8' ? new Utf8Decoder() : decoder;
	throw new FileProblem(`the encoding ${declared} is not known: save the file as UTF-8`, 1);
}

function streaming(encoding: string): Decoder {
	const decoder = new TextDecoder(encoding, { fatal: true });
	return {
		encoding: decoder.encoding,
		decode: (bytes, isMore) => decoder.decode(bytes, { stream: isMore }),
	};
}

/**
 * Decodes UTF-8 in whole characters. Node.js decodes a text that is complete many times faster than a stream, and keeps
 * one byte for each character where that is enough.
 */
class Utf8Decoder implements Decoder {
	readonly encoding = 'utf-8';
	private readonly whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
	private rest: Uint8Array = new Uint8Array(0);
	private isFirst = true;

	decode(chunk: Uint8Array, isMore: boolean): string {
		const bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
		const end = isMore ? endOfCharacters(bytes) : bytes.length;
		this.rest = bytes.slice(end);
		const text = this.whole.decode(bytes.subarray(0, end));
		const hasMark = this.isFirst && text.startsWith('\ufeff');
		if (text !== '') this.isFirst = false;
		return hasMark ? text.slice(1) : text;
	}
}

/** Finds the end of the last complete character: RFC 3629, 3. */
function endOfCharacters(bytes: Uint8Array): number {
	for (let back = 1; back <= 3 && back <= bytes.length; back++) {
		const byte = bytes[bytes.length - back] ?? 0;
		if (byte < 0x80) break;
		if (byte < 0xc0) continue;
		const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
		return back < length ? bytes.length - back : bytes.length;
	}
	return bytes.length;
}
