/**
 * What X Chat sends, as X's own SDK reads it on the other side: files with their sizes, marks, Posts and cards. Duration and
 * size of videos are those that mp4box.js (GPAC) finds.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { Event } from '@xdevplatform/chat-xdk';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { createFile, MP4BoxBuffer } from 'mp4box';
import { imageSize, movieHeader } from '../../../nodes/shared/chat/events/mediaHeader';
import { asText } from '../../../nodes/shared/util/text';
import { ADA, byId, useChat } from '../../support/chat';
import { cases } from '../../support/cases';
import { effortOf } from '../../support/effort';
import { fc } from '../../support/properties';
import * as sdk from './sdk';

const { chat, say, held, me } = useChat();

/** The first bytes of images: all that says how large they are. */
const IMAGES = {
	png: (width: number, height: number) => {
		const file = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000806000000', 'hex');
		file.writeUInt32BE(width, 16);
		file.writeUInt32BE(height, 20);
		return file;
	},
	gif: (width: number, height: number) => {
		const file = Buffer.from('47494638396100000000f70000', 'hex');
		file.writeUInt16LE(width, 6);
		file.writeUInt16LE(height, 8);
		return file;
	},
	jpeg: (width: number, height: number) => {
		const frame = Buffer.from('ffc0001108000000000301220002110103110100', 'hex');
		frame.writeUInt16BE(height, 5);
		frame.writeUInt16BE(width, 7);
		const head = Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0004aabb', 'hex');
		return Buffer.concat([head, frame, Buffer.alloc(20)]);
	},
	webp: (width: number, height: number) => {
		const file = Buffer.concat([
			Buffer.from('524946461000000057454250', 'hex'),
			Buffer.from('VP8X'),
			Buffer.alloc(14),
		]);
		file.writeUIntLE(width - 1, 24, 3);
		file.writeUIntLE(height - 1, 27, 3);
		return file;
	},
};

test('the size of an image is the one that the SDK finds', () => {
	const side = fc.integer({ min: 1, max: 65_535 });
	const kind = fc.constantFrom(...(Object.keys(IMAGES) as (keyof typeof IMAGES)[]));
	fc.assert(
		fc.property(kind, side, side, (name, width, height) => {
			const file = IMAGES[name](width, height);
			expect(imageSize(file)).toEqual({ width, height });
			const theirs = sdk.imageSize(file);
			if (theirs) expect(theirs).toEqual({ width, height });
		}),
		{ numRuns: cases(200, 5000) },
	);
	const found = Object.values(IMAGES).map((make) => sdk.imageSize(make(640, 480)));
	expect(found).toEqual(found.map(() => ({ width: 640, height: 480 })));
});

const photo = (name: string, width: number, height: number): IBinaryData => ({
	data: IMAGES.png(width, height).toString('base64'),
	mimeType: 'image/png',
	fileName: name,
});

/** Runs an operation, and reads the newest event as Ada's own client. */
async function readByAda(name: string, parameters: INodeParameters): Promise<Event | undefined> {
	const binary = { first: photo('a.png', 640, 480), second: photo('b.png', 32, 16) };
	const { error } = await chat(name, { id: byId(ADA), ...parameters }, { items: [{ json: {}, binary }] });
	expect(error).toBeUndefined();
	return sdk.newestOf(held(), ADA, me.id);
}

const SAID = { text: 'Grüße @ada: https://example.com/a, #news', additionalFields: { ttl: 60 } };

test.each(['send', 'reply'])('%s: files with their sizes, marks in the text, and its life', async (name) => {
	const { id } = await say({ from: ADA, to: me.id, text: 'Well?' });
	const read = await readByAda(`message.${name}`, {
		...SAID,
		additionalFields: { file: 'first, second', ttl: 60 },
		...(name === 'reply' && { target: id }),
	});
	expect(read).toMatchObject({ verified: true, ttlMsec: 60_000 });
	expect(read?.attachments).toMatchObject([
		{
			attachment_type: 'media',
			filename: 'a.png',
			filesizeBytes: 29,
			dimensions: { width: 640, height: 480 },
		},
		{ attachment_type: 'media', filename: 'b.png', dimensions: { width: 32, height: 16 } },
	]);
	const text = Buffer.from(SAID.text);
	const marks = read?.content?.['entities'] as { startIndex: number; endIndex: number; content: object }[];
	const marked = marks.map(({ startIndex, endIndex, content }) => [
		Object.keys(content)[0],
		text.subarray(startIndex, endIndex).toString(),
	]);
	expect(marked).toEqual([
		['mention', '@ada'],
		['url', 'https://example.com/a'],
		['hashtag', '#news'],
	]);
	if (name === 'reply') expect(read?.replyPreviewValidation).toBe('valid');
});

