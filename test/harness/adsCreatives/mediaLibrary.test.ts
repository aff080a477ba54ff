/**
 * Media Library → Add: a file goes to the host that takes media, and then into the library.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createHash } from 'node:crypto';
import { get } from 'lodash';
import type { IBinaryData, INodeParameters } from 'n8n-workflow';
import { type More, byId, file, form, ids, useAds } from '../ads/support';
import { ads as adsArea } from '../../simulator/ads/area';
import { core as coreArea } from '../../simulator/core/area';
import { ME } from '../../simulator/identities';
import { useSkippedWaits } from '../../support/waits';

const { sim, ads } = useAds('xAdsCreatives');
const waits = useSkippedWaits(sim);

const add = async (binary: IBinaryData, more: INodeParameters = {}, options: More = {}) =>
	await ads('mediaLibrary.add', form(more), { items: [{ json: {}, binary: { data: binary } }], ...options });

const steps = () => sim().requests.map(({ listener, method, route }) => `${listener} ${method} ${route}`);
const uploads = () => [...coreArea.state(sim().platform).uploads.values()];
const inLibrary = () => adsArea.state(sim().platform).production.state.of('media');
const LIBRARY = '/12/accounts/{account_id}/media_library';

it('uploads the file of an item, whole, and adds it under its name', async () => {
	const bytes = Buffer.alloc(2 * 1024 * 1024 + 3, 'coffee');
	const run = await add(file('image/png', 'latte.png', bytes), { additionalFields: { name: 'Latte' } });
	expect(run.error?.message).toBeUndefined();
	expect(steps()).toEqual([
		'api POST /2/media/upload/initialize',
		'api POST /2/media/upload/{id}/append',
		'api POST /2/media/upload/{id}/finalize',
		`ads POST ${LIBRARY}`,
	]);
	const [upload] = uploads();
	expect(upload).toMatchObject({
		category: 'tweet_image',
		sha256: createHash('sha256').update(bytes).digest('hex'),
	});
	expect(sim().requests.at(-1)?.query).toEqual({
		media_key: upload?.mediaKey,
		name: 'Latte',
		file_name: 'latte.png',
	});
	expect(run.json).toEqual([
		expect.objectContaining({ media_key: upload?.mediaKey, media_type: 'IMAGE', name: 'Latte' }),
	]);
	expect(run.itemsPaired).toEqual([0]);
});

it.each([
	['image/gif', 'tweet_gif', 'GIF'],
	['image/jpeg', 'tweet_image', 'IMAGE'],
	['video/mp4', 'amplify_video', 'VIDEO'],
])('knows the use of %s', async (mimeType, category, media_type) => {
	const run = await add(file(mimeType));
	expect(run.error?.message).toBeUndefined();
	expect(uploads()[0]?.category).toBe(category);
	expect(run.json[0]).toMatchObject({ media_type });
});

it('waits until X has processed a video, which can then be shown before others', async () => {
	const run = await add(file('video/quicktime'), {
		additionalFields: { title: 'Barista', description: 'At work', poster_media_key: byId(ids.libraryImage) },
	});
	expect(run.error?.message).toBeUndefined();
	expect(waits().taken.length).toBeGreaterThan(0);
	expect(sim().requests.at(-1)?.query).toMatchObject({ poster_media_key: ids.libraryImage });
	expect(run.json[0]).toMatchObject({ title: 'Barista', description: 'At work' });
	const media = await ads('accountMedia.getMany', form({ filters: { creative_types: ['PREROLL'] } }));
	expect(media.json.map(({ video_id: id }) => id)).toContain(run.json[0]?.media_key);
});

it('uses the host that takes media for the sandbox as well', async () => {
	const account_id = byId(ids.sandboxAccount);
	const run = await add(file('image/png'), { account_id }, { on: 'sandbox' });
	expect(run.error?.message).toBeUndefined();
	expect(steps()[0]).toBe('api POST /2/media/upload/initialize');
	expect(steps().at(-1)).toBe(`adsSandbox POST ${LIBRARY}`);
});

it('lets others post the media, and believes the type that the user names', async () => {
	const owner = [...coreArea.state(sim().platform).users.keys()].find((id) => id !== ME.id) ?? '';
	const more = { additional_owner_id: owner, media_type: 'image/webp' };
	const run = await add(file('application/octet-stream'), { additionalFields: more });
	expect(run.error?.message).toBeUndefined();
	expect(sim().requests[0]?.body).toMatchObject({
		media_type: 'image/webp',
		additional_owners: [owner],
	});
});

it('says what the upload cost, and does not begin one that may cost too much', async () => {
	const run = await add(file('image/png'));
	expect(run.cost).toContain('3 requests of media upload');
	const before = sim().requests.length;
	const refused = await add(file('image/png'), { options: { maxCost: 0 } });
	expect(refused.error).toBeDefined();
	expect(sim().requests).toHaveLength(before);
});

it('does not lose the file where the library refuses it', async () => {
	const body = { errors: [{ code: 'INVALID_MEDIA', message: 'No' }] };
	sim().fail({ match: { path: LIBRARY }, kind: 'status', status: 400, body });
	const run = await add(file('image/png'), {}, { continueOnFail: true });
	const [upload] = uploads();
	expect(run.json[0]).toMatchObject({ details: { mediaKey: upload?.mediaKey } });
	expect(JSON.stringify(run.json[0])).toContain(`was uploaded, with the media key ${upload?.mediaKey}`);
	const again = await ads(
		'mediaLibrary.add',
		form({ media_source: 'uploaded', media_key: String(upload?.mediaKey) }),
	);
	expect(again.error?.message).toBeUndefined();
	expect(inLibrary().findAny(String(upload?.mediaKey))).toBeDefined();
});

// The keys of the documentation's samples begin so: https://docs.x.com/x-ads-api/creatives#identifying-media
it.each([
	['image/png', '3'],
	['image/gif', '16'],
	['video/mp4', '13'],
])('makes the media key of the media ID where the upload names none: %s', async (mimeType, prefix) => {
	const data = { id: '1089771253848666112' };
	sim().fail({ match: { path: '/2/media/upload/initialize' }, kind: 'status', status: 200, body: { data } });
	for (const path of ['/2/media/upload/{id}/append', '/2/media/upload/{id}/finalize'])
		sim().fail({ match: { path }, kind: 'status', status: 200, body: { data } });
	await add(file(mimeType), {}, { continueOnFail: true });
	expect(sim().requests.at(-1)?.query).toMatchObject({ media_key: `${prefix}_${data.id}` });
});

it.each([
	['a type that X does not take', file('application/pdf'), {}, /does not take/],
	['an empty file', file('image/png', 'a.png', Buffer.alloc(0)), {}, /empty/],
	['a use that does not fit', file('image/png'), { media_category: 'tweet_video' }, /Use For/],
	['a title of an image', file('image/png'), { additionalFields: { title: 'No' } }, /"Title" can only/],
	[
		'a title of an image that is called one',
		file('image/png'),
		{ media_category: 'tweet_image', additionalFields: { title: 'No' } },
		/"Title" can only/,
	],
])('sends nothing of %s', async (_what, binary, more, message) => {
	const run = await add(binary, more);
	expect(run.error?.message).toMatch(message);
	expect(sim().requests).toEqual([]);
});

it('goes on with an upload that broke off, and adds it to the library', async () => {
	sim().fail({ match: { path: '/2/media/upload/{id}/finalize' }, kind: 'status', status: 403 });
	const failed = await add(file('image/png'));
	const resume = get(failed.error, 'context.data.resume') as unknown;
	expect(resume).toMatchObject({ left: [{ item: 0, done: 1 }] });
	const run = await add(file('image/png'), { options: { resumeFrom: JSON.stringify(resume) } });
	expect(run.error).toBeUndefined();
	const [upload, ...others] = uploads();
	expect(others).toEqual([]);
	expect(run.json).toMatchObject([{ media_key: upload?.mediaKey }]);
});
