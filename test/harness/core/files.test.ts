/**
 * Files that come and go: media of messages, compliance jobs, uploads in one request, and files of the input item that
 * Posts and messages carry.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHash } from 'node:crypto';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { get } from 'lodash';
import { readBinary } from '../../support';
import { serve } from '../../support/ownHost';
import { useSkippedWaits } from '../../support/waits';
import { byId, first, useCore } from './support';

const { core, held, lastBody, sent, sim, world } = useCore({ processingSeconds: 1, checkAfterSeconds: 1 });
useSkippedWaits(sim);

const AS_APP = { as: 'app' as const };

/** Bytes that are no text in any encoding, a PNG by their beginning. */
const picture = Buffer.from([
	0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff, 0xfe, 0x80, 0xc3, 0x28,
]);
const file = (content: string | Buffer, mimeType: string): IBinaryData => ({
	data: Buffer.from(content as string).toString('base64'),
	mimeType,
});
const withFiles = (binary: Record<string, IBinaryData>) => ({ items: [{ json: {}, binary }] });
const bytesOf = async (file: IBinaryData | undefined) => await readBinary(file!);

const received = async (more: object = {}) => {
	const { other, me } = world();
	const file = { from: other.id, to: me.id, name: 'hVJQTwig.png', data: picture.toString('base64') };
	return (await sim().control('core', 'file', { ...file, ...more })) as { id: string };
};

describe('media of a message', () => {
	it('come byte for byte, with their name and type', async () => {
		const { id } = await received();
		const run = await core('directMessage.downloadMedia', { event_id: id, outputProperty: 'picture' });
		expect(run.error).toBeUndefined();
		const file = run.items[0]?.binary?.picture;
		expect((await bytesOf(file)).equals(picture)).toBe(true);
		expect(file).toMatchObject({ fileName: 'hVJQTwig.png', mimeType: 'image/png' });
		expect(run.json).toMatchObject([{ event_id: id, resource_id: 'hVJQTwig.png', type: 'photo' }]);
	});

	it('come by their three IDs with one request', async () => {
		const { id } = await received();
		const [, media = ''] = [...held().messageFiles.keys()].at(-1)?.split('/') ?? [];
		const form = { downloadBy: 'file', event_id: id, media_id: media, resource_id: 'hVJQTwig.png' };
		const run = await core('directMessage.downloadMedia', form);
		expect((await bytesOf(run.items[0]?.binary?.data)).equals(picture)).toBe(true);
		expect(sent()).toEqual([`GET /2/dm_conversations/media/${id}/${media}/hVJQTwig.png`]);
	});

	it('are told where X names no file, and where a message has none', async () => {
		const { id } = await received({ type: 'video' });
		const video = await core('directMessage.downloadMedia', { event_id: id });
		expect(video.json).toMatchObject([{ event_id: id, type: 'video', variants: [{}] }]);
		expect(video.hints[0]?.message).toContain('X names no file of the video 7_');
		const none = await core('directMessage.downloadMedia', { event_id: world().ownMessage.id });
		expect(none.json).toEqual([]);
		expect(none.hints[0]?.message).toContain('has no media');
	});

	it('are followed to another host without the credential', async () => {
		const seen: unknown[] = [];
		const host = await serve((request, response) => {
			seen.push(request.headers.authorization);
			response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
		});
		const path = '/2/dm_conversations/media/{dm_id}/{media_id}/{resource_id}';
		const headers = { location: `${host.url}/hVJQTwig.png` };
		sim().fail({ match: { path }, kind: 'status', status: 302, headers, body: '' });
		const { id } = await received();
		try {
			const run = await core('directMessage.downloadMedia', { event_id: id });
			expect(run.error).toBeUndefined();
			expect((await bytesOf(run.items[0]?.binary?.data)).equals(picture)).toBe(true);
			expect(seen).toEqual([undefined]);
		} finally {
			host.close();
		}
	});
});

