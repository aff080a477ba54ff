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

	it('is renamed, and loses its name', async () => {
		const rename = (name: string) => ads('post.rename', form({ tweet_id: byId(ids.accountPost), name }));
		expect((await rename('Best')).json[0]).toMatchObject({ id: ids.accountPost, name: 'Best' });
		expect((await rename('')).json[0]).toMatchObject({ name: null });
		expect(lastQuery()).toEqual({ name: '' });
	});
});

describe('a scheduled Post', () => {
	const schedule = (scheduled_at: string, more: INodeParameters = {}) =>
		ads('scheduledPost.create', newPost({ scheduled_at, ...more }));

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
		const stopped = await change({ media_keys: media('={{ "" }}'), name: 'Autumn' });
		expect(stopped.error?.message).toBe('"Media 1 → Media" is empty: {{ "" }} has no value');
		expect(lastQuery()).toEqual({ media_keys: video });
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
