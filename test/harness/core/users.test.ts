/** @jest-environment ./test/support/environment.ts */
import { by, byId, itemsWith, useCore } from './support';

const { core, count, sent, world } = useCore({ followers: 120 });

describe('finding users', () => {
	it.each([
		['an ID', 'id', '{id}'],
		['a username with @', 'username', '@{name}'],
		['a username without @', 'username', '{name}'],
		['a profile address', 'url', 'https://x.com/{name}'],
		['an older profile address', 'url', 'https://twitter.com/{name}/with_replies'],
		['a bare username that was dragged into the mode "id"', 'id', '{name}'],
		['a bare username that was dragged into the mode "list"', 'list', '{name}'],
	])('gets a user by %s', async (_what, mode, written) => {
		const { other } = world();
		const value = written.replace('{id}', other.id).replace('{name}', other.username);
		const run = await core('user.get', { id: by(mode, value) });
		expect([run.error?.message, run.json[0]?.id]).toEqual([undefined, other.id]);
	});

	it('takes digits alone as an ID, and as a username with @ or where that is asked for', async () => {
		const { other } = world();
		for (const text of ['123456789', '@123456789', 'https://mobile.twitter.com/123456789'])
			await core('user.get', { id: byId(text) });
		await core('user.get', { id: by('username', '123456789') });
		expect(sent().filter((request) => !request.startsWith('GET /2/users/by/'))).toEqual([
			'GET /2/users/123456789',
		]);
		expect(sent().filter((request) => request === 'GET /2/users/by/username/123456789')).toHaveLength(3);
		const refused = await core('user.get', { id: byId(`${other.username} & co`) });
		expect(refused.error?.message).toContain('a username or the address of a profile');
	});

	it('takes several users, however each is named, and says who is missing', async () => {
		const { me, others } = world();
		const [one, two, three] = others as [(typeof others)[0], (typeof others)[0], (typeof others)[0]];
		const ids = `${one.username}, @${two.username},https://x.com/${three.username}/media,${me.id}`;
		const run = await core('user.getMany', { ids });
		expect(run.json.map(({ id }) => id)).toEqual([one.id, two.id, three.id, me.id]);
		expect(sent()).toEqual(['GET /2/users/by', 'GET /2/users']);
		const found = await core('user.getMany', { ids: `${one.username}, nobody_here` });
		expect(found.json.map(({ id }) => id)).toEqual([one.id]);
		expect(found.hints[0]?.message).toContain('nobody_here');
		const refused = await core('user.getMany', { ids: `${one.username},no name` });
		expect(refused.error?.message).toContain('"no name" is not');
	});

	it('searches by name', async () => {
		const run = await core('user.search', { query: "Ada O'Neil_1", limit: 5 });
		expect(run.error).toBeUndefined();
		const found = await core('user.search', { query: 'ada', limit: 5 });
		expect(found.json).toHaveLength(5);
		expect(found.json.every(({ name, username }) => /ada/i.test(JSON.stringify([name, username])))).toBe(
			true,
		);
	});
});

describe('oneself', () => {
	it.each(['getMentions', 'getFollowers'])(
		'is whom %s is about where nobody is chosen',
		async (operation) => {
			const run = await core(`user.${operation}`);
			expect(run.error).toBeUndefined();
			expect(sent()[0]).toBe('GET /2/users/me');
			expect(sent()[1]).toContain(`GET /2/users/${world().me.id}/`);
		},
	);

	it('is "me", and "@me" is a user of that name', async () => {
		const mine = await core('user.get', { id: '={{ $json.value }}' }, { items: itemsWith('me', ' Me ') });
		expect(mine.json.map(({ id }) => id)).toEqual([world().me.id, world().me.id]);
		expect(count('/2/users/me')).toBe(1);
		for (const named of [byId('@me'), by('username', 'me'), by('url', 'https://x.com/me')]) {
			await core('user.get', { id: named });
			expect(sent().at(-1)).toBe('GET /2/users/by/username/me');
		}
	});

	it('is nobody with the credential of the app', async () => {
		const run = await core('user.getMentions', {}, { as: 'app' });
		expect(run.error?.message).toBe('"Me" does not work with App, which has no user');
		expect(run.error?.description).toMatch(/^Choose a user in place of "Me"/);
		expect(sent()).toEqual([]);
	});
});

it('a follow asks who it is once, and for each username once, however many items', async () => {
	const { username } = world().others[100]!;
	const items = itemsWith(username, username.toUpperCase(), `@${username}`);
	const run = await core('user.follow', { target_user_id: by('username', '={{ $json.value }}') }, { items });
	expect(run.json).toHaveLength(3);
	expect(count('/2/users/me')).toBe(1);
	expect(count('/2/users/by/username/{username}')).toBe(1);
});

it('blocks the messages of a user, and lets them come again', async () => {
	const { other } = world();
	await core('user.blockDms', { id: byId(other.id) });
	expect(sent().at(-1)).toBe(`POST /2/users/${other.id}/dm/block`);
	await core('user.blockDms', { id: byId(other.id), blocked: false });
	expect(sent().at(-1)).toBe(`POST /2/users/${other.id}/dm/unblock`);
});
