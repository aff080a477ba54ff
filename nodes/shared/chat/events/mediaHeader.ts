/**
 * Reads the size of an image from the first bytes of its file, and the duration and size of a video from the boxes of an
 * MP4 or MOV file: ISO/IEC 14496-12, and for MOV https://developer.apple.com/documentation/quicktime-file-format (read on
 * 2026-11-23).
 */

/** Width and height in pixels. */
interface ImageSize {
	readonly width: number;
	readonly height: number;
}

/** The most segments of a JPEG that are read before its size. */
const SEGMENTS = 1000;

const sized = (width: number, height: number): ImageSize | undefined =>
	width > 0 && height > 0 ? { width, height } : undefined;

/**
 * Reads the size of a PNG, GIF, JPEG or WebP. The whole file is not read, and not every file that starts like an image
 * is one. Returns undefined for other files.
 */
export function imageSize(file: Buffer): ImageSize | undefined {
	const head = file.toString('latin1', 0, 16);
	if (head.startsWith('\x89PNG\r\n\x1a\n') && head.endsWith('IHDR') && file.length >= 24)
		return sized(file.readUInt32BE(16), file.readUInt32BE(20));
	if (/^GIF8[79]a/.test(head) && file.length >= 10) return sized(file.readUInt16LE(6), file.readUInt16LE(8));
	if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' && file.length >= 30)
		return webp(file, head.slice(12));
	return head.startsWith('\xff\xd8\xff') ? jpeg(file) : undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webp(file: Buffer, form: string): ImageSize | undefined {
	if (form === 'VP8X') return sized(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1);
	if (form === 'VP8 ') return sized(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
	if (form !== 'VP8L' || file[20] !== 0x2f) return undefined;
	const bits = file.readUInt32LE(21);
	return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}

/** The size is in the segment that starts the frame: https://www.w3.org/Graphics/JPEG/itu-t81.pdf, B.2.2. */
function jpeg(file: Buffer): ImageSize | undefined {
	let at = 2;
	for (let segment = 0; segment < SEGMENTS && at + 9 <= file.length; segment++) {
		if (file[at] !== 0xff) return undefined;
		const marker = file[at + 1] ?? 0;
		// Fill bytes come before a marker.
		if (marker === 0xff) at += 1;
		else if (isFrame(marker)) return sized(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
		else at += 2 + file.readUInt16BE(at + 2);
	}
	return undefined;
}

/** SOF0 to SOF15, without the three other markers of that range. */
const isFrame = (marker: number): boolean =>
	marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The duration and size of a file. A file of sound has no size. */
export interface Movie extends Partial<ImageSize> {
	readonly duration_ms?: number;
}

/** The most boxes of a file that are read. A video has some dozens of them before the end of its header. */
const MOST_BOXES = 1000;

/** A box, with the place of its contents in the file. */
interface Box {
	readonly type: string;
	readonly start: number;
	readonly end: number;
}

/**
 * Reads the duration and size of an MP4 or MOV file, as it is shown: upright if it was filmed upright. Returns nothing
 * of what the file does not say.
 */
export function movieHeader(file: Buffer): Movie {
	const reader = new BoxReader(file);
	const movie = reader.find({ start: 0, end: file.length }, 'moov');
	if (!movie) return {};
	const inside = [...reader.boxesOf(movie)];
	const length = duration(reader, inside);
	return { ...sizeOf(reader, inside), ...(length !== undefined && { duration_ms: length }) };
}

class BoxReader {
	private left = MOST_BOXES;

	constructor(readonly file: Buffer) {}

	/** Lists the boxes in a part of the file, up to the first one that does not fit into it. */
	*boxesOf({ start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
		for (let at = start; this.left > 0; this.left--) {
			const box = this.boxAt(at, end);
			if (!box) return;
			yield box;
			at = box.end;
		}
	}

	find(part: Pick<Box, 'start' | 'end'>, type: string): Box | undefined {
		for (const box of this.boxesOf(part)) if (box.type === type) return box;
		return undefined;
	}

	/** A size of 0 reaches to the end, and 1 says that 64 bits with the size follow the type. */
	private boxAt(at: number, limit: number): Box | undefined {
		if (at + 8 > limit) return undefined;
		const size = this.file.readUInt32BE(at);
		const head = size === 1 ? 16 : 8;
		if (at + head > limit) return undefined;
		const whole = size === 1 ? Number(this.file.readBigUInt64BE(at + 8)) : size || limit - at;
		if (whole < head || at + whole > limit) return undefined;
		return { type: this.file.toString('latin1', at + 4, at + 8), start: at + head, end: at + whole };
	}

	/** Reads the contents of a box that begins with its version, if it has as many bytes as that version needs. */
	versioned(box: Box | undefined, bytes: readonly [number, number]): Versioned | undefined {
		const contents = box && this.file.subarray(box.start, box.end);
		const version = contents?.[0];
		if (!contents || (version !== 0 && version !== 1)) return undefined;
		return contents.length >= bytes[version] ? { contents, isLong: version === 1 } : undefined;
	}
}

interface Versioned {
	readonly contents: Buffer;
	/** True if times have 64 bits. */
	readonly isLong: boolean;
}

/** Creation and change take 8 bytes, or 16, before the timescale and the duration. */
function duration(reader: BoxReader, inside: readonly Box[]): number | undefined {
	const header = reader.versioned(typed(inside, 'mvhd'), [20, 32]);
	if (!header) return undefined;
	const at = header.isLong ? 20 : 12;
	const scale = header.contents.readUInt32BE(at);
	const units = time(header, at + 4) || ofFragments(reader, inside);
	const length = Math.round((units * 1000) / scale);
	return Number.isSafeInteger(length) && length > 0 ? length : undefined;
}

/** A file in fragments may announce how long all of them are together. */
function ofFragments(reader: BoxReader, inside: readonly Box[]): number {
	const extension = typed(inside, 'mvex');
	const header = extension && reader.versioned(reader.find(extension, 'mehd'), [8, 12]);
	return header ? time(header, 4) : 0;
}

/** Reads a time; 0 if it is not known, which the format writes with all bits set. */
function time({ contents, isLong }: Versioned, at: number): number {
	const value = isLong ? contents.readBigUInt64BE(at) : BigInt(contents.readUInt32BE(at));
	return value === (isLong ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn) ? 0 : Number(value);
}

/** Reads the size of the first track with pictures. */
function sizeOf(reader: BoxReader, inside: readonly Box[]): Partial<ImageSize> {
	for (const track of inside.filter(({ type }) => type === 'trak')) {
		const parts = [...reader.boxesOf(track)];
		const media = typed(parts, 'mdia');
		const handler = media && reader.find(media, 'hdlr');
		if (!handler || reader.file.toString('latin1', handler.start + 8, handler.start + 12) !== 'vide')
			continue;
		const header = reader.versioned(typed(parts, 'tkhd'), [84, 96]);
		return header ? shown(header) : {};
	}
	return {};
}

/** Width and height are numbers of 16.16 bits, after a matrix that can turn the picture. */
function shown({ contents, isLong }: Versioned): Partial<ImageSize> {
	const matrix = isLong ? 52 : 40;
	const [across, down] = [36, 40].map((at) => Math.round(contents.readUInt32BE(matrix + at) / 0x10000));
	if (!across || !down) return {};
	const isTurned = [0, 16].every((at) => contents.readInt32BE(matrix + at) === 0);
	return isTurned ? { width: down, height: across } : { width: across, height: down };
}

const typed = (boxes: readonly Box[], type: string): Box | undefined =>
	boxes.find((box) => box.type === type);
