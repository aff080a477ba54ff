/**
 * Posts that are out, scheduled and drafts.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { byId, form, ids, ME, media, useCreatives } from './support';

const { sim, ads, lastQuery } = useCreatives();
const as_user_id = byId(ME.id);
const { libraryImage: image, secondLibraryImage: other, libraryVideo: video } = ids;

const MINUTE = 60_000;
const inMinutes = (minutes: number) =>
	new Date(Math.ceil(sim().platform.clock.now() / MINUTE) * MINUTE + minutes * MINUTE).toISOString();

const newPost = (more: INodeParameters = {}) => form({ as_user_id, text: 'Fresh coffee', ...more });

describe('a new Post', () => {
	it('is seen as an ad only, unless the user wants followers to see it', async () => {
		const hidden = await ads('post.create', newPost());
		expect(lastQuery()).toEqual({ as_user_id: ME.id, text: 'Fresh coffee' });
		const open = newPost({ text: 'Open today', additionalFields: { nullcast: false } });
		const seen = await ads('post.create', open);
		const listed = async (timeline_type: string) =>
			(await ads('post.getMany', form({ filters: { timeline_type } }))).json.map(({ id }) => id);
		expect(await listed('NULLCAST')).toContain(hidden.json[0]?.id);
		expect(await listed('NULLCAST')).not.toContain(seen.json[0]?.id);
		expect(await listed('ORGANIC')).toEqual([ids.organicPost, seen.json[0]?.id]);
		expect(await listed('ALL')).toHaveLength(4);
	});

	it('looks the same wherever it comes from, and its ID is exact', async () => {
		const { json: created } = await ads('post.create', newPost({ additionalFields: { name: 'Fresh' } }));
		const id = created[0]?.id as string;
		expect(id).toMatch(/^\d{19}$/);
		const { json: read } = await ads('post.getMany', form({ filters: { tweet_ids: id } }));
		const same = { id, name: 'Fresh', text: 'Fresh coffee', user_id: ME.id };
		expect(created[0]).toMatchObject(same);
		expect(read[0]).toMatchObject({ ...same, tweet_type: 'PUBLISHED', conversation_settings: 'EVERYONE' });
	});

	it.each<[string, INodeParameters[string]]>([
		['chosen one by one', media(image, other)],
		['in one ID', media(`${image}, ${other}`)],
		['by an expression that gives a list', media(`={{ ["${image}", "${other}"] }}`)],
	])('shows a card and media of the library, %s', async (_how, keys) => {
		const more = {
			with_media: true,
			text: '',
			media_keys: keys,
			additionalFields: { card_uri: byId(`card://${ids.card}`) },
		};
		const run = await ads('post.create', newPost(more));
		expect(run.error?.message).toBeUndefined();
		expect(lastQuery()).toEqual({
			as_user_id: ME.id,
			media_keys: `${image},${other}`,
			card_uri: `card://${ids.card}`,
		});
	});

	it.each<[string, INodeParameters, RegExp]>([
		['an unknown card', { additionalFields: { card_uri: byId('card://1') } }, /card:\/\/1/],
		['media that is not in the library', { with_media: true, media_keys: media('3_1') }, /3_1/],
		['another author', { as_user_id: byId(ids.otherUserId) }, /may not post as/],
	])('is refused with %s', async (_what, more, message) => {
		const run = await ads('post.create', newPost(more));
		expect(run.error?.message).toMatch(message);
	});

	it('is renamed, and loses its name', async () => {
		const rename = (name: string) => ads('post.rename', form({ tweet_id: byId(ids.accountPost), name }));
		expect((await rename('Best')).json[0]).toMatchObject({ id: ids.accountPost, name: 'Best' });
		expect((await rename('')).json[0]).toMatchObject({ name: null });
		expect(lastQuery()).toEqual({ name: '' });
	});

	it('comes with a preview, if it is of the chosen type', async () => {
		const preview = async (tweet_type: string) =>
			(await ads('post.getPreviews', form({ tweet_ids: ids.accountPost, tweet_type }))).json;
		expect(await preview('PUBLISHED')).toEqual([
			{ tweet_id: ids.accountPost, preview: expect.stringContaining('<iframe') as string },
		]);
		expect(await preview('DRAFT')).toEqual([]);
	});
});

describe('a scheduled Post', () => {
	const schedule = (scheduled_at: string, more: INodeParameters = {}) =>
		ads('scheduledPost.create', newPost({ scheduled_at, ...more }));

	it('goes out at its time', async () => {
		const [made] = (await schedule(inMinutes(5))).json;
		expect(made).toMatchObject({ scheduled_status: 'SCHEDULED', tweet_id: null });
		sim().platform.clock.advance(7 * MINUTE);
		const read = form({ scheduled_tweet_id: byId(made?.id as string) });
		const [out] = (await ads('scheduledPost.get', read)).json;
		expect(out).toMatchObject({ scheduled_status: 'SUCCESS' });
		const posts = await ads('post.getMany', form({ filters: { tweet_ids: out?.tweet_id as string } }));
		expect(posts.json[0]).toMatchObject({ text: 'Fresh coffee' });
		expect((await ads('scheduledPost.delete', read)).error?.message).toContain('out already');
	});

	it('has a time in whole minutes', async () => {
		const run = await schedule(inMinutes(5).replace(':00.000Z', ':30Z'));
		expect(run.json[0]?.scheduled_at).toMatch(/:00Z$/);
		expect(run.hints.map(({ message }) => message).join()).toContain('X ignores the seconds');
	});

	it('is one of 30 in a quarter of an hour', async () => {
		const items = Array.from({ length: 31 }, (_, at) => ({ json: { at } }));
		const run = await ads(
			'scheduledPost.create',
			newPost({ scheduled_at: inMinutes(60), text: '={{ "Post " + $json.at }}' }),
			{ items, continueOnFail: true },
		);
		expect(run.json.slice(0, 30).every(({ id }) => typeof id === 'string')).toBe(true);
		expect(JSON.stringify(run.json[30])).toContain('SCHEDULED_TWEET_LIMIT_EXCEEDED');
	});

	it('gets other media, and loses them where the field is emptied', async () => {
		const change = (updateFields: INodeParameters) =>
			ads('scheduledPost.update', form({ scheduled_tweet_id: byId(ids.scheduledPost), updateFields }));
		expect((await change({ media_keys: media(video) })).json[0]).toMatchObject({ media_keys: [video] });
		// Data that happen to be empty take nothing off.
		const unchanged = await change({ media_keys: media('={{ "" }}'), name: 'Autumn' });
		expect(unchanged.json[0]).toMatchObject({ media_keys: [video] });
		expect((await change({ media_keys: {} })).json[0]).toMatchObject({ media_keys: [] });
		expect(lastQuery()).toEqual({ media_keys: '' });
	});
});

describe('a draft', () => {
	it('is made, changed, shown on the phone and deleted for good', async () => {
		const [made] = (await ads('draftPost.create', newPost())).json;
		const draft = form({ draft_tweet_id: byId(made?.id as string) });
		const updateFields = { card_uri: byId(`card://${ids.card}`) };
		const [changed] = (await ads('draftPost.update', { ...draft, updateFields })).json;
		expect(changed).toMatchObject({ text: 'Fresh coffee', card_uri: `card://${ids.card}` });
		const [preview] = (await ads('draftPost.sendPreview', draft)).json;
		expect(preview).toEqual({
			draft_tweet_id: made?.id,
			message: expect.stringContaining('notifications') as string,
		});
		expect((await ads('draftPost.delete', draft)).json).toEqual([
			{ deleted: true, draft_tweet_id: made?.id },
		]);
		expect((await ads('draftPost.get', draft)).error).toBeDefined();
	});
});
