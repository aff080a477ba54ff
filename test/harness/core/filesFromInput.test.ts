/**
 * Posts and messages that carry files of the input item: what is uploaded, what is published, and what is reported where
 * only a part of it was done.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { byId, first, useCore } from './support';

const { sim, core, held, lastBody, sent, world } = useCore({ processingSeconds: 1, checkAfterSeconds: 1 });
useSkippedWaits(sim);

const file = (content: string, mimeType: string): IBinaryData => ({
	data: Buffer.from(content).toString('base64'),
	mimeType,
});
const png = file('a picture', 'image/png');
const other = file('another picture', 'image/jpeg');
const gif = file('it moves', 'image/gif');
const video = file('a short film', 'video/mp4');

const withFiles = (binary: Record<string, IBinaryData>) => ({ items: [{ json: {}, binary }] });
const post = async (binary: Record<string, IBinaryData>, form: INodeParameters = {}) =>
	await core('post.create', { attachment: 'file', ...form }, withFiles(binary));

const uploads = () => [...held().uploads.keys()];
const arrived = async (id: string) => await sim().control('core', 'upload', { id });

describe('a Post with files of the input', () => {
	it('carries the images in the order of their fields, described', async () => {
		const run = await post(
			{ data: png, data2: other },
			{
				binaryProperty: 'data2, data',
				altText: 'Hills',
				text: 'Look',
				additionalFields: { made_with_ai: true },
			},
		);
		expect(run.error?.message).toBeUndefined();
		const ids = uploads();
		expect(lastBody()).toEqual({ text: 'Look', made_with_ai: true, media: { media_ids: ids } });
		expect(await arrived(ids[0]!)).toMatchObject({ mediaType: 'image/jpeg', altText: 'Hills' });
		expect(await arrived(ids[1]!)).toMatchObject({ mediaType: 'image/png', altText: 'Hills' });
		expect(run.json).toMatchObject([{ url: `https://x.com/i/status/${first(run)}` }]);
		expect(run.itemsPaired).toEqual([0]);
	});

	it.each([
		['an image', png, 'tweet_image'],
		['a GIF', gif, 'tweet_gif'],
		['a video, processed first', video, 'tweet_video'],
	])('may be %s without a text', async (_what, data, category) => {
		const run = await post({ data }, { additionalFields: { media_title: 'Dawn' } });
		expect(run.error?.message).toBeUndefined();
		const [id] = uploads();
		expect(await arrived(id!)).toMatchObject({ category });
		expect(lastBody()).toEqual({ media: { title: 'Dawn', media_ids: [id] } });
	});

	it.each([
		['a field that is not there', { data: png }, 'data,image', 'The input item has no file in "image"'],
		['no files', {}, 'data', 'The input item has no file in "data"'],
		[
			'an image and a GIF',
			{ data: png, data2: gif },
			'data,data2',
			'A Post takes up to 4 images, or one GIF, or one video, and no mixture of them',
		],
		[
			'subtitles',
			{ data: file('1', 'text/srt') },
			'data',
			'The file in "data" is of the type "text/srt", which cannot be attached',
		],
		['too many', { data: png }, 'a,b,c,d,e', '"Input Binary Fields" takes at most 4 values, and has 5'],
	])('is refused with %s before anything is sent', async (_what, binary, binaryProperty, message) => {
		const run = await post(binary, { binaryProperty });
		expect(run.error?.message).toBe(message);
		expect(run.error?.description).toContain('Nothing was sent');
		expect(sent()).toEqual([]);
	});

	it('names the files that were uploaded where X refuses the Post', async () => {
		sim().fail({ match: { path: '/2/tweets' }, kind: 'status', status: 403 });
		const run = await post({ data: png, data2: other }, { binaryProperty: 'data,data2' });
		const [one, two] = uploads();
		expect(run.error?.description).toMatch(
			new RegExp(`The files were uploaded, with the media IDs ${one}, ${two}$`),
		);
		expect(get(run.error, 'context.data.mediaIds')).toEqual([one, two]);
	});

	it('names them where the Post would pass Max Cost', async () => {
		const run = await post({ data: png }, { options: { maxCost: 0.04 } });
		expect(sent().at(-1)).toContain('/finalize');
		expect(JSON.stringify([run.error, run.hints])).toContain(
			`files were uploaded, with the media IDs ${uploads().join()}`,
		);
	});

	it('needs the scope of an upload, which X does not name', async () => {
		sim().fail({ match: { path: '/2/media/upload/initialize' }, kind: 'status', status: 403 });
		const run = await post({ data: png });
		expect(run.error?.description).toMatch(/Uploading a file needs the scope media\.write$/);
	});

	it('names those before one that fails, and that one where it had arrived', async () => {
		const match = { path: '/2/media/metadata' };
		const body = { title: 'Invalid Request', detail: 'No such text' };
		sim().fail({ match, kind: 'status', status: 200, body: { data: { id: '1' } } });
		sim().fail({ match, kind: 'status', status: 400, body });
		const run = await post({ data: png, data2: other }, { binaryProperty: 'data,data2', altText: 'Hills' });
		const [one, two] = uploads();
		expect(run.error?.description).toContain(`the media IDs ${one}, ${two}`);
		expect(sent()).not.toContain('POST /2/tweets');
	});
});

describe('a message with a file of the input', () => {
	it.each([
		['directMessage.send', () => ({ participant_id: byId(world().other.id) })],
		['directMessage.sendToConversation', () => ({ dm_conversation_id: byId(world().group.id) })],
		[
			'directMessage.createGroup',
			() => ({
				first_participant: byId(world().others[0]!.id),
				second_participant: byId(world().others[1]!.id),
			}),
		],
	])('is sent by %s', async (operation, to) => {
		const form = { ...to(), attachment: 'file', binaryProperty: 'film' };
		const run = await core(operation, form, withFiles({ film: video }));
		expect(run.error?.message).toBeUndefined();
		const [id] = uploads();
		expect(await arrived(id!)).toMatchObject({ category: 'dm_video' });
		const body = lastBody();
		expect(get(body, 'message') ?? body).toEqual({ attachments: [{ media_id: id }] });
	});

	it('takes one file, and not beside media that were uploaded', async () => {
		const form = { participant_id: byId(world().other.id), attachment: 'file' };
		const run = await core(
			'directMessage.send',
			{ ...form, additionalFields: { media_id: '1' } },
			withFiles({ data: png }),
		);
		expect(run.error?.message).toBe(
			'"Media ID" cannot be combined with a file from the input: a message takes one',
		);
		expect(sent()).toEqual([]);
	});

	it('names the file that was uploaded where X refuses the message', async () => {
		const path = '/2/dm_conversations/with/{participant_id}/messages';
		sim().fail({ match: { path }, kind: 'status', status: 403 });
		const form = { participant_id: byId(world().other.id), attachment: 'file' };
		const run = await core('directMessage.send', form, withFiles({ data: png }));
		expect(run.error?.description).toMatch(new RegExp(`with the media ID ${uploads()[0]}$`));
	});
});
