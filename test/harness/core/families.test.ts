/**
 * Reposts, timelines, muting, hidden replies, bookmarks and usage.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { by, byId, first, useCore } from './support';

const { sim, core, held, sent, world } = useCore();

const reposts = async (author: string, post: string) =>
	await sim().control('core', 'repost', { author, post });

describe('reposting', () => {
	it('reposts a Post given by its address, and takes it back', async () => {
		const { me, foreignPost } = world();
		const address = by('url', `https://x.com/someone/status/${foreignPost.id}`);
		const before = foreignPost.public_metrics.retweet_count;
		const run = await core('post.repost', { tweet_id: address });
		expect(run.json[0]).toMatchObject({ retweeted: true });
		const made = held().posts.get(first(run, 'rest_id'))!;
		expect(made).toMatchObject({
			author_id: me.id,
			referenced_tweets: [{ type: 'retweeted', id: foreignPost.id }],
		});
		expect(foreignPost.public_metrics.retweet_count).toBe(before + 1);

		const undo = await core('post.undoRepost', { tweet_id: address });
		expect(undo.json).toEqual([{ retweeted: false }]);
		expect(held().posts.has(made.id)).toBe(false);
		expect(sent().filter((request) => request === 'GET /2/users/me')).toHaveLength(2);
	});

	it('says why a Post of a protected account cannot be reposted', async () => {
		const { users, posts } = held();
		const hidden = [...posts.values()].find(({ author_id }) => users.get(author_id)?.protected)!;
		const run = await core('post.repost', { tweet_id: byId(hidden.id) });
		expect(run.error?.message).toContain('not permitted to retweet');
	});

	it('lists who reposted a Post, the reposts, and one’s own Posts that others reposted', async () => {
		const { ownPost, others } = world();
		for (const { id } of others.slice(0, 3)) await reposts(id, ownPost.id);
		const id = byId(ownPost.id);
		const users = await core('post.getRepostingUsers', { id, returnAll: true });
		expect(users.json.map((user) => user.id)).toEqual([others[2]!.id, others[1]!.id, others[0]!.id]);
		expect(users.json[0]).toMatchObject({
			username: others[2]!.username,
			followers_count: expect.any(Number) as number,
		});
		const posts = await core('post.getReposts', { id, returnAll: true });
		expect(posts.json.map((post) => post.author_id)).toEqual(users.json.map((user) => user.id));
		const mine = await core('user.getRepostsOfMe', { returnAll: true });
		expect(mine.json.map((post) => post.id)).toEqual([ownPost.id]);
	});
});

describe('what surrounds a Post', () => {
	it('pages through quotes, ten at least to a page, and keeps the limit', async () => {
		const { posts } = held();
		const [root, ...rest] = [...posts.values()].filter(({ author_id }) => author_id === world().me.id);
		for (const post of rest.slice(0, 12)) post.referenced_tweets = [{ type: 'quoted', id: root!.id }];
		const run = await core('post.getQuotes', { id: byId(root!.id), limit: 3 });
		expect(run.json).toHaveLength(3);
		expect(sim().requests.at(-1)?.query).toMatchObject({ max_results: '10' });
		const all = await core('post.getQuotes', { id: byId(root!.id), returnAll: true });
		expect(all.json.length).toBeGreaterThanOrEqual(12);
	});

	it('lists who likes a Post', async () => {
		const { me, foreignPost } = world();
		await core('post.like', { tweet_id: byId(foreignPost.id) });
		const run = await core('post.getLikingUsers', { id: byId(foreignPost.id) });
		expect(run.json.map(({ id }) => id)).toEqual([me.id]);
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
		expect((await core('post.unhideReply', { tweet_id })).json).toEqual([{ hidden: false }]);
		expect([...held().hiddenReplies]).toEqual([]);
		const run = await core('post.hideReply', { tweet_id: byId(foreignPost.id) });
		expect(run.error?.httpCode).toBe('403');
	});

	it('gets the analytics of own Posts', async () => {
		const { ownPost } = world();
		const run = await core('post.getAnalytics', {
			ids: ownPost.id,
			start_time: '2026-01-01T00:00:00Z',
			end_time: '2026-01-31T00:00:00Z',
			options: { analytics_fields: ['impressions', 'likes'] },
		});
		const { impression_count, like_count } = ownPost.public_metrics;
		expect(run.json).toEqual([{ id: ownPost.id, impressions: impression_count, likes: like_count }]);
	});

	it('refuses analytics that end before they start, without a request', async () => {
		const run = await core('post.getAnalytics', {
			ids: '1',
			start_time: '2026-02-01T00:00:00Z',
			end_time: '2026-01-01T00:00:00Z',
		});
		expect(run.error?.message).toContain('"End Time" must be after "Start Time"');
		expect(sim().requests).toEqual([]);
	});
});

describe('timelines', () => {
	it('gets all Posts of a user without replies, newest first', async () => {
		const { other } = world();
		const run = await core('user.getPosts', {
			id: by('username', other.username),
			returnAll: true,
			filters: { exclude: ['replies', 'retweets'] },
		});
		const expected = [...held().posts.values()].filter(
			(post) => post.author_id === other.id && !post.in_reply_to_user_id,
		);
		expect(run.json.map(({ id }) => id)).toEqual(expected.map(({ id }) => id).reverse());
	});

	it('gets mentions newer than a Post', async () => {
		const { me } = world();
		const all = await core('user.getMentions', { id: byId(me.id), returnAll: true });
		expect(all.json.length).toBeGreaterThan(5);
		for (const { text } of all.json) expect(text).toContain('@acme_support');
		const since = all.json[5]!.id as string;
		const newer = await core('user.getMentions', {
			id: byId(me.id),
			returnAll: true,
			filters: { since_id: since },
		});
		expect(newer.json.map(({ id }) => id)).toEqual(all.json.slice(0, 5).map(({ id }) => id));
	});

	it('gets the home timeline without those who are muted', async () => {
		const { me, others } = world();
		const author = others.find(
			({ id }) =>
				held().following.get(me.id)!.includes(id) &&
				[...held().posts.values()].some((post) => post.author_id === id),
		)!;
		const authors = async () => {
			const run = await core('user.getHomeTimeline', { returnAll: true });
			return new Set(run.json.map((post) => post.author_id));
		};
		expect(await authors()).toContain(author.id);
		expect((await core('user.mute', { target_user_id: byId(author.id) })).json).toEqual([{ muting: true }]);
		expect(await authors()).not.toContain(author.id);
		const muted = await core('user.getMuted', { limit: 1 });
		expect(muted.json[0]).toMatchObject({ id: author.id });
		expect((await core('user.unmute', { target_user_id: byId(author.id) })).json).toEqual([
			{ muting: false },
		]);
		expect(await authors()).toContain(author.id);
	});

	it('gets liked Posts, five at least to a page', async () => {
		const { me } = world();
		const run = await core('user.getLikedPosts', { id: byId(me.id), limit: 2 });
		expect(run.json.map(({ id }) => id)).toEqual(held().likes.get(me.id)!.slice(0, 2));
		expect(sim().requests.at(-1)?.query).toMatchObject({ max_results: '5' });
	});
});

describe('relations', () => {
	it('lists blocked users and affiliates', async () => {
		const { me } = world();
		const blocked = await core('user.getBlocked', { returnAll: true });
		expect(blocked.json.map(({ id }) => id)).toEqual(held().blocking.get(me.id));
		const affiliates = await core('user.getAffiliates', { id: byId(me.id) });
		expect(affiliates.json).toHaveLength(1);
	});

	it('blocks and unblocks the messages of a user', async () => {
		const { me, other } = world();
		const id = by('username', other.username);
		expect((await core('user.blockDms', { id })).json).toEqual([{ blocked: true }]);
		expect(held().dmBlocking.get(me.id)).toEqual([other.id]);
		expect((await core('user.unblockDms', { id })).json).toEqual([{ blocked: false }]);
		expect(held().dmBlocking.get(me.id)).toEqual([]);
	});
});

describe('bookmarks', () => {
	it('adds a Post to a new folder, lists both, and removes it', async () => {
		const { foreignPost } = world();
		const folder = await core('bookmark.createFolder', { name: 'Later' });
		const folder_id = first(folder);
		const tweet_id = byId(foreignPost.id);
		const added = await core('bookmark.add', { tweet_id, additionalFields: { folder_id } });
		expect(added.json).toEqual([{ bookmarked: true }]);
		const folders = await core('bookmark.getFolders', { returnAll: true });
		expect(folders.json.map(({ name }) => name)).toEqual(['Ideas', 'Later']);
		const inFolder = await core('bookmark.getManyOfFolder', { folder_id });
		expect(inFolder.json).toEqual([{ id: foreignPost.id }]);
		const all = await core('bookmark.getMany', { limit: 1 });
		expect(all.json[0]).toMatchObject({ id: foreignPost.id, text: foreignPost.text });
		await core('bookmark.remove', { tweet_id });
		const after = await core('bookmark.getMany', { returnAll: true });
		expect(after.json.map(({ id }) => id)).not.toContain(foreignPost.id);
	});

	it('names a folder that is not there', async () => {
		const run = await core('bookmark.getManyOfFolder', { folder_id: '42' });
		expect(run.error?.httpCode).toBe('404');
	});
});

it('tells the usage of the project', async () => {
	const run = await core(
		'usage.get',
		{ options: { days: 3, usage_fields: ['daily_project_usage'] } },
		{ as: 'app' },
	);
	expect(run.json[0]).toMatchObject({ project_usage: expect.any(String) as string });
	expect(run.json[0]).toHaveProperty('daily_project_usage.usage');
	expect(sim().requests[0]?.query).toMatchObject({ days: '3', 'usage.fields': 'daily_project_usage' });
});
