/**
 * Lists of users, and looking media up.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { listSearch } from '../../support';
import { by, byId, first, useCore } from './support';

const { sim, core, held, lastBody, sent, world } = useCore();

const named = (name: string) => [...held().lists.values()].find((list) => list.name === name)!;

describe('a list', () => {
	it('lives: is created, filled, read, changed and deleted', async () => {
		const { other, others } = world();
		const created = await core('list.create', {
			name: 'Press',
			additionalFields: { description: 'Who writes about us', private: true },
		});
		expect(created.json[0]).toMatchObject({ name: 'Press' });
		const id = byId(first(created));

		for (const user_id of [by('username', `@${other.username}`), byId(others[1]!.id)])
			expect((await core('list.addMember', { id, user_id })).json).toEqual([{ is_member: true }]);
		const members = await core('list.getMembers', { id, returnAll: true });
		expect(members.json.map((user) => user.username)).toEqual([others[1]!.username, other.username]);
		const removed = await core('list.removeMember', { id, user_id: byId(other.id) });
		expect(removed.json).toEqual([{ is_member: false }]);

		const got = await core('list.get', { id, options: { expansions: ['owner_id'] } });
		expect(got.json).toEqual([
			expect.objectContaining({
				name: 'Press',
				description: 'Who writes about us',
				private: true,
				member_count: 1,
				owner: expect.objectContaining({ username: 'acme_support' }) as object,
			}),
		]);

		const changed = await core('list.update', {
			id,
			updateFields: { description: '', private: false },
		});
		expect(changed.json).toEqual([{ updated: true }]);
		expect(lastBody()).toEqual({ description: '', private: false });
		expect(named('Press')).toMatchObject({ name: 'Press', description: '', private: false });

		const gone = await core('list.delete', { id });
		expect(gone.json).toEqual([{ deleted: true, id: id.value }]);
		expect(named('Press')).toBeUndefined();
	});

	it('is found by its address', async () => {
		const { id } = named('Customers');
		const address = by('url', `https://x.com/i/lists/${id}?s=20`);
		const run = await core('list.get', { id: address });
		expect(run.json[0]).toMatchObject({ id, name: 'Customers', member_count: 12 });
		expect(sent()).toEqual([`GET /2/lists/${id}`]);
	});

	it('refuses a name that is too long before anything is sent', async () => {
		const run = await core('list.create', { name: 'A name of more than 25 letters' });
		expect(run.error?.message).toContain('at most 25 characters');
		expect(sim().requests).toEqual([]);
	});

	it('of somebody else can be read, but not filled', async () => {
		const { other } = world();
		const id = byId(named('Support teams').id);
		expect((await core('list.getMembers', { id })).json).toHaveLength(4);
		const run = await core('list.addMember', { id, user_id: byId(other.id) });
		expect(run.error?.httpCode).toBe('403');
	});

	it('that is private is hidden from the app', async () => {
		const { me } = world();
		const id = byId(me.id);
		const names = async (as: 'app' | 'oAuth2') =>
			(await core('list.getOwned', { id, returnAll: true }, { as })).json.map(({ name }) => name);
		expect(await names('oAuth2')).toEqual(['Rivals', 'Customers']);
		expect(await names('app')).toEqual(['Customers']);
	});

	it('gives the Posts of its members, newest first', async () => {
		const { id, members } = named('Customers');
		const run = await core('list.getPosts', { id: byId(id), returnAll: true });
		const expected = [...held().posts.values()].filter((post) => members.includes(post.author_id));
		expect(run.json.map((post) => post.id)).toEqual(expected.map((post) => post.id).reverse());
	});

	it('is followed and unfollowed, pinned and unpinned', async () => {
		const { me } = world();
		const list_id = byId(named('Rivals').id);
		const step = async (name: string) => (await core(name, { list_id })).json;
		expect(await step('list.follow')).toEqual([{ following: true }]);
		const followed = await core('list.getFollowed', { id: byId(me.id) });
		expect(followed.json.map(({ name }) => name)).toEqual(['Support teams', 'Rivals']);
		const followers = await core('list.getFollowers', { id: list_id });
		expect(followers.json.map(({ id }) => id)).toEqual([me.id]);
		expect(await step('list.unfollow')).toEqual([{ following: false }]);
		expect(await step('list.pin')).toEqual([{ pinned: true }]);
		const pinned = async () => (await core('list.getPinned')).json.map(({ name }) => name);
		expect(await pinned()).toEqual(['Rivals', 'Customers']);
		expect(await step('list.unpin')).toEqual([{ pinned: false }]);
		expect(await pinned()).toEqual(['Customers']);
		const memberships = await core('list.getMemberships', { id: byId(me.id) });
		expect(memberships.json.map(({ name }) => name)).toEqual(['Support teams']);
	});
});

describe('media', () => {
	it('is looked up by its key, one or many, and says which are missing', async () => {
		const [key, other] = [...held().media.keys()];
		const one = await core('media.get', { media_key: key! });
		expect(one.json[0]).toMatchObject({
			media_key: key,
			type: 'photo',
			alt_text: expect.any(String) as string,
		});
		const many = await core('media.getMany', { media_key: `${key},${other},3_1` });
		expect(many.json.map(({ media_key }) => media_key)).toEqual([key, other]);
		expect(many.hints[0]?.message).toContain('3_1');
	});

	it('refuses what is not a media key before anything is sent', async () => {
		const run = await core('media.getMany', { media_key: '12345' });
		expect(run.error?.message).toContain('Media Keys');
		expect(sim().requests).toEqual([]);
	});

	it('tells how often it was watched', async () => {
		const media = [...held().media.values()][0]!;
		media.public_metrics = { view_count: 77 };
		const run = await core('media.getAnalytics', {
			media_key: media.media_key,
			start_time: '2026-01-01T00:00:00Z',
			end_time: '2026-01-31T00:00:00Z',
			options: { media_analytics_fields: ['video_views'] },
		});
		expect(run.json).toEqual([{ media_key: media.media_key, video_views: 77 }]);
	});
});

describe('choosing a list in the editor', () => {
	const choose = async (filter?: string) =>
		await listSearch({
			node: 'xCore',
			sim: sim(),
			method: 'searchLists',
			parameters: { authentication: 'oAuth2' },
			...(filter !== undefined && { filter }),
		});

	it('offers one’s own lists, and finds them by name', async () => {
		const all = await choose();
		expect(all.results.map(({ name }) => name)).toEqual(['Rivals', 'Customers']);
		const { id } = named('Customers');
		expect((await choose('custom')).results).toEqual([
			{ name: 'Customers', value: id, url: `https://x.com/i/lists/${id}` },
		]);
	});
});
