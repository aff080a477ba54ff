/**
 * What X Chat sends, as X's own SDK reads it on the other side.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { imageSize } from '../../../nodes/shared/chat/events/imageSize';
import { asText } from '../../../nodes/shared/util/text';
import { ADA, byId, useChat } from '../../support/chat';
import { cases } from '../../support/cases';
import { fc } from '../../support/properties';
import * as sdk from './sdk';
import type { SdkEvent } from './sdkTypes';

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

test('bytes of any kind end the search for a size', () => {
	const start = fc.constantFrom(...Object.values(IMAGES).map((make) => make(300, 200)));
	fc.assert(
		fc.property(start, fc.nat(40), fc.uint8Array({ maxLength: 60 }), (head, length, rest) => {
			const found = imageSize(Buffer.concat([head.subarray(0, length), rest]));
			expect(found === undefined || (found.width > 0 && found.height > 0)).toBe(true);
		}),
		{ numRuns: cases(500, 20_000) },
	);
});

const photo = (name: string, width: number, height: number): IBinaryData => ({
	data: IMAGES.png(width, height).toString('base64'),
	mimeType: 'image/png',
	fileName: name,
});

/** Runs an operation, and reads the newest event as Ada's own client. */
async function readByAda(name: string, parameters: INodeParameters): Promise<SdkEvent | undefined> {
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
