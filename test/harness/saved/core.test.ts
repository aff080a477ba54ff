/** @jest-environment ./test/support/environment.ts */
import { useSimulator } from '../../support/simulator';
import { any, containing, expectWrites, output, queries, run } from './support';

const sim = useSimulator();

describe('X Core, saved by 0.1.0', () => {
	it('posts, replies, quotes, reads, likes, bookmarks and deletes', async () => {
		const finished = await run(sim(), 'core-posts');
		const [{ id: asked }] = output(finished, 'Ask') as [{ id: string }];
		const [{ id: quote }] = output(finished, 'Quote') as [{ id: string }];
		expectWrites(
			sim(),
			[
				'POST',
				'/2/tweets',
				{
					text: 'Tea or coffee?',
					poll: { options: ['Tea', 'Coffee'], duration_minutes: 60, reply_settings: 'following' },
				},
			],
			[
				'POST',
				'/2/tweets',
				{
					text: `Both, of course (${asked})`,
					made_with_ai: true,
					reply: { in_reply_to_tweet_id: asked },
				},
			],
			['POST', '/2/tweets', { text: 'Read this', quote_tweet_id: asked, reply_settings: 'mentionedUsers' }],
			['POST', '/2/users/2244994945/likes', { tweet_id: quote }],
			['POST', '/2/users/2244994945/bookmarks', { tweet_id: quote }],
			['DELETE', `/2/tweets/${quote}`],
		);
		expect(queries(sim(), `/2/tweets/${quote}`)).toMatchObject([
			{
				'tweet.fields': containing('created_at', 'reply_settings'),
				expansions: containing('author_id'),
				'user.fields': containing('username'),
			},
		]);
		expect(queries(sim(), '/2/tweets')).toMatchObject([{ ids: containing(asked) }]);
		expect(output(finished, 'Read')).toEqual([
			{
				id: quote,
				text: 'Read this',
				author: expect.objectContaining({ username: 'acme_support' }) as unknown,
			},
		]);
		expect(output(finished, 'Read as it came')).toMatchObject([{ data: [{ id: asked }, { id: any }] }]);
		expect(output(finished, 'Delete')).toEqual([{ deleted: true, id: quote }]);
	});

	it('reads with limits, pages, filters and chosen fields', async () => {
		const finished = await run(sim(), 'core-lists');
		expectWrites(sim());
		expect(queries(sim(), '/2/tweets/search/recent')).toMatchObject([
			{
				query: '@acme_support -is:retweet',
				start_time: any,
				sort_order: 'relevancy',
				expansions: containing('author_id'),
				'tweet.fields': containing('created_at', 'public_metrics'),
				max_results: '15',
			},
		]);
		expect(queries(sim(), '/2/tweets/counts/recent')).toMatchObject([{ query: 'n8n', granularity: 'day' }]);
		expect(queries(sim(), '/2/users/2244994945/followers')[0]).toMatchObject({
			'user.fields': containing('created_at', 'verified'),
			max_results: '1000',
		});
		expect(queries(sim(), '/2/users/2244994945/tweets')).toMatchObject([
			{ exclude: containing('replies', 'retweets'), max_results: '5' },
		]);
		expect(queries(sim(), '/2/users/by')).toMatchObject([{ usernames: ['acme_support', 'Ada_Abebe0'] }]);
		expect(queries(sim(), '/2/trends/by/woeid/1')).toMatchObject([{ max_trends: '3' }]);
		expect(output(finished, 'Search')[0]).toMatchObject({ text: any, author: { username: any } });
		expect(output(finished, 'Followers')).toHaveLength(300);
		expect(output(finished, 'Timeline')).toMatchObject([{ data: { length: 5 }, meta: {} }]);
		expect(output(finished, 'Usernames')).toEqual([
			{ id: '2244994945', username: 'acme_support' },
			{ id: any, username: 'Ada_Abebe0' },
		]);
		expect(output(finished, 'Lists')).toHaveLength(2);
		const kinds = new Map(sim().requests.map(({ path, auth }) => [path, auth]));
		expect(kinds.get('/2/tweets/counts/recent')).toBe('app');
		expect(kinds.get('/2/users/2244994945/tweets')).toBe('oAuth1');
		expect(kinds.get('/2/tweets/search/recent')).toBe('oAuth2');
	});

	it('writes messages, changes a list, and sends calls of the user', async () => {
		const finished = await run(sim(), 'core-messages');
		const ada = '1500000000000000001';
		expectWrites(
			sim(),
			['POST', `/2/dm_conversations/with/${ada}/messages`, { text: 'Order 4411 is on its way' }],
			['POST', `/2/dm_conversations/with/${ada}/messages`, { text: 'Order 4412 is on its way' }],
			['POST', `/2/dm_conversations/2244994945-${ada}/messages`, { text: 'Anything else?' }],
			['POST', `/2/dm_conversations/2244994945-${ada}/messages`, { text: 'Anything else?' }],
			['POST', '/2/lists', { name: 'Customers', description: 'People who wrote to us', private: true }],
			['PUT', '/2/lists/*', { name: 'Our customers', description: '', private: false }],
			['POST', '/2/lists/*/members', { user_id: ada }],
			['POST', '/2/lists/*/members', { user_id: '2244994945' }],
		);
		expect(queries(sim(), '/2/users/2244994945/followers')).toMatchObject([
			{ max_results: '100', 'user.fields': ['username'] },
			{ max_results: '100', 'user.fields': ['username'], pagination_token: any },
		]);
		expect(output(finished, 'Write')).toHaveLength(2);
	});
});
