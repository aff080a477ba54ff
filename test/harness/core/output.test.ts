/**
 * What comes out of an answer, also of one in a form that no one foresaw: nothing of a read is lost.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { byId, useCore, type Kind } from './support';

const { core, held, sim, world } = useCore();

const search = async (form = {}) =>
	await core('post.searchRecent', { query: 'from:acme_support', limit: 10, ...form });

describe('Simplified', () => {
	it('asks for the useful fields by itself, and flattens the figures', async () => {
		const run = await core('user.getMe');
		expect(sim().requests[0]?.query['user.fields']).toBe(
			'created_at,description,location,profile_image_url,protected,public_metrics,url,verified,verified_type',
		);
		expect(run.json[0]).toMatchObject({ followers_count: expect.any(Number) as number });
		expect(run.json[0]).not.toHaveProperty('public_metrics');
	});

	it('asks for what the user chose instead', async () => {
		const run = await core('user.getMe', { options: { user_fields: ['verified'] } });
		expect(sim().requests[0]?.query['user.fields']).toBe('verified');
		expect(Object.keys(run.json[0]!).sort()).toEqual(['id', 'name', 'username', 'verified']);
	});

	it('keeps 64-bit identifiers exact where X prints numbers', async () => {
		const raw =
			'{"data":{"id":1445880548472328193,"author_id":-9007199254740993,"small":42,"text":"12345678901234567890"}}';
		sim().fail({ kind: 'status', status: 200, body: raw, headers: { 'content-type': 'application/json' } });
		const run = await core('post.get', { id: byId('1445880548472328193') });
		expect(run.json).toEqual([
			{
				id: '1445880548472328193',
				author_id: '-9007199254740993',
				small: 42,
				text: '12345678901234567890',
				url: 'https://x.com/i/status/1445880548472328193',
			},
		]);
	});
});

describe('Selected Fields', () => {
	it('asks X for those fields only', async () => {
		await search({ output: 'selectedFields', outputFields: 'id,lang,like_count,public_metrics.reply_count' });
		expect(sim().requests[0]?.query['tweet.fields']).toBe('id,lang,public_metrics');
	});

	it('gives figures that stand beside the public ones', async () => {
		const run = await core('trend.getByPlace', {
			woeid: 1,
			output: 'selectedFields',
			outputFields: 'tweet_count',
		});
		expect(run.json[0]).toEqual({ tweet_count: expect.any(Number) as number });
		await core('user.getMe', { output: 'selectedFields', outputFields: 'verified_followers_count' });
		expect(sim().requests.at(-1)?.query['user.fields']).toBe('verified_followers_count');
	});

	it('gives those alone, and fetches what a dot reaches into, where no expansions were chosen', async () => {
		const outputFields = 'id, like_count, author.username, author.followers_count';
		const run = await search({ output: 'selectedFields', outputFields, limit: 1 });
		expect(run.json).toEqual([
			{
				id: expect.any(String) as string,
				like_count: expect.any(Number) as number,
				author: { username: 'acme_support', followers_count: expect.any(Number) as number },
			},
		]);
		expect(sim().requests[0]?.query).toMatchObject({
			expansions: 'author_id',
			'user.fields': 'username,public_metrics',
		});
	});

	it('says once which names no result has', async () => {
		const unfound = async (outputFields: string) => {
			const form = { query: 'from:acme_support', output: 'selectedFields', outputFields };
			const { hints } = await core('post.searchRecent', form, { items: [{ json: {} }, { json: {} }] });
			return hints.flatMap(({ message }) => /^No result has (.*?)\. X/.exec(message)?.[1] ?? []);
		};
		const written = 'id,txt,author.usrname,public_metrics.like_count';
		expect(await unfound(written)).toEqual(['"txt", "author.usrname"']);
		expect(await unfound('id,author.username')).toEqual([]);
	});
});

describe('Raw', () => {
	it('is the answer as it came', async () => {
		const run = await search({
			output: 'raw',
			options: { expansions: ['author_id'], tweet_fields: ['author_id'] },
		});
		expect(run.json).toHaveLength(1);
		expect(run.json[0]).toMatchObject({
			data: expect.any(Array) as unknown[],
			includes: { users: [{ id: world().me.id }] },
			meta: { result_count: 10 },
		});
		expect(sim().requests[0]?.query['tweet.fields']).toBe('author_id');
	});
});

describe('the newer vocabulary of X', () => {
	beforeEach(async () => {
		await sim().control('core', 'vocabulary', { name: 'post' });
	});

	it('is read as the older one', async () => {
		const run = await search({ options: { expansions: ['author_id', 'referenced_tweets.id'] } });
		const older = [...held().posts.values()].reverse().filter(({ author_id }) => author_id === world().me.id);
		expect(run.json.map(({ id }) => id)).toEqual(older.slice(0, 10).map(({ id }) => id));
		expect(JSON.stringify(run.json)).not.toMatch(/"(referenced_posts|edit_history_post_ids|posts)"/);
		const user = await core('user.getMe', {
			options: { expansions: ['pinned_tweet_id'], user_fields: ['pinned_tweet_id', 'public_metrics'] },
		});
		const { pinned_tweet_id: pinned } = held().users.get(world().me.id)!;
		expect(user.json[0]).toMatchObject({ pinned_tweet_id: pinned, pinned_tweet: { id: pinned } });
		expect(user.json[0]?.tweet_count).toEqual(expect.any(Number));
	});

	it('stays as it came with Raw', async () => {
		const run = await core('post.countRecent', { query: 'acme' });
		expect(run.json[0]).toHaveProperty('tweet_count');
		const raw = await search({ output: 'raw', options: { expansions: ['referenced_tweets.id'] } });
		expect(raw.json[0]?.includes).not.toHaveProperty('tweets');
	});
});

describe('a delete', () => {
	const remove = async () => await core('post.delete', { id: byId(world().ownPost.id) });

	it('that X denies is not called done', async () => {
		sim().fail({ kind: 'status', status: 200, body: { data: { deleted: false } } });
		const run = await remove();
		expect(run.json).toEqual([{ deleted: false, id: world().ownPost.id }]);
		expect(run.hints.map(({ message }) => message).join()).toContain('it did not do this (deleted: false)');
	});
});

const ADVICE = 'Choose Options → Include → Author for names';

/** What a search says beside its items. */
const said = async (form: object) => {
	const run = await core('post.searchRecent', { query: 'from:acme_support', limit: 10, ...form });
	expect(run.json.length).toBeGreaterThan(0);
	return run.hints.map(({ message }) => message);
};

