import { core } from '../../simulator/core/area';
import { ME } from '../../simulator/identities';
import { AS_APP, list, object, useClient, type Call } from './client';

const { sim, call } = useClient();

describe('the OpenAPI file to the letter', () => {
	beforeEach(async () => void (await sim().control('core', 'settings', { strict: 'openapi' })));

	it.each([
		['/2/dm_events?dm_event.fields=participant_ids,text', 'dm_event.fields', 'participant_ids'],
		['/2/dm_events?dm_event.fields=sender_id', 'dm_event.fields', 'sender_id'],
		['/2/dm_events?expansions=referenced_tweets.id', 'expansions', 'referenced_tweets.id'],
		['/2/users/me?user.fields=pinned_tweet_id', 'user.fields', 'pinned_tweet_id'],
		['/2/tweets/20?tweet.fields=text', 'tweet.fields', 'text'],
		['/2/news/search?query=a&news.fields=last_updated_at_ms', 'news.fields', 'last_updated_at_ms'],
	])('refuses %s, which the documentation pages allow', async (path, parameter, value) => {
		const { status, json } = await call(path);
		expect(status).toBe(400);
		expect(json).toMatchObject({
			errors: [{ parameters: { [parameter]: [value] } }],
			title: 'Invalid Request',
			type: 'https://api.x.com/2/problems/invalid-request',
		});
		await sim().control('core', 'settings', { strict: 'pages' });
		expect((await call(path)).status).toBe(200);
	});

	it('needs a body where the file says so', async () => {
		const path = '/2/tweets/search/stream/rules?delete_all=true';
		const answer = await call(path, { method: 'POST', authorization: AS_APP });
		expect(answer.status).toBe(400);
		expect((await call(path, { body: {}, authorization: AS_APP })).status).toBe(200);
	});
});

describe('parameters', () => {
	it.each([
		['a value given twice', '/2/users/me?user.fields=url,url', {}, 'user.fields'],
		['a parameter given twice', '/2/users/me?user.fields=url&user.fields=name', {}, 'user.fields'],
		['a malformed identifier in the path', '/2/users/abc/followers', {}, 'id'],
		[
			'a window that ends before it starts',
			`/2/tweets/search/recent?query=a&start_time=${ago(2)}&end_time=${ago(4)}`,
			{},
			'start_time',
		],
		[
			'a start before the last seven days',
			`/2/tweets/search/recent?query=a&start_time=${ago(24 * 8)}`,
			{},
			'start_time',
		],
		['an unknown nested field', '/2/tweets', { body: { text: 'a', reply: { to: '2' } } }, 'reply.to'],
		['a missing nested field', '/2/tweets', { body: { text: 'a', reply: {} } }, 'reply.in_reply_to_tweet_id'],
		['a missing body', `/2/users/${ME.id}/likes`, { method: 'POST' }, 'body'],
		['a null', `/2/users/${ME.id}/likes`, { body: { tweet_id: null } }, 'tweet_id'],
	] as Array<[string, string, Call, string]>)('refuses %s', async (_name, path, options, parameter) => {
		const { status, json } = await call(path, options);
		expect(status).toBe(400);
		expect(json['type']).toMatch(/\/problems\/invalid-request$/);
		const named = list(json['errors']).flatMap((error) => Object.keys(object(error['parameters'])));
		expect(named).toContain(parameter);
	});

	it('takes both vocabularies, and answers in the one that was chosen', async () => {
		const old = await call(
			'/2/users/me?expansions=pinned_tweet_id&tweet.fields=author_id&user.fields=public_metrics',
		);
		expect(object(old.json['includes'])).toHaveProperty('tweets');
		await sim().control('core', 'vocabulary', { name: 'post' });
		const current = await call(
			'/2/users/me?expansions=pinned_post_id&post.fields=entities&user.fields=public_metrics',
		);
		expect(current.status).toBe(200);
		expect(object(current.json['includes'])).toHaveProperty('posts');
		expect(object(object(current.json['data'])['public_metrics'])).toHaveProperty('post_count');
	});

	it('refuses an unknown token of a page, a token of another query, and an expired one', async () => {
		const pages = `/2/users/${ME.id}/followers?max_results=10`;
		const token = String(object((await call(pages)).json['meta'])['next_token']);
		const old = `${pages}&pagination_token=${token}`;
		for (const path of [
			`${pages}&pagination_token=0123456789abcdef`,
			`${pages}&user.fields=url&pagination_token=${token}`,
		]) {
			const { status, json } = await call(path);
			expect(status).toBe(400);
			expect(object(list(json['errors'])[0]?.['parameters'])).toHaveProperty('pagination_token');
		}
		expect((await call(old)).status).toBe(200);
		sim().platform.clock.advance(60 * 60 * 1000 + 1);
		expect((await call(old)).status).toBe(400);
	});

	it('shares one count among the three ways to send a message', async () => {
		const other = '1500000000000000001';
		await call(`/2/dm_conversations/with/${other}/messages`, { body: { text: 'a' } });
		const second = await call(`/2/dm_conversations/${ME.id}-${other}/messages`, { body: { text: 'b' } });
		expect(second.headers.get('x-rate-limit-remaining')).toBe('198');
		expect(second.headers.get('x-user-limit-24hour-remaining')).toBe('998');
	});

	it('knows no other path', async () => {
		expect((await call('/2/nothing')).status).toBe(404);
		expect(list((await call('/1.1/statuses/update.json', { body: {} })).json['errors'])[0]?.['code']).toBe(
			34,
		);
	});
});