describe('a compliance job', () => {
	const make = async () => first(await core('complianceJob.create', { type: 'tweets' }, AS_APP));

	it('takes IDs by the token that it names, and gives an item for each', async () => {
		const id = await make();
		const up = await core('complianceJob.upload', { id, ids: '20,1880028106020515840' }, AS_APP);
		expect(up.json).toMatchObject([{ id, status: 'complete' }]);
		expect(held().complianceJobs.get(id)?.ids).toEqual(['20', '1880028106020515840']);
		const down = await core('complianceJob.download', { id }, AS_APP);
		expect(down.json).toMatchObject([
			{ id: '20', action: 'delete' },
			{ id: '1880028106020515840', action: 'delete' },
		]);
		expect(sim().requests.at(-1)?.query).toEqual({ token: held().complianceJobs.get(id)?.downloadToken });
	});

	it('takes a file as it is, and gives one', async () => {
		const id = await make();
		const { items } = withFiles({ data: file('20\n21', 'text/plain') });
		await core('complianceJob.upload', { id, idsFrom: 'file' }, { ...AS_APP, items });
		expect(held().complianceJobs.get(id)?.ids).toEqual(['20', '21']);
		const run = await core('complianceJob.download', { id, resultAs: 'file' }, AS_APP);
		const text = (await bytesOf(run.items[0]?.binary?.data)).toString();
		expect(text.split('\n').map((line) => line && (JSON.parse(line) as { id: string }).id)).toEqual([
			'20',
			'21',
			'',
		]);
	});

	it('at the address of another host is asked as it is, without the credential', async () => {
		const requests: string[] = [];
		const storage = await serve((request, response) => {
			const { method, url, headers } = request;
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const held = [headers.authorization, headers['content-type']].join(' ').trim();
				requests.push(`${method} ${url} ${held} ${Buffer.concat(chunks).toString()}`.trim());
				response.end(method === 'GET' ? '{"id":"20","action":"delete"}\n' : '');
			});
		});
		const address = `${storage.url}/jobs/5?Signature=a%2Fb%3D`;
		const body = { data: { id: '5', status: 'complete', download_url: address, upload_url: address } };
		const match = { path: '/2/compliance/jobs/{id}' };
		try {
			sim().fail({ match, kind: 'status', status: 200, body });
			const up = await core('complianceJob.upload', { id: '5', ids: '20,21' }, AS_APP);
			expect(up.json).toEqual([{ id: '5', success: true }]);
			sim().fail({ match, kind: 'status', status: 200, body });
			const down = await core('complianceJob.download', { id: '5' }, AS_APP);
			expect(down.json).toEqual([{ id: '20', action: 'delete' }]);
		} finally {
			storage.close();
		}
		expect(requests).toEqual([
			'PUT /jobs/5?Signature=a%2Fb%3D text/plain 20\n21',
			'GET /jobs/5?Signature=a%2Fb%3D',
		]);
	});

	it('without a result says so, and can be cancelled', async () => {
		const id = await make();
		const early = await core('complianceJob.download', { id }, AS_APP);
		expect(early.error?.message).toBe(
			'"Job ID" is of a job that has no download_url (its status is created)',
		);
		const run = await core('complianceJob.cancel', { id }, AS_APP);
		expect(run.json).toMatchObject([{ id, status: 'failed' }]);
		const late = await core('complianceJob.upload', { id, ids: '20' }, AS_APP);
		expect(late.error).toMatchObject({ httpCode: '403' });
	});
});

it('an upload in one request has the same bytes, and can be posted', async () => {
	const form = { options: { singleRequest: true } };
	const run = await core('media.upload', form, withFiles({ data: file(picture, 'image/png') }));
	expect(run.error).toBeUndefined();
	expect(sent()).toEqual(['POST /2/media/upload']);
	expect(lastBody()).toMatchObject({ media_category: 'tweet_image' });
	const told = (await sim().control('core', 'upload', { id: first(run) })) as { sha256: string };
	expect(told.sha256).toBe(createHash('sha256').update(picture).digest('hex'));
	const post = await core('post.create', { attachment: 'media', media_id: first(run) });
	expect(post.error).toBeUndefined();
});

it('the result of a compliance job shows the errors beside its data, and what is no result, as where the file ends early', async () => {
	const match = { path: '/2/compliance/jobs/{id}/download' };
	const result = { id: '1', action: 'delete' };
	const download = async (body: object | string) => {
		sim().fail({ match, kind: 'status', status: 200, body });
		const run = await core('complianceJob.download', { id: '1', options: { token: 'x' } }, AS_APP);
		return [run.json, run.hints.map(({ message }) => message).join()];
	};
	const errors = [{ title: 'Not Found', detail: 'No ID 2.' }];
	const containing = (text: string) => expect.stringContaining(text) as string;
	expect(await download({ data: [result], errors })).toEqual([
		[result],
		containing('X left something out: No ID 2'),
	]);
	expect(await download(`${JSON.stringify(result)}\n{"id":"2","act`)).toEqual([
		[result, { value: '{"id":"2","act' }],
		containing('does not know'),
	]);
});

describe('files of the input', () => {
	const png = file('a picture', 'image/png');
	const other = file('another picture', 'image/jpeg');
	const gif = file('it moves', 'image/gif');
	const video = file('a short film', 'video/mp4');

	const post = async (binary: Record<string, IBinaryData>, form: INodeParameters = {}) =>
		await core('post.create', { attachment: 'file', ...form }, withFiles(binary));

	const uploads = () => [...held().uploads.keys()];
	const arrived = async (id: string) => await sim().control('core', 'upload', { id });

	describe('a Post with files of the input', () => {
		it('carries the images in the order of their fields, described', async () => {
			const form = { binaryProperty: 'data2, data', altText: 'Hills', text: 'Look' };
			const run = await post({ data: png, data2: other }, form);
			expect(run.error?.message).toBeUndefined();
			const ids = uploads();
			expect(lastBody()).toEqual({ text: 'Look', media: { media_ids: ids } });
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
		])('is sent by %s', async (operation, to) => {
			const form = { ...to(), attachment: 'file', binaryProperty: 'film' };
			const run = await core(operation, form, withFiles({ film: video }));
			expect(run.error?.message).toBeUndefined();
			const [id] = uploads();
			expect(await arrived(id!)).toMatchObject({ category: 'dm_video' });
			expect(lastBody()).toEqual({ attachments: [{ media_id: id }] });
		});

		it('takes one file, and not beside media that were uploaded', async () => {
			const form = { participant_id: byId(world().other.id), additionalFields: { media_id: '1' } };
			const file = { ...form, attachment: 'file' };
			const run = await core('directMessage.send', file, withFiles({ data: png }));
			expect(run.error?.message).toBe(
				'"Media ID" cannot be combined with a file from the input: a message takes one',
			);
			expect(sent()).toEqual([]);
		});
	});
});
