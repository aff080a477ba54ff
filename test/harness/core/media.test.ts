/** @jest-environment ./test/support/environment.ts */
import { createHash, randomBytes } from 'node:crypto';
import { get } from 'lodash';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { segmentSize, smallSegmentSize } from '../../../nodes/shared/core/inputFile';
import { operationOf } from '../../facts';
import type { Fault } from '../../simulator/frame/faults';
import { storeBinary } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { first, useCore, type More } from './support';

const { sim, core, count, held, lastBody, sent } = useCore({ processingSeconds: 1, checkAfterSeconds: 1 });
useSkippedWaits(sim);
const MB = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const inMemory = (bytes: Buffer, mimeType: string): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
});
const stored = async (bytes: Buffer, mimeType: string) =>
	await storeBinary(bytes, { mimeType, fileName: 'file' });

const upload = async (binary: IBinaryData, form: INodeParameters = {}, more: More = {}) =>
	await core('media.upload', form, { items: [{ json: {}, binary: { data: binary } }], ...more });

const arrived = async (id: string) => await sim().control('core', 'upload', { id });

describe('uploading', () => {
	const bytes = randomBytes(4 * MB + 17);

	it.each([
		['in memory', async () => await Promise.resolve(inMemory(bytes, 'image/png'))],
		['on disk, as n8n keeps it by default', async () => await stored(bytes, 'image/png')],
	])('sends a file %s in pieces of four megabytes, whole and in order', async (_where, binary) => {
		const run = await upload(await binary());
		expect(run.error).toBeUndefined();
		expect(run.json).toMatchObject([{ id: expect.stringMatching(/^\d+$/) as string, size: bytes.length }]);
		expect(await arrived(first(run))).toMatchObject({
			bytes: bytes.length,
			sha256: sha256(bytes),
			segments: [0, 1],
			category: 'tweet_image',
			mediaType: 'image/png',
		});
		expect(run.itemsPaired).toEqual([0]);
	});

	it('counts the bytes of a file in memory, not the line breaks of its writing', async () => {
		const lines = { data: 'aGVs\nbG8=\n', mimeType: 'image/png' };
		const run = await upload(lines);
		expect(run.error).toBeUndefined();
		expect(await arrived(first(run))).toMatchObject({ bytes: 5, sha256: sha256(Buffer.from('hello')) });
	});

	it('sends an empty last piece for no file size', async () => {
		const exact = randomBytes(4 * MB);
		const run = await upload(await stored(exact, 'image/png'));
		expect(await arrived(first(run))).toMatchObject({ sha256: sha256(exact), segments: [0] });
	});

	it('says what the media is for and who may use it, and describes it', async () => {
		const owner = [...held().users.keys()][1]!;
		const run = await upload(inMemory(Buffer.from('hello'), 'application/octet-stream'), {
			media_category: 'dm_image',
			additionalFields: {
				additional_owner_id: owner,
				media_type: 'image/png',
				shared: true,
				alt_text: 'A hill at dawn',
			},
		});
		expect(run.error).toBeUndefined();
		expect(sim().requests[0]?.body).toEqual({
			media_type: 'image/png',
			total_bytes: 5,
			media_category: 'dm_image',
			additional_owners: [owner],
			shared: true,
		});
		expect(await arrived(first(run))).toMatchObject({ altText: 'A hill at dawn', mediaType: 'image/png' });
	});

	it.each([
		['application/x-subrip', 'subtitles', 'text/srt'],
		['image/jpg', 'tweet_image', 'image/jpeg'],
		['Image/PNG; charset=binary', 'tweet_image', 'image/png'],
	])('names the type of a file as X does: %s', async (mimeType, media_category, sent) => {
		const run = await upload(inMemory(Buffer.from('1\n00:00 --> 00:01'), mimeType), { media_category });
		expect(run.error).toBeUndefined();
		expect(await arrived(first(run))).toMatchObject({ mediaType: sent });
	});

	it.each([
		['video/mp4', 'tweet_image', 5, 'tweet_video'],
		['video/mp4', 'dm_image', 5, 'dm_video'],
		['image/gif', 'tweet_image', 5 * MB + 1, 'tweet_gif'],
		['image/gif', 'dm_image', 5, 'dm_image'],
		['image/png', 'dm_image', 5, 'dm_image'],
	])('takes the kind of media from the file: %s for %s with %d bytes', async (type, use, size, category) => {
		const run = await upload(await stored(Buffer.alloc(size, 1), type), { media_category: use });
		expect(run.error?.message).toBeUndefined();
		expect(await arrived(first(run))).toMatchObject({ category, bytes: size });
	});

	it('uploads one file for each item, from the field that each one names', async () => {
		const items = ['one', 'two'].map((name) => ({
			json: { name },
			binary: { [name]: inMemory(Buffer.from(name), 'image/png') },
		}));
		const run = await core('media.upload', { binaryProperty: '={{ $json.name }}' }, { items });
		expect(run.itemsPaired).toEqual([0, 1]);
		const ids = run.json.map(({ id }) => id as string);
		expect(await arrived(ids[1]!)).toMatchObject({ sha256: sha256(Buffer.from('two')) });
	});

	it.each<[string, Fault]>([
		['the rate limit', { kind: 'rateLimited', resetIn: 0 }],
		['a gateway that is overloaded', { kind: 'status', status: 503 }],
		['a lost answer, though the piece may have arrived', { kind: 'reset', after: true }],
	])('sends a piece again after %s', async (_what, fault) => {
		sim().fail({ match: { path: '/2/media/upload/{id}/append' }, ...fault });
		const run = await upload(inMemory(Buffer.from('hello'), 'image/png'));
		expect(run.error).toBeUndefined();
		expect(count('/2/media/upload/{id}/append')).toBe(2);
		expect(await arrived(first(run))).toMatchObject({ sha256: sha256(Buffer.from('hello')) });
	});

	it('sends raw bytes, which are a quarter less than base64', async () => {
		await upload(inMemory(Buffer.alloc(MB, 7), 'image/png'));
		const { headers } = sim().requests.find(({ path }) => path.endsWith('/append'))!;
		expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
		expect(Number(headers['content-length'])).toBeLessThan(MB + 1000);
	});

	it('goes on in pieces of one megabyte where a gateway refuses larger ones', async () => {
		sim().fail({ match: { path: '/2/media/upload/{id}/append' }, kind: 'status', status: 413, body: '' });
		const run = await upload(inMemory(bytes, 'image/png'));
		expect(run.error).toBeUndefined();
		expect(await arrived(first(run))).toMatchObject({ sha256: sha256(bytes), segments: [0, 1, 2, 3, 4] });
	});
});