describe('Posts without their authors', () => {
	it('come with the advice to include them, once', async () => {
		expect(await said({})).toEqual([ADVICE]);
	});

	it.each([
		['the authors are included', { options: { expansions: ['author_id'] } }],
		['something else is', { options: { expansions: ['attachments.media_keys'] } }],
		['their IDs are not asked for', { options: { tweet_fields: ['lang'] } }],
		['the answer is wanted as it came', { output: 'raw' }],
	])('come without advice where %s', async (_why, form) => {
		expect(await said(form)).toEqual([]);
	});
});

const answered = async (name: string, form: INodeParameters, body: object, as: Kind = 'oAuth2') => {
	// The look-up of the own ID comes first where one is needed.
	sim().fail({ skip: name.startsWith('bookmark') ? 1 : 0, kind: 'status', status: 200, body });
	return await core(name, form, { as });
};

const UNKNOWN = 'X answered in a form that this node does not know';

describe('a read', () => {
	it('passes over what is no entity among the included ones', async () => {
		const run = await answered(
			'post.get',
			{ id: byId('1'), options: { expansions: ['author_id'] } },
			{
				data: { id: '1', text: 'x', author_id: '5' },
				includes: { users: [null, { id: '5', username: 'u' }] },
			},
		);
		expect(run.json).toMatchObject([{ id: '1', author: { id: '5', username: 'u' } }]);
	});

	it('passes over an entry without content, with a hint', async () => {
		const run = await answered('user.getMany', { ids: '5' }, { data: [null, { id: '5', username: 'u' }] });
		expect(run.json).toMatchObject([{ id: '5' }]);
		expect(run.hints[0]?.message).toContain('an entry without content');
	});

	it.each<[string, INodeParameters, object, Kind]>([
		['streamLink.getMany', {}, { links: [{ id: '1' }] }, 'app'],
		[
			'activitySubscription.deleteMany',
			{ ids: '1,2' },
			{ data: [{ subscription_id: '1', deleted: true }, null] },
			'app',
		],
		['bookmark.addMany', { tweet_ids: '1,2' }, { data: { bookmarked: true } }, 'oAuth2'],
		// No public page says what X answers to it.
		['bot.delete', { id: '5' }, { data: { deleted: false } }, 'app'],
	])('gives out as it is what it does not know: %s', async (name, form, body, as) => {
		const run = await answered(name, form, body, as);
		expect(run.json).toEqual([body]);
		expect(run.hints.map(({ message }) => message).join()).toContain(UNKNOWN);
	});
});