test('send: a Post, and a link card with an image', async () => {
	held().talker(ADA);
	const post = 'https://x.com/XDevelopers/status/20';
	expect((await readByAda('message.send', { additionalFields: { post } }))?.attachments).toMatchObject([
		{ attachment_type: 'post', restId: '20', postUrl: 'https://x.com/i/web/status/20' },
	]);
	const linkCard = { values: { url: 'https://example.com/b', title: 'B', image: 'second' } };
	const [card] = (await readByAda('message.send', { additionalFields: { linkCard } }))?.attachments ?? [];
	expect(card).toMatchObject({ attachment_type: 'url', url: 'https://example.com/b', displayTitle: 'B' });
	expect(held().files.has(String(card?.['bannerImageMediaHashKey']))).toBe(true);
});

test.each([
	['a file and a Post', { file: 'first', post: '20' }, 'cannot be sent with a Post or a link card'],
	['an image and a document', { file: 'first, paper' }, '"paper" must be the only file of its message'],
	['a Post that is none', { post: 'https://example.com/20' }, 'must be the ID or address of a Post'],
])('send: %s are refused before anything is sent', async (_case, additionalFields, told) => {
	held().talker(ADA);
	const paper: IBinaryData = { data: 'JVBERg==', mimeType: 'application/pdf', fileName: 'c.pdf' };
	const items = [{ json: {}, binary: { first: photo('a.png', 1, 1), paper } }];
	const { error } = await chat('message.send', { id: byId(ADA), text: 'Both', additionalFields }, { items });
	expect(`${error?.message} ${error?.description ?? ''}`).toContain(told);
	expect(held().files.size).toBe(0);
});

test('edit: the marks of the new text', async () => {
	await say({ from: ADA, to: me.id, text: 'Well?' });
	const own = await chat('message.send', { id: byId(ADA), text: 'Soon' });
	const target = asText(own.json[0]?.['id']);
	const read = await readByAda('message.edit', { target, text: 'See https://x.com' });
	expect(read?.content?.['entities']).toMatchObject([{ startIndex: 4, endIndex: 17, content: { url: {} } }]);
});

/** A box as ISO/IEC 14496-12 lays it out, with its size in 32 or in 64 bits. */
const box = (type: string, content: Buffer, isLarge = false): Buffer => {
	const head = Buffer.alloc(isLarge ? 16 : 8);
	head.writeUInt32BE(isLarge ? 1 : head.length + content.length);
	head.write(type, 4, 'latin1');
	if (isLarge) head.writeBigUInt64BE(BigInt(head.length + content.length), 8);
	return Buffer.concat([head, content]);
};
const boxes = (type: string, ...inside: readonly Buffer[]) => box(type, Buffer.concat(inside));
const u32 = (...values: readonly number[]): Buffer => {
	const made = Buffer.alloc(4 * values.length);
	values.forEach((value, index) => made.writeUInt32BE(value >>> 0, 4 * index));
	return made;
};
const u64 = (value: bigint): Buffer => {
	const made = Buffer.alloc(8);
	made.writeBigUInt64BE(value);
	return made;
};

const ONE = 0x10000;
const UPRIGHT = [ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000];
const TURNED = [0, ONE, 0, -ONE, 0, 0, 0, 0, 0x40000000];

interface Film {
	readonly width: number;
	readonly height: number;
	readonly timescale: number;
	readonly duration: number;
	/** Whether times have 64 bits. */
	readonly isLong: boolean;
	readonly isLarge: boolean;
	/** Whether the media comes before what says how long it is. */
	readonly isLast: boolean;
	readonly isTurned: boolean;
	readonly hasSound: boolean;
}

const time = (isLong: boolean, value: number) => (isLong ? u64(BigInt(value)) : u32(value));
const versioned = (isLong: boolean) => u32(isLong ? 0x01000000 : 0);

