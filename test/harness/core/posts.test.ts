/** @jest-environment ./test/support/environment.ts */
import type { INodeParameters } from 'n8n-workflow';
import { by, byId, first, useCore } from './support';

const { sim, core, count, held, lastBody, sent, world } = useCore();

const create = async (form: INodeParameters) => await core('post.create', form);

describe('creating a Post', () => {
	it.each(['oAuth1', 'oAuth2'] as const)('publishes the text as it is, with %s', async (as) => {
		const text = "It's 100 % (sure)! a+b, c:d & ünïcode 日本語 👩‍👩‍👧 *";
		const run = await core('post.create', { text }, { as });
		const id = first(run);
		const url = `https://x.com/i/status/${String(id)}`;
		expect(run.json).toEqual([{ id, text, edit_history_tweet_ids: [id], url }]);
		expect(held().posts.get(id)).toMatchObject({ text });
		expect(lastBody()).toEqual({ text });
	});

	it('sends the whole body in its documented places', async () => {
		const { foreignPost, others } = world();
		await create({
			text: 'All of it',
			reply_in_reply_to_tweet_id: byId(foreignPost.id),
			additionalFields: {
				community_id: '1500000000000000001',
				share_with_followers: true,
				for_super_followers_only: false,
				geo_place_id: '01a9a39529b27f36',
				made_with_ai: true,
				paid_partnership: true,
				nullcast: false,
				reply_exclude_reply_user_ids: `${others[0]!.id}, ${others[1]!.id}`,
				reply_auto_populate_reply_metadata: true,
				reply_settings: 'following',
			},
		});
		expect(lastBody()).toEqual({
			text: 'All of it',
			community_id: '1500000000000000001',
			share_with_followers: true,
			for_super_followers_only: false,
			geo: { place_id: '01a9a39529b27f36' },
			made_with_ai: true,
			paid_partnership: true,
			nullcast: false,
			reply: {
				in_reply_to_tweet_id: foreignPost.id,
				exclude_reply_user_ids: [others[0]!.id, others[1]!.id],
				auto_populate_reply_metadata: true,
			},
			reply_settings: 'following',
		});
	});

	it('makes a poll', async () => {
		const poll = { values: { option1: 'Tea', option2: 'Coffee', duration_minutes: 60, reply_settings: '' } };
		const run = await create({ attachment: 'poll', text: 'Which?', poll });
		const post = held().posts.get(first(run));
		const made = held().polls.get(post?.attachments?.poll_ids?.[0] ?? '');
		expect(made?.options.map(({ label }) => label)).toEqual(['Tea', 'Coffee']);
		expect(made?.duration_minutes).toBe(60);
		expect(lastBody()).toEqual({
			text: 'Which?',
			poll: { options: ['Tea', 'Coffee'], duration_minutes: 60 },
		});
	});

	it('quotes a Post given by its address', async () => {
		const { foreignPost } = world();
		const quote_tweet_id = by('url', `https://x.com/someone/status/${foreignPost.id}?s=20`);
		const run = await create({ attachment: 'quote', text: 'Look', quote_tweet_id });
		expect(held().posts.get(first(run))?.referenced_tweets).toEqual([{ type: 'quoted', id: foreignPost.id }]);
	});

	it('replaces an earlier version', async () => {
		const previous = first(await create({ text: 'Helo' }));
		const run = await create({
			text: 'Hello',
			additionalFields: { edit_options_previous_post_id: byId(previous) },
		});
		expect(run.json[0]?.edit_history_tweet_ids).toEqual([previous, first(run)]);
		expect(lastBody()).toEqual({ text: 'Hello', edit_options: { previous_post_id: previous } });
	});

	it('carries uploaded pictures, with text or without', async () => {
		const items = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'image/png' } } }];
		const ids: string[] = [];
		for (let index = 0; index < 2; index += 1) ids.push(first(await core('media.upload', {}, { items })));
		const { others } = world();
		const run = await create({
			attachment: 'media',
			text: '',
			media_id: ids.join(','),
			additionalFields: { media_tagged_user_ids: others[0]!.id },
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ media: { media_ids: ids, tagged_user_ids: [others[0]!.id] } });
	});

	it.each([
		[{ action: 'watch_now', url: 'https://acme.example' }, { watch_now: { url: 'https://acme.example' } }],
		[{ action: 'app_install', play_store_id: 'com.acme' }, { app_install: { play_store_id: 'com.acme' } }],
	])('puts a button below a video: %o', async (values, call_to_actions) => {
		await create({
			attachment: 'media',
			media_id: '1234567890',
			additionalFields: { media_call_to_actions: { values } },
		});
		expect(lastBody()).toEqual({ media: { media_ids: ['1234567890'], call_to_actions } });
	});

	it('links a card', async () => {
		const run = await create({ attachment: 'card', text: 'See', card_uri: 'card://1234567890' });
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ text: 'See', card_uri: 'card://1234567890' });
	});

	it('says nothing of a long text that X has taken', async () => {
		expect((await create({ text: '日'.repeat(141) })).hints).toEqual([]);
	});

	it('says how long a refused text is, counted as X counts', async () => {
		const refused = async (text: string) => {
			sim().fail({
				kind: 'status',
				status: 403,
				body: { title: 'Forbidden', detail: 'Your Tweet text is too long' },
			});
			return (await core('post.create', { text })).error;
		};
		const link =
			'https://example.com/a/very/long/address/that/counts/as/twenty-three/characters/however/long/it/is';
		expect((await refused(`${'a'.repeat(256)} ${link}`))?.description).not.toContain('characters long');
		const error = await refused('日'.repeat(141));
		expect(error?.message).toMatch(/^The text is too long/);
		expect(error?.description).toMatch(
			/The text is 282 characters long, 2 more than an account without Premium may post$/,
		);
	});

	it('says that a text was published before, in X’s words and with advice', async () => {
		await sim().control('core', 'settings', { refuseDuplicates: true });
		await create({ text: 'Twice' });
		const run = await create({ text: 'Twice' });
		expect(run.error?.message).toMatch(/already sent: .*duplicate content/);
		expect(run.error?.description).toMatch(/Change the text/);
	});
});

