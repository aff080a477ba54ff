/** @jest-environment ./test/support/environment.ts */
import { get } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { by, byId, first, useCore } from './support';

const { sim, core, count, held, lastBody, world } = useCore();

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

	it('says of a field that was added and left empty that nothing is sent of it', async () => {
		const run = await create({ text: 'For the community', additionalFields: { community_id: '' } });
		expect(run.hints.map(({ message }) => message)).toContainEqual(
			expect.stringMatching(/^"Community ID" was added and is empty, so it is left out/),
		);
		expect(lastBody()).toEqual({ text: 'For the community' });
	});

	it.each(['NaN', 'everybody'])(
		'sends no word that Who Can Reply does not have: %s',
		async (reply_settings) => {
			const items = [{ json: { reply_settings } }];
			const additionalFields = { reply_settings: '={{ $json.reply_settings }}' };
			const run = await core('post.create', { text: 'Hello', additionalFields }, { items });
			expect(run.error?.message).toMatch(/^"Who Can Reply" .*"?(NaN|everybody)/);
			expect(count('/2/tweets')).toBe(0);
		},
	);

	it.each(['quotes', 'replies,quotes'])(
		'sends no word that a menu of several values does not have: %s',
		async (exclude) => {
			const form = { id: byId(world().me.id), filters: { exclude: '={{ $json.exclude }}' } };
			const run = await core('user.getPosts', form, { items: [{ json: { exclude } }] });
			expect(run.error?.message).toMatch(/^"Exclude" must be replies or retweets, and is "quotes"$/);
			expect(sim().requests).toEqual([]);
		},
	);

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

	it('says nothing of a long text that X has taken', async () => {
		expect((await create({ text: '日'.repeat(141) })).hints).toEqual([]);
	});

	it('says how long a refused text is, counted as X counts', async () => {
		const refused = async (text: string) => {
			const body = { title: 'Forbidden', detail: 'Your Tweet text is too long' };
			sim().fail({ kind: 'status', status: 403, body });
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
	it('gets many by IDs, and says which are missing', async () => {
		const { ownPost, foreignPost } = world();
		const run = await core('post.getMany', { ids: `${ownPost.id}, ${foreignPost.id},1` });
		expect(run.json.map(({ id }) => id)).toEqual([ownPost.id, foreignPost.id]);
		expect(run.hints[0]?.message).toMatch(/Could not find tweet with ids: \[1\]/);
	});

	it('counts per day, over the pages of the archive', async () => {
		const start = new Date(Date.now() - 70 * 86_400_000).toISOString();
		const run = await core(
			'post.countAll',
			{ query: 'acme', filters: { start_time: start }, options: { granularity: 'day' } },
			{ as: 'app' },
		);
		expect(count('/2/tweets/counts/all')).toBe(3);
		const found = [...held().posts.values()].filter(({ text }) => /(?<![\w#@$])acme\b/i.test(text)).length;
		expect(run.json.reduce((sum, { tweet_count }) => sum + Number(tweet_count), 0)).toBe(found);
		const totals = run.json.map(({ total_tweet_count }) => total_tweet_count);
		expect(totals).toEqual(run.json.map((_, place) => (place === 0 ? found : undefined)));
	});

	it('gives no total where it read a part of the periods, and says what it read', async () => {
		const start = new Date(Date.now() - 70 * 86_400_000).toISOString();
		const counted = async (options: Record<string, string | number>) => {
			const form = { query: 'acme', filters: { start_time: start } };
			const run = await core(
				'post.countAll',
				{ ...form, options: { granularity: 'day', ...options } },
				{ as: 'app' },
			);
			expect(run.error).toBeUndefined();
			expect(run.json.filter((period) => 'total_tweet_count' in period)).toEqual([]);
			const periods = run.json.filter((each) => 'tweet_count' in each);
			const sum = periods.reduce((all, { tweet_count }) => all + Number(tweet_count), 0);
			const starts = periods.map((period) => period.start as string).sort();
			const ends = periods.map((period) => period.end as string).sort();
			const read = { tweet_count: sum, start: starts[0], end: ends.at(-1) };
			expect(periods.flatMap(({ partial_total }) => partial_total ?? [])).toEqual([read]);
			expect(run.hints.map(({ message }) => message).join('\n')).toContain(
				`total_tweet_count is left out, because this run read a part of the periods: those from ${read.start} to ${read.end}. Add up partial_total.tweet_count of all runs`,
			);
			return run.json;
		};
		const first = await counted({ maxCost: 0.015, whenMaxCost: 'end' });
		const rest = await counted({ resumeFrom: get(first.at(-1), 'resume.from') as string });
		const whole = await core(
			'post.countAll',
			{ query: 'acme', filters: { start_time: start }, options: { granularity: 'day' } },
			{ as: 'app' },
		);
		const [one, two] = [first, rest].map((periods) => Number(get(periods[0], 'partial_total.tweet_count')));
		expect(Number(one) + Number(two)).toBe(whole.json[0]?.total_tweet_count);
	});
});

it('hides a reply in an own conversation and shows it again, and only there', async () => {
	const { ownPost, foreignPost } = world();
	const reply = [...held().posts.values()].find(
		({ id, author_id }) => author_id === foreignPost.author_id && id !== foreignPost.id,
	)!;
	reply.conversation_id = ownPost.id;
	const tweet_id = byId(reply.id);
	expect((await core('post.hideReply', { tweet_id })).json).toEqual([{ hidden: true }]);
	expect([...held().hiddenReplies]).toEqual([reply.id]);
	expect((await core('post.hideReply', { tweet_id, hidden: false })).json).toEqual([{ hidden: false }]);
	expect([...held().hiddenReplies]).toEqual([]);
	const run = await core('post.hideReply', { tweet_id: byId(foreignPost.id) });
	expect(run.error?.httpCode).toBe('403');
});
