/**
 * Reads ZIP files: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3. A file is held in memory as it is
 * packed, because its table of contents is at its end; what it unpacks to is a stream.
 */
import { FileProblem } from './row';

export interface ZipEntry {
	readonly name: string;
	/** Unpacks the entry, from its start each time. */
	bytes(): AsyncGenerator<Uint8Array>;
}

/** The largest file, in bytes as it is packed. */
const MAX_SIZE = 200_000_000;
const MAX_ENTRIES = 2000;
/** An entry that unpacks to more than this is refused if it also grows by more than the factor below. */
const UNSUSPICIOUS_SIZE = 50_000_000;
const MAX_GROWTH = 300;

/** How much is unpacked at a time: it may grow a thousandfold. */
const PIECE = 16_384;

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

const problem = (message: string) => new FileProblem(message, 1);

/** Reads all bytes of a packed file. */
export async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of bytes) {
		size += chunk.length;
		if (size > MAX_SIZE)
			throw problem(
				`the ZIP file is larger than ${MAX_SIZE / 1e6} MB: unpack it with the Compression node, or pack it with gzip`,
			);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** The entries of a ZIP file, without folders. */
export function zipEntries(file: Buffer): ZipEntry[] {
	const end = endOfDirectory(file);
	const count = file.readUInt16LE(end + 10);
	if (count > MAX_ENTRIES) throw problem(`the ZIP file has more than ${MAX_ENTRIES} entries`);
	const entries: ZipEntry[] = [];
	let at = file.readUInt32LE(end + 16);
	for (let number = 0; number < count; number++) {
		if (at + 46 > file.length || file.readUInt32LE(at) !== CENTRAL) throw damaged();
		const nameLength = file.readUInt16LE(at + 28);
		const name = file.toString('utf8', at + 46, at + 46 + nameLength);
		if (!name.endsWith('/')) entries.push(entryAt(file, at, name));
		at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
	}
	return entries;
}

/** The record at the end of the file, before a comment of at most 65,535 bytes. */
function endOfDirectory(file: Buffer): number {
	for (let at = file.length - 22; at >= 0 && at >= file.length - 22 - 0xffff; at--)
		if (file.readUInt32LE(at) === END) return at;
	throw damaged();
}

const damaged = () => problem('the ZIP file is damaged or cut off');

function entryAt(file: Buffer, at: number, name: string): ZipEntry {
	const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
	const [size, start] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 42)];
	return {
		name,
		bytes: async function* () {
			if ((flags & 1) !== 0) throw problem(`${name} is protected with a password: pack it without one`);
			if (method !== STORED && method !== DEFLATED)
				throw problem(`${name} is packed in a way that this node does not know: use gzip, or Deflate`);
			if (start + 30 > file.length) throw damaged();
			const from = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
			if (from + size > file.length) throw damaged();
			const packed = file.subarray(from, from + size);
			if (method === DEFLATED) yield* inflated(packed, name);
			else yield packed;
		},
	};
}

async function* inflated(packed: Uint8Array, name: string): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new DecompressionStream('deflate-raw');
	const writer = writable.getWriter();
	const reader: ReadableStreamDefaultReader<Uint8Array> = readable.getReader();
	const pump = async () => {
		for (let at = 0; at < packed.length; at += PIECE) {
			await writer.ready;
			await writer.write(new Uint8Array(packed.subarray(at, at + PIECE)));
		}
		await writer.close();
	};
	// The reader fails too, and what it says is the answer.
	const pumped = pump().catch(() => undefined);
	let size = 0;
	try {
		for (;;) {
			const next = await reader.read().catch(() => {
				throw damaged();
			});
			if (next.done) break;
			size += next.value.length;
			if (size > UNSUSPICIOUS_SIZE && size > packed.length * MAX_GROWTH)
				throw problem(`${name} unpacks to more than ${MAX_GROWTH} times its size, so it was not read on`);
			yield next.value;
		}
	} finally {
		await reader.cancel().catch(() => undefined);
		await pumped;
	}
}
