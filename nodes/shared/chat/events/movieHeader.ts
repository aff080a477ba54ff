/**
 * Reads the duration and size of a video from the boxes of an MP4 or MOV file: ISO/IEC 14496-12, and for MOV
 * https://developer.apple.com/documentation/quicktime-file-format (read on 2026-11-23).
 */
import type { ImageSize } from './imageSize';

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