describe('an upload that has arrived', () => {
	const image = inMemory(Buffer.from('hello'), 'image/png');
	const video = inMemory(Buffer.from('a short film'), 'video/mp4');
	const idOf = () => [...held().uploads.keys()].at(-1)!;

	it('is not lost where its description is refused', async () => {
		const body = { title: 'Invalid Request', detail: 'No such text' };
		sim().fail({ match: { path: '/2/media/metadata' }, kind: 'status', status: 400, body });
		const form = { additionalFields: { alt_text: 'A hill' } };
		const run = await upload(image, form, { continueOnFail: true });
		expect(run.json[0]).toMatchObject({ details: { mediaId: idOf() } });
		expect(JSON.stringify(run.json[0])).toContain(`was uploaded, with the media ID ${idOf()}`);
	});

	it.each<[string, Fault]>([
		['500', { kind: 'status', status: 500 }],
		['a lost answer', { kind: 'reset' }],
	])('is not lost where its completion is answered with %s', async (_what, fault) => {
		for (const after of [true, false])
			for (const [file, form] of [
				[image, {}],
				[video, { media_category: 'tweet_video' }],
			] as const) {
				sim().fail({ match: { path: '/2/media/upload/{id}/finalize' }, ...fault, after });
				const run = await upload(file, form);
				expect(run.error).toBeUndefined();
				expect(first(run)).toBe(idOf());
				const post = { attachment: 'media', text: 'Look', media_id: first(run) };
				expect((await core('post.create', post)).error).toBeUndefined();
			}
	});

	it('is named where its completion fails for good', async () => {
		sim().fail({ match: { path: '/2/media/upload/{id}/finalize' }, kind: 'status', status: 500, times: 9 });
		const run = await upload(image, {}, { continueOnFail: true });
		expect(run.json[0]).toMatchObject({ details: { unfinishedMediaId: idOf() } });
		expect(JSON.stringify(run.json[0])).toContain(`sent, with the media ID ${idOf()}`);
	});

	it('is not lost where its state cannot be read', async () => {
		const match = { method: 'GET' as const, path: '/2/media/upload' };
		sim().fail({ match, kind: 'status', status: 403, times: 9 });
		const run = await upload(video, { media_category: 'tweet_video' });
		expect(run.error?.description).toMatch(new RegExp(`was uploaded, with the media ID ${idOf()}$`));
	});

	it.each(['processing', '', 'queued'])('is not done in a state that nobody knows: "%s"', async (state) => {
		const begun = { id: '1', media_key: '7_1', processing_info: { state, check_after_secs: 1 } };
		const match = { path: '/2/media/upload/{id}/finalize' };
		sim().fail({ match, kind: 'status', status: 200, body: { data: begun } });
		const done = { id: '1', processing_info: { state: 'succeeded', progress_percent: 100 } };
		sim().fail({ match: { path: '/2/media/upload' }, kind: 'status', status: 200, body: { data: done } });
		const run = await upload(video, { media_category: 'tweet_video' });
		expect(run.json).toMatchObject([{ processing_info: { state: 'succeeded' } }]);
	});
});