describe('reading Posts', () => {
	it('gets one with everything expanded, joined in', async () => {
		const photo = [...held().posts.values()].find((post) => post.attachments?.media_keys)!;
		const run = await core('post.get', {
			id: byId(photo.id),
			options: {
				expansions: ['author_id', 'attachments.media_keys'],
				media_fields: ['alt_text', 'url'],
				user_fields: ['public_metrics', 'verified'],
				tweet_fields: ['attachments', 'author_id', 'public_metrics'],
			},
		});
		expect(run.json[0]).toMatchObject({
			id: photo.id,
			like_count: photo.public_metrics.like_count,
			author: {
				id: photo.author_id,
				verified: expect.any(Boolean) as boolean,
				followers_count: expect.any(Number) as number,
			},
			media: [{ media_key: photo.attachments!.media_keys![0], alt_text: 'Mountains in the morning light' }],
		});
		expect(sim().requests[0]?.query).toEqual({
			expansions: 'author_id,attachments.media_keys',
			'media.fields': 'alt_text,url',
			'user.fields': 'public_metrics,verified',
			'tweet.fields': 'attachments,author_id,public_metrics',
		});
	});

	it('gets many by IDs, and says which are missing', async () => {
		const { ownPost, foreignPost } = world();
		const run = await core('post.getMany', { ids: `${ownPost.id}, ${foreignPost.id},1` });
		expect(run.json.map(({ id }) => id)).toEqual([ownPost.id, foreignPost.id]);
		expect(run.hints[0]?.message).toMatch(/^Item 0: .*Could not find tweet with ids: \[1\]/);
	});

	it('searches with bounds, order and page size', async () => {
		const run = await core('post.searchRecent', {
			query: 'from:acme_support "more soon"',
			limit: 12,
			filters: { sort_order: 'relevancy' },
		});
		expect(run.json).toHaveLength(12);
		const likes = run.json.map(({ like_count: likes }) => Number(likes));
		expect(likes).toEqual([...likes].sort((a, b) => b - a));
		expect(sim().requests[0]?.query).toMatchObject({
			query: 'from:acme_support "more soon"',
			max_results: '12',
			sort_order: 'relevancy',
		});
	});

	it('asks for ten where fewer are wanted, as X takes no less, and gives what was wanted', async () => {
		const run = await core('post.searchRecent', { query: 'from:acme_support', limit: 3 });
		expect(run.json).toHaveLength(3);
		expect(sim().requests.map(({ query }) => query.max_results)).toEqual(['10']);
	});

	it('searches the archive to its end', async () => {
		const run = await core('post.searchAll', { query: 'acme OR the', returnAll: true }, { as: 'app' });
		const all = [...held().posts.values()].filter(({ text }) => /(?<![\w#@$])(acme|the)\b/i.test(text));
		const readable = all.filter(({ author_id }) => !held().users.get(author_id)?.protected);
		expect(run.json.map(({ id }) => id).sort()).toEqual(readable.map(({ id }) => id).sort());
	});

	it('counts per day, over the pages of the archive', async () => {
		const start = new Date(Date.now() - 70 * 86_400_000).toISOString();
		const run = await core(
			'post.countAll',
			{ query: 'acme', returnAll: true, filters: { start_time: start }, options: { granularity: 'day' } },
			{ as: 'app' },
		);
		expect(count('/2/tweets/counts/all')).toBe(3);
		const found = [...held().posts.values()].filter(({ text }) => /(?<![\w#@$])acme\b/i.test(text)).length;
		expect(run.json.reduce((sum, { tweet_count }) => sum + Number(tweet_count), 0)).toBe(found);
	});
});

describe('changing Posts', () => {
	it('deletes one and says so', async () => {
		const { ownPost } = world();
		const run = await core('post.delete', { id: byId(ownPost.id) });
		expect(run.json).toEqual([{ deleted: true, id: ownPost.id }]);
		expect(held().posts.has(ownPost.id)).toBe(false);
	});

	it('likes and unlikes as the authenticated user', async () => {
		const { foreignPost, me } = world();
		const likes = () => held().likes.get(me.id) ?? [];
		const before = likes().includes(foreignPost.id);
		expect(before).toBe(false);
		const liked = await core('post.like', { tweet_id: byId(foreignPost.id) });
		expect(liked.json).toEqual([{ liked: true }]);
		expect(likes()).toContain(foreignPost.id);
		const unliked = await core('post.unlike', { tweet_id: byId(foreignPost.id) });
		expect(unliked.json).toEqual([{ liked: false }]);
		expect(likes()).not.toContain(foreignPost.id);
		expect(sent()).toEqual([
			'GET /2/users/me',
			`POST /2/users/${me.id}/likes`,
			'GET /2/users/me',
			`DELETE /2/users/${me.id}/likes/${foreignPost.id}`,
		]);
	});
});
