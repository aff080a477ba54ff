/**
 * The lists of the editor, and what they cost, counted behind the credential.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { entities } from '../../../nodes/shared/model/entities';
import { listSearch, loadOptions } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { byId, useCore, type Kind } from './support';
import { totalOf } from '../../simulator/bill';
import { descriptionOf } from '../../support/forms';

const { core, count, held, sent, sim, world } = useCore({ followers: 400 });
useSkippedWaits(sim);

let tests = 0;
// The process remembers what X bills for some minutes.
beforeEach(() => sim().platform.clock.advance(++tests * 10 * 60_000));

const list = async (method: string, more: { filter?: string; page?: string; as?: Kind } = {}) => {
	const { as = 'oAuth2', ...rest } = more;
	return await listSearch({ node: 'xCore', sim: sim(), method, parameters: { authentication: as }, ...rest });
};

describe('choosing a user', () => {
	it('begins with those whom the authenticated user follows, page by page', async () => {
		const { me, others } = world();
		for (let index = 30; index < 90; index += 1) held().following.get(me.id)!.push(others[index]!.id);
		const page = await list('searchUsers');
		expect(page.results).toHaveLength(11);
		expect(page.results[0]).toEqual({
			name: 'Me (@acme_support)',
			value: 'me',
			url: 'https://x.com/acme_support',
		});
		expect(count('/2/users/me')).toBe(1);
		const [first] = held().following.get(me.id)!;
		const user = held().users.get(first!)!;
		expect(page.results[1]).toEqual({
			name: `${user.name} (@${user.username})`,
			value: user.id,
			url: `https://x.com/${user.username}`,
		});
		const next = await list('searchUsers', { page: String(page.paginationToken) });
		expect(next.results).toHaveLength(10);
		expect(sim().requests.map(({ query }) => query.max_results)).toEqual([undefined, '10', '10']);
	});

	it.each(['acme_support', '@acme_support', 'Acme Supp'])('finds who is typed: %s', async (filter) => {
		const { results } = await list('searchUsers', { filter });
		expect(results).toContainEqual(expect.objectContaining({ value: world().me.id }));
	});

	it('goes on with the next page of what was typed', async () => {
		const [filter] = world().other.name.split(' ');
		const page = await list('searchUsers', { filter: filter! });
		expect(page.paginationToken).toEqual(expect.any(String));
		const next = await list('searchUsers', { filter: filter!, page: String(page.paginationToken) });
		const [before, after] = [page, next].map(({ results }) => results.map(({ value }) => value));
		expect(after!.length).toBeGreaterThan(0);
		expect(after!.filter((value) => before!.includes(value))).toEqual([]);
	});

	it('finds an exact username with the app’s token, which cannot search', async () => {
		const { results } = await list('searchUsers', { filter: '@acme_support', as: 'app' });
		expect(results).toMatchObject([{ value: world().me.id }]);
		expect(sent()).toEqual(['GET /2/users/by']);
	});

	it('sends nothing for what no name can be', async () => {
		expect((await list('searchUsers', { filter: '¿?' })).results).toEqual([]);
		expect(sent()).toEqual([]);
	});
});

describe('choosing a Post', () => {
	it('lists the authenticated user’s latest, and filters by text', async () => {
		const { ownPost } = world();
		const page = await list('searchPosts');
		expect(page.results[0]).toEqual({
			name: ownPost.text,
			value: ownPost.id,
			url: `https://x.com/i/web/status/${ownPost.id}`,
		});
		const ticket = /Ticket \d+/.exec(ownPost.text)![0];
		const { results } = await list('searchPosts', { filter: ticket.toUpperCase() });
		// Posts of the same text that the process has seen in earlier tests come with it.
		expect(results.map(({ value }) => value)).toContain(ownPost.id);
		expect(results.filter(({ name }) => !name.includes(ticket))).toEqual([]);
	});

	it('shows long texts in one line', async () => {
		const text = `one\n${'long '.repeat(40)}`;
		await core('post.create', { text });
		const { results } = await list('searchPosts');
		expect(results[0]?.name).toMatch(/^one long .*…$/);
		expect(results[0]?.name.length).toBeLessThanOrEqual(80);
	});
});

it('offers one’s own lists, and finds them by name', async () => {
	expect((await list('searchLists')).results.map(({ name }) => name)).toEqual(['Rivals', 'Customers']);
	const { id } = [...held().lists.values()].find(({ name }) => name === 'Customers')!;
	expect((await list('searchLists', { filter: 'custom' })).results).toEqual([
		{ name: 'Customers', value: id, url: `https://x.com/i/lists/${id}` },
	]);
});

describe('choosing what belongs to the app', () => {
	it('lists webhooks and marks those that are not valid', async () => {
		for (const valid of [true, false])
			await sim().control('webhooks', 'register', { url: `https://n8n.example.com/${valid}`, valid });
		const { results } = await list('searchWebhooks', { as: 'app' });
		expect(results.map(({ name }) => name)).toEqual([
			'https://n8n.example.com/true',
			'https://n8n.example.com/false (invalid)',
		]);
		expect((await list('searchWebhooks', { as: 'app', filter: 'INVALID' })).results).toHaveLength(1);
		expect((await list('searchWebhooks', { as: 'oAuth2' })).results).toEqual(results);
	});

	it('lists subscriptions by type, tag and user', async () => {
		const { me } = world();
		const form = { event_type: 'post.create', user_id: byId(me.id), additionalFields: { tag: 'own' } };
		const run = await core('activitySubscription.create', form, { as: 'app' });
		const { results } = await list('searchSubscriptions', { as: 'app' });
		expect(results).toMatchObject([{ value: run.json[0]?.subscription_id }]);
		expect(results[0]?.name).toContain('own');
		expect((await list('searchSubscriptions', { as: 'app', filter: 'nothing' })).results).toEqual([]);
	});
});

it('lists each conversation once, by its last message', async () => {
	const { results } = await list('searchConversations');
	const values = results.map(({ value }) => value);
	expect(new Set(values).size).toBe(values.length);
	const run = await core('directMessage.sendToConversation', {
		dm_conversation_id: { __rl: true, mode: 'list', value: values[0]! },
		text: 'Chosen from the list',
	});
	expect(run.error).toBeUndefined();
	expect((await list('searchConversations', { filter: 'chosen from' })).results).toMatchObject([
		{ value: values[0] },
	]);
});

it('says why there is no list', async () => {
	sim().fail({ kind: 'unauthorized', times: 9 });
	await expect(list('searchWebhooks', { as: 'app' })).rejects.toThrow(/did not accept the credential/);
});

it('does not ask for the list of nobody, where X does not say who the user is', async () => {
	sim().fail({ kind: 'status', status: 200, body: { errors: [{ detail: 'The account is locked.' }] } });
	await expect(list('searchPosts')).rejects.toMatchObject({
		message: 'X does not say who the authenticated user is',
		description: expect.stringMatching(/^The account is locked\. Check/) as string,
	});
	expect(sent()).toEqual(['GET /2/users/me']);
});

it('says with which credentials a list can be loaded, where not with the chosen one', async () => {
	await expect(list('searchPosts', { as: 'app' })).rejects.toThrow(
		/^With App .* only with User \(OAuth 2\.0\) or User \(OAuth 1\.0a\)/,
	);
	expect(sent()).toEqual([]);
});

describe('the fields and expansions to return', () => {
	const load = async (method: string, resource: string, operation: string) =>
		await loadOptions({ node: 'xCore', sim: sim(), method, parameters: { resource, operation } });

	it('are those of the chosen operation, and need no request', async () => {
		const fields = await load('getTweetFields', 'post', 'get');
		expect(fields.map(({ value }) => value).sort()).toEqual([...entities.post.fields].sort());
		expect(fields).toContainEqual({
			name: 'Long Text',
			value: 'note_tweet',
			description: 'Field note_tweet: the whole text of a long Post',
		});
		const [ofPosts, ofUsers] = await Promise.all([
			load('getExpansions', 'post', 'searchRecent'),
			load('getExpansions', 'user', 'getFollowers'),
		]);
		expect(ofPosts.map(({ value }) => value)).toContain('author_id');
		expect(ofUsers.map(({ value }) => value)).toContain('pinned_tweet_id');
		expect(ofUsers.map(({ value }) => value)).not.toContain('author_id');
		expect(sent()).toEqual([]);
	});
});

it('offers Posts to answer: the latest mentions with their authors, then the own Posts', async () => {
	const { me, ownPost } = world();
	const first10 = await list('searchPostsToAnswer');
	expect(first10.results.length).toBeLessThanOrEqual(10);
	// Read when the reader scrolls.
	const { results: later } = await list('searchPostsToAnswer', { page: String(first10.paginationToken) });
	const results = [...first10.results, ...later];
	const mentions = [...held().posts.values()].filter(
		({ text, author_id }) => text.includes(`@${me.username}`) && author_id !== me.id,
	);
	const [first] = results;
	const mention = mentions.find(({ id }) => id === first?.value);
	const author = held().users.get(mention?.author_id ?? '');
	expect(first?.name.startsWith(`@${author?.username}: `)).toBe(true);
	const places = results.map(({ value }) => value);
	expect(places.indexOf(ownPost.id)).toBeGreaterThan(places.indexOf(mention?.id ?? ''));
});

const usd = () => totalOf(sim().requests) / 1_000_000;
/** Users to follow and messages to list, more than a list shows. */
function fill() {
	const { me, others } = world();
	held()
		.following.get(me.id)!
		.push(...others.slice(30, 90).map(({ id }) => id));
}