describe('the pieces of a large file', () => {
	it.each([1, MB, 512 * MB, 8 * 1024 * MB, 16 * 1024 * MB])(
		'of %d bytes keep to the documented number',
		(bytes) => {
			const { fields = [] } = operationOf('POST /2/media/upload/{id}/append').body ?? {};
			const index = fields.find(({ name }) => name === 'segment_index');
			expect(Math.ceil(bytes / segmentSize(bytes)) - 1).toBeLessThanOrEqual(index!.max!);
			expect(Math.ceil(bytes / smallSegmentSize(bytes)) - 1).toBeLessThanOrEqual(index!.max!);
			// The page of version 1.1 names 5 MB.
			expect(segmentSize(bytes)).toBeLessThanOrEqual(5 * MB);
		},
	);
});

describe('videos', () => {
	const video = inMemory(Buffer.from('a short film'), 'video/mp4');
	const form = { media_category: 'tweet_video' };

	it('waits until X has processed one, as often as it says', async () => {
		const run = await upload(video, form);
		expect(run.json).toMatchObject([{ processing_info: { state: 'succeeded', progress_percent: 100 } }]);
		expect(
			sent()
				.slice(0, 3)
				.map((line) => line.replace(/\d{19}/, '{id}')),
		).toEqual([
			'POST /2/media/upload/initialize',
			'POST /2/media/upload/{id}/append',
			'POST /2/media/upload/{id}/finalize',
		]);
		expect(sim().requests[3]).toMatchObject({
			method: 'GET',
			query: { command: 'STATUS', media_id: first(run) },
		});
		const post = { attachment: 'media', text: 'Look', media_id: first(run) };
		expect((await core('post.create', post)).error).toBeUndefined();
	});

	it('does not wait when told so, and gets the status later', async () => {
		const run = await upload(video, { ...form, options: { waitForProcessing: false } });
		expect(run.json).toMatchObject([{ processing_info: { state: 'pending' } }]);
		sim().platform.clock.advance(2000);
		const status = await core('media.getStatus', { media_id: first(run) });
		expect(status.json).toMatchObject([{ id: first(run), processing_info: { state: 'succeeded' } }]);
	});

	it('gives X’s reason when the processing failed', async () => {
		await sim().control('core', 'settings', { processingOutcome: 'failed', processingSeconds: 0 });
		const run = await upload(video, form);
		expect(run.error?.message).toBe('X could not process the media: Unsupported video format');
		expect(run.error?.description).toMatch(/^Check the format/);
		expect(get(run.error, 'context.data.resume')).toBeUndefined();
	});
});

