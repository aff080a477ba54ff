/** Reads the size of an image from the first bytes of its file. */

/** Width and height in pixels. */
export interface ImageSize {
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