const mvhd = ({ isLong, timescale, duration }: Film) =>
	boxes(
		'mvhd',
		versioned(isLong),
		time(isLong, 0),
		time(isLong, 0),
		u32(timescale),
		time(isLong, duration),
		u32(ONE, 0x01000000, 0, 0),
		u32(...UPRIGHT),
		Buffer.alloc(24),
		u32(3),
	);

function track(film: Film, id: number, handler: string): Buffer {
	const { isLong, isTurned, duration } = film;
	const [width, height] = handler === 'vide' ? [film.width, film.height] : [0, 0];
	const tkhd = boxes(
		'tkhd',
		versioned(isLong),
		time(isLong, 0),
		time(isLong, 0),
		u32(id, 0),
		time(isLong, duration),
		u32(0, 0, 0, 0),
		u32(...(isTurned ? TURNED : UPRIGHT)),
		u32(width * ONE, height * ONE),
	);
	const hdlr = boxes('hdlr', u32(0, 0), Buffer.from(handler), Buffer.alloc(13));
	return boxes('trak', tkhd, boxes('mdia', hdlr, boxes('minf', boxes('stbl'))));
}

function film(shape: Film): Buffer {
	const { isLarge, isLast, hasSound } = shape;
	const sound = hasSound ? [track(shape, 1, 'soun')] : [];
	const moov = box('moov', Buffer.concat([mvhd(shape), ...sound, track(shape, 2, 'vide')]), isLarge);
	const mdat = box('mdat', Buffer.alloc(40), isLarge);
	const ftyp = boxes('ftyp', Buffer.from('isom'), u32(0), Buffer.from('isom'));
	return Buffer.concat([ftyp, ...(isLast ? [mdat, moov] : [moov, mdat])]);
}

const PLAIN: Film = {
	width: 1280,
	height: 720,
	timescale: 600,
	duration: 7500,
	isLong: false,
	isLarge: false,
	isLast: false,
	isTurned: false,
	hasSound: true,
};

/** What mp4box.js finds: the size before the picture is turned. */
function theirs(file: Buffer) {
	const reader = createFile();
	const bytes = new Uint8Array(file).buffer;
	reader.appendBuffer(MP4BoxBuffer.fromArrayBuffer(bytes, 0), true);
	const { mvhd: header, traks } = reader.moov ?? {};
	const video = traks?.find(({ mdia }) => mdia.hdlr.handler === 'vide')?.tkhd;
	if (!header || !video) return undefined;
	const ms = Math.round((header.duration * 1000) / header.timescale);
	return { width: video.width / ONE, height: video.height / ONE, ms };
}

test('duration and size are those that mp4box.js finds', () => {
	const side = fc.integer({ min: 1, max: 65_535 });
	const shapes = fc.record({
		width: side,
		height: side,
		timescale: fc.integer({ min: 1, max: 1_000_000 }),
		duration: fc.integer({ min: 1, max: 0xfffffffe }),
		isLong: fc.boolean(),
		isLarge: fc.boolean(),
		isLast: fc.boolean(),
		isTurned: fc.boolean(),
		hasSound: fc.boolean(),
	});
	fc.assert(
		fc.property(shapes, (shape) => {
			const file = film(shape);
			const { width, height, ms } = theirs(file) ?? {};
			expect(width).toBe(shape.width);
			const [across, down] = shape.isTurned ? [height, width] : [width, height];
			// A video of less than half a millisecond has no duration to send.
			const length = ms === 0 ? {} : { duration_ms: ms };
			expect(movieHeader(file)).toEqual({ width: across, height: down, ...length });
		}),
		{ numRuns: cases(200, 5000) },
	);
});

test('a file that mp4box.js writes in fragments: the size, and no duration where none is given', () => {
	const written = createFile();
	const id = written.addTrack({ type: 'avc1', width: 640, height: 360, timescale: 1000, hdlr: 'vide' });
	written.addSample(id, new Uint8Array(10), { duration: 5005, is_sync: true });
	const stream = written.getBuffer();
	const file = Buffer.from(stream.buffer, 0, stream.byteLength);
	expect(movieHeader(file)).toEqual({ width: 640, height: 360 });
});