describe('errors beside a step of an upload', () => {
	const errors = [{ detail: 'The text was not kept' }];
	const described = async (fault: Fault) => {
		sim().fail({ match: { path: '/2/media/metadata' }, ...fault });
		return await upload(inMemory(Buffer.from('x'), 'image/png'), {
			additionalFields: { alt_text: 'A hill' },
		});
	};

	it('are shown', async () => {
		const run = await described({ kind: 'partial', errors });
		expect(run.json).toMatchObject([{ id: expect.any(String) as string }]);
		expect(run.hints[0]?.message).toContain('The text was not kept');
	});

	it('end the upload where there is nothing else', async () => {
		const run = await described({ kind: 'status', status: 200, body: { errors } });
		expect(run.error?.message).toContain('The text was not kept');
	});
});

it('sends further metadata beside the description', async () => {
	const id = first(await upload(inMemory(Buffer.from('hello'), 'image/png')));
	const metadata = { allow_download_status: { allow_download: false }, shared_info: { shared: true } };
	await core('media.addAltText', { id, alt_text: 'A hill', additionalFields: { metadata } });
	expect(lastBody()).toEqual({ id, metadata: { ...metadata, alt_text: { text: 'A hill' } } });
});

describe('what cannot be uploaded', () => {
	it('is said before anything is sent', async () => {
		const missing = await upload(inMemory(Buffer.from('x'), 'image/png'), { binaryProperty: 'picture' });
		expect(missing.error?.message).toBe('The input item has no file in "picture"');
		expect(missing.error?.description).toMatch(/^Nothing was sent. It has files in data: name one/);
		const none = await core('media.upload');
		expect(none.error?.description).toMatch(/^Nothing was sent. It has no files at all/);
		const empty = await upload(inMemory(Buffer.alloc(0), 'image/png'));
		expect(empty.error?.message).toBe('The binary field "data" holds an empty file');
		const unknown = await upload(inMemory(Buffer.from('x'), 'application/octet-stream'));
		expect(unknown.error?.message).toBe(
			'The file in "data" is of the type "application/octet-stream", which X does not take',
		);
		expect(unknown.error?.description).toMatch(/image\/png, .* name it in Media Type, which/);
		const nameless = await upload({ data: 'eA==' } as IBinaryData);
		expect(nameless.error?.message).toBe('The type of the file in "data" is not known');
		expect(nameless.error?.description).toMatch(/name it in Media Type, which/);
		const large = await upload(await stored(Buffer.alloc(5 * MB + 1), 'image/png'));
		expect(large.error?.message).toBe(
			'The file in "data" has 5,242,881 bytes; X takes at most 5 MB (5,242,880 bytes) for this use',
		);
		expect(sent()).toEqual([]);
	});

	it.each([
		['video/quicktime', 'dm_gif', 'a video'],
		['image/png', 'tweet_video', 'an image'],
		['text/srt', 'tweet_image', 'subtitles'],
		['image/png', 'subtitles', 'an image'],
	])('is a file of another kind than Use For says: %s for %s', async (mimeType, media_category, kind) => {
		const run = await upload(inMemory(Buffer.from('x'), mimeType), { media_category });
		expect(run.error?.message).toBe(`"Use For" must fit the file in "data", which is ${kind} (${mimeType})`);
		expect(sent()).toEqual([]);
	});
});