describe('rules across the fields of a Post', () => {
	const post = (body: unknown) => call('/2/tweets', { body });
	const poll = (count: number) => ({
		options: Array.from({ length: count }, (_, index) => `Option ${index}`),
		duration_minutes: 60,
	});

	it.each([
		['no text and no media', { text: ' ' }],
		['a poll beside a quote', { text: 'a', poll: poll(2), quote_tweet_id: '1' }],
		['a poll of one option', { text: 'a', poll: poll(1) }],
		['a poll of five options', { text: 'a', poll: poll(5) }],
		[
			'a poll option of 26 characters',
			{ text: 'a', poll: { options: ['a', 'b'.repeat(26)], duration_minutes: 60 } },
		],
		['a poll of four minutes', { text: 'a', poll: { ...poll(2), duration_minutes: 4 } }],
		['five media', { text: 'a', media: { media_ids: ['1', '2', '3', '4', '5'] } }],
		['media that do not exist', { text: 'a', media: { media_ids: ['1'] } }],
		['a community broadcast without a community', { text: 'a', share_with_followers: true }],
		['a place that does not exist', { text: 'a', geo: { place_id: 'nowhere' } }],
		['a quote of what is not there', { text: 'a', quote_tweet_id: '1' }],
	])('refuses %s', async (_name, body) => {
		expect((await post(body)).status).toBe(400);
	});

	it('edits within the hour, keeps the history, and refuses afterwards', async () => {
		const first = String(object((await post({ text: 'first' })).json['data'])['id']);
		const second = await post({ text: 'second', edit_options: { previous_post_id: first } });
		expect(list(object(second.json['data'])['edit_history_tweet_ids'])).toHaveLength(2);
		sim().platform.clock.advance(3_600_001);
		const id = String(object(second.json['data'])['id']);
		expect((await post({ text: 'third', edit_options: { previous_post_id: id } })).status).toBe(403);
	});
});

describe('what a request sees', () => {
	it('tells unknown identifiers in errors beside the data, and leaves data out when there is none', async () => {
		const some = await call(`/2/users?ids=${ME.id},99`);
		expect(some.status).toBe(200);
		expect(list(some.json['data'])).toHaveLength(1);
		expect(list(some.json['errors'])[0]).toMatchObject({
			resource_id: '99',
			resource_type: 'user',
			parameter: 'ids',
		});
		expect((await call('/2/users?ids=98,99')).json).not.toHaveProperty('data');
	});

	it('fills includes once per entity, and says what an expansion cannot reach', async () => {
		const { json } = await call(
			'/2/tweets/search/all?query=lang:en&max_results=100&expansions=author_id,referenced_tweets.id',
			{ authorization: AS_APP },
		);
		const users = list(object(json['includes'])['users']).map((user) => user['id']);
		expect(new Set(users).size).toBe(users.length);
		expect(
			list(json['errors']).some(
				(error) => error['section'] === 'includes' && error['parameter'] === 'referenced_tweets.id',
			),
		).toBe(true);
	});

	it('hides private metrics of others and the Posts of protected accounts', async () => {
		const search = await call(
			'/2/tweets/search/recent?query=-from:acme_support lang:en&max_results=10&tweet.fields=non_public_metrics',
		);
		expect(list(search.json['data'])[0]).not.toHaveProperty('non_public_metrics');
		expect(list(search.json['errors'])[0]?.['type']).toMatch(/not-authorized-for-field$/);
		const text = 'For my followers only';
		const found = await call(`/2/tweets/search/all?query=${encodeURIComponent(`"${text}"`)}`, {
			authorization: AS_APP,
		});
		expect(found.json).toEqual({ meta: { result_count: 0 } });
		const hidden = [...core.state(sim().platform).posts.values()].find((post) => post.text === text);
		const answer = await call(`/2/tweets?ids=${hidden?.id}`);
		expect(list(answer.json['errors'])[0]?.['type']).toMatch(/not-authorized-for-resource$/);
	});
});

function ago(hours: number): string {
	return new Date(Date.now() - hours * 3_600_000).toISOString();
}