test('the duration of a video in fragments is the one that is announced for all of them', () => {
	const empty = { ...PLAIN, duration: 0 };
	const mvex = boxes('mvex', boxes('mehd', u32(0, 9000)));
	const moov = boxes('moov', mvhd(empty), track(empty, 1, 'vide'), mvex);
	expect(movieHeader(moov)).toEqual({ width: 1280, height: 720, duration_ms: 15_000 });
});

const head = film(PLAIN);
const LIES: Readonly<Record<string, Buffer>> = {
	'a size beyond the file': Buffer.concat([u32(0x7fffffff), Buffer.from('moov'), mvhd(PLAIN)]),
	'a size of 2^64 - 1': Buffer.concat([u32(1), Buffer.from('moov'), u64(2n ** 64n - 1n), mvhd(PLAIN)]),
	'a size smaller than its own head': Buffer.concat([u32(7), Buffer.from('free'), head]),
	'a large size smaller than its own head': Buffer.concat([u32(1), Buffer.from('free'), u64(8n), head]),
	'a large size that is cut off': Buffer.concat([u32(1), Buffer.from('moov'), u32(0)]),
	'a header that is cut off': boxes('moov', boxes('mvhd', u32(0, 0, 0))),
	'a timescale of nothing': boxes('moov', mvhd({ ...PLAIN, timescale: 0 })),
	'a duration that is not known': boxes('moov', mvhd({ ...PLAIN, duration: 0xffffffff })),
	'a duration of 584 million years': boxes('moov', mvhd({ ...PLAIN, isLong: true, duration: 2 ** 63 })),
	'boxes of another version': boxes('moov', boxes('mvhd', u32(0x07000000), Buffer.alloc(100, 1))),
	'an empty file': Buffer.alloc(0),
};

test.each(Object.keys(LIES))('%s says nothing', (name) => {
	expect(movieHeader(LIES[name] as Buffer)).toEqual({});
});

test('damaged and cut files, pictures and videos, say something plausible or nothing', () => {
	const pictures = Object.values(IMAGES).map((make) => make(300, 200));
	const damage = fc.array(fc.tuple(fc.nat(1000), fc.nat(255)), { maxLength: 6 });
	fc.assert(
		fc.property(fc.constantFrom(head, ...pictures), fc.nat(1000), damage, (whole, length, changes) => {
			const file = Buffer.from(whole);
			for (const [at, value] of changes) file[at % file.length] = value;
			const cut = file.subarray(0, length % (file.length + 1));
			const { width = 1, height = 1, duration_ms: ms = 1 } = movieHeader(cut);
			const picture = imageSize(cut) ?? { width: 1, height: 1 };
			const found = [width, height, ms, picture.width, picture.height];
			expect(found.every((value) => Number.isSafeInteger(value) && value > 0)).toBe(true);
		}),
		{ numRuns: cases(1000, 40_000) },
	);
});

/** Nested, repeated and empty boxes: as many as fit into two megabytes. */
const MANY = 250_000;
const CROWDS: Readonly<Record<string, () => Buffer>> = {
	'empty boxes': () => Buffer.alloc(8 * MANY, box('free', Buffer.alloc(0))),
	'boxes in boxes': () => {
		const file = Buffer.alloc(8 * MANY);
		for (let at = 0; at < file.length; at += 8) {
			file.writeUInt32BE(file.length - at, at);
			file.write(at === 0 ? 'moov' : 'trak', at + 4, 'latin1');
		}
		return file;
	},
};

test.each(Object.keys(CROWDS))('%s: of a file of 2 MB, a part with a bound is read', async (name) => {
	const file = (CROWDS[name] as () => Buffer)();
	expect(await effortOf(() => movieHeader(file), 1)).toBeLessThan(1);
});

test('send: a video of a phone held upright comes with its size and duration', async () => {
	held().talker(ADA);
	const data = film({ ...PLAIN, isTurned: true }).toString('base64');
	const clip: IBinaryData = { data, mimeType: 'video/quicktime', fileName: 'clip.mp4' };
	const items = [{ json: {}, binary: { clip } }];
	const form = { id: byId(ADA), text: '', additionalFields: { file: 'clip' } };
	expect((await chat('message.send', form, { items })).error).toBeUndefined();
	expect(sdk.newestOf(held(), ADA, me.id)?.attachments).toMatchObject([
		{
			attachment_type: 'media',
			filename: 'clip.mp4',
			dimensions: { width: 720, height: 1280 },
			durationMillis: 12_500,
		},
	]);
});