/** Before: $0.51, $1.00, $0.25, $0.44 and $1.00. */
const COSTS = {
	searchUsers: 0.11,
	searchPosts: 0.06,
	searchPostsToAnswer: 0.16,
	searchLists: 0.11,
	searchConversations: 0.2,
};

describe.each(Object.entries(COSTS))('%s', (method, most) => {
	it('costs at most what the form says', async () => {
		fill();
		await list(method);
		expect(usd()).toBeGreaterThan(0);
		expect(usd()).toBeLessThanOrEqual(most);
		const form = JSON.stringify(descriptionOf('xCore').properties);
		const [, said] = new RegExp(`"searchListMethod":"${method}"[^]*?up to \\$([\\d.]+)`).exec(form) ?? [];
		expect(Number(said)).toBe(most);
	});

	it('costs nothing more for some minutes, until something is written', async () => {
		await list(method);
		const before = sim().requests.length;
		for (let turn = 0; turn < 5; turn++) await list(method);
		expect(sim().requests).toHaveLength(before);
		await core('post.create', { text: `New for ${method}` });
		await list(method);
		expect(sim().requests.length).toBeGreaterThan(before + 1);
		const after = sim().requests.length;
		sim().platform.clock.advance(6 * 60_000);
		await list(method);
		expect(sim().requests.length).toBeGreaterThan(after);
	});
});

describe('typing into User', () => {
	it('asks X from the third letter on, for ten', async () => {
		for (const typed of ['s', 'su', 'sup']) await list('searchUsers', { filter: typed });
		expect(sim().requests.filter(({ path }) => path === '/2/users/search')).toMatchObject([
			{ query: { query: 'sup', max_results: '10' } },
		]);
		expect(usd()).toBeLessThanOrEqual(0.11);
	});

	it('offers who was seen, before X is asked', async () => {
		const run = await core('user.get', { id: byId(world().others[50]!.id) });
		const name = run.json[0]?.username as string;
		const before = sim().requests.length;
		const { results } = await list('searchUsers', { filter: name.slice(0, 2) });
		expect(results.map(({ value }) => value)).toContain(world().others[50]!.id);
		expect(sim().requests).toHaveLength(before);
	});
});
