/** @jest-environment ./test/support/environment.ts */
import { get, sumBy } from 'lodash';
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

	it.each<[INodeParameters, object]>([
		[
			{ attachment: 'poll', poll: { values: { option1: 'Tea', option2: 'Coffee', duration_minutes: 60 } } },
			{ poll: { options: ['Tea', 'Coffee'], duration_minutes: 60 } },
		],
		[
			{ attachment: 'quote', quote_tweet_id: by('url', 'https://x.com/someone/status/1234567890?s=20') },
			{ quote_tweet_id: '1234567890' },
		],
		...[
			[{ action: 'watch_now', url: 'https://acme.example' }, { watch_now: { url: 'https://acme.example' } }],
			[{ action: 'app_install', play_store_id: 'com.acme' }, { app_install: { play_store_id: 'com.acme' } }],
		].map(([values, call_to_actions]): [INodeParameters, object] => [
			{
				attachment: 'media',
				media_id: '1234567890, 1234567891',
				additionalFields: { media_call_to_actions: { values } },
			},
			{ media: { media_ids: ['1234567890', '1234567891'], call_to_actions } },
		]),
	])('sends what is attached where X has it: %j', async (attached, body) => {
		await create({ text: 'Look', ...attached });
		expect(lastBody()).toEqual({ text: 'Look', ...body });
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

	it('counts per day over the pages of the archive, and gives no total where it read a part of the periods', async () => {
		const start = new Date(Date.now() - 70 * 86_400_000).toISOString();
		const counted = async (options: INodeParameters = {}) => {
			const form = { query: 'acme', filters: { start_time: start } };
			const all = { ...form, options: { granularity: 'day', ...options } };
			const run = await core('post.countAll', all, { as: 'app' });
			expect(run.error).toBeUndefined();
			return run;
		};
		const countedInPart = async (options: INodeParameters) => {
			const { json, hints } = await counted(options);
			expect(json.filter((period) => 'total_tweet_count' in period)).toEqual([]);
			const periods = json.filter((each) => 'tweet_count' in each);
			const sum = sumBy(periods, ({ tweet_count }) => Number(tweet_count));
			const starts = periods.map((period) => period.start as string).sort();
			const ends = periods.map((period) => period.end as string).sort();
			const read = { tweet_count: sum, start: starts[0], end: ends.at(-1) };
			expect(periods.flatMap(({ partial_total }) => partial_total ?? [])).toEqual([read]);
			expect(hints.map(({ message }) => message).join('\n')).toContain(
				`total_tweet_count is left out, because this run read a part of the periods: those from ${read.start} to ${read.end}. Add up partial_total.tweet_count of all runs`,
			);
			return json;
		};
		const { json: whole } = await counted();
		expect(count('/2/tweets/counts/all')).toBe(3);
		const found = [...held().posts.values()].filter(({ text }) => /(?<![\w#@$])acme\b/i.test(text)).length;
		expect(sumBy(whole, ({ tweet_count }) => Number(tweet_count))).toBe(found);
		const totals = whole.map(({ total_tweet_count }) => total_tweet_count);
		expect(totals).toEqual(whole.map((_, place) => (place === 0 ? found : undefined)));
		const first = await countedInPart({ maxCost: 0.015, whenMaxCost: 'end' });
		const rest = await countedInPart({ resumeFrom: get(first.at(-1), 'resume.from') as string });
		expect(sumBy([first, rest], (json) => Number(get(json[0], 'partial_total.tweet_count')))).toBe(found);
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
