/**
 * What the form shows is what X receives: documented parameters and names, as they are on the wire.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId, useCore } from './support';

const { sim, core } = useCore();

const lastQuery = (): Readonly<Record<string, string>> => sim().requests.at(-1)?.query ?? {};
const PERIOD = { start_time: '2026-05-19T00:00:00Z', end_time: '2026-05-21T00:00:00Z' };

describe('analytics', () => {
	// Version 2.166 of the description requires the parameter, and X answered that it "can not be empty".
	it.each([
		['post', { ids: '1234567890' }, 'total'],
		['media', { media_key: '13_1263145212760805376' }, 'daily'],
	])('of %s say how long their periods are, also if no one chose it', async (resource, form, byDefault) => {
		await core(`${resource}.getAnalytics`, { ...form, ...PERIOD });
		expect(lastQuery()).toMatchObject({ granularity: byDefault });
		await core(`${resource}.getAnalytics`, { ...form, ...PERIOD, [`${resource}_granularity`]: 'hourly' });
		expect(lastQuery()).toMatchObject({ granularity: 'hourly' });
	});
});

describe('parameters that only the guides have', () => {
	// https://docs.x.com/x-api/posts/retweets/quickstart/retweets-of-me
	it('bound the reposts of the own Posts in time', async () => {
		await core('user.getRepostsOfMe', { filters: PERIOD });
		expect(lastQuery()).toMatchObject({
			start_time: '2026-05-19T00:00:00Z',
			end_time: '2026-05-21T00:00:00Z',
		});
	});

	// https://docs.x.com/x-api/posts/timelines/quickstart/user-mention-quickstart
	it('leave replies out of mentions', async () => {
		await core('user.getMentions', { id: byId('2244994945'), filters: { exclude: ['replies'] } });
		expect(lastQuery()).toMatchObject({ exclude: 'replies' });
	});
});

it.each([
	['89', undefined],
	[
		'95',
		'95 of 100 Posts are read; it begins anew on day 7 of the month. Read fewer Posts, or raise the cap',
	],
	[
		'100',
		'100 of 100 Posts are read; it begins anew on day 7 of the month. Until then X answers no more Posts',
	],
])('the usage of the project says that its cap is near: %s of 100', async (project_usage, said) => {
	const body = { data: { project_cap: '100', project_usage, cap_reset_day: 7 } };
	sim().fail({ match: { path: '/2/usage/tweets' }, kind: 'status', status: 200, body });
	const { hints } = await core('usage.get', {}, { as: 'app' });
	expect(hints.map(({ message }) => message)).toEqual(said === undefined ? [] : [said]);
});

// The description 2.170 has no last_updated_at_ms: https://docs.x.com/openapi.json
it('News are read in one request, with fields that the description has', async () => {
	await core('news.search', { query: 'space' });
	await core('news.get', { id: '1989360716460437844' });
	const { requests } = sim();
	expect(requests.map(({ route }) => route)).toEqual(['/2/news/search', '/2/news/{id}']);
	for (const { query } of requests) expect(query['news.fields']).not.toContain('last_updated_at_ms');
});

describe('operations that came with the newer description', () => {
	// Their enumerations, in version 2.170 of https://docs.x.com/openapi.json: none of them has an older name.
	const OLDER =
		/tweet|affiliation\.user_id|author_id|in_reply_to_user_id|edit_history|user\.fields=[^&]*affiliation/;

	it.each([
		['bot.getMany', 'app', {}],
		['broadcastChat.getModerators', 'oAuth2', {}],
		['broadcastChat.getMany', 'oAuth2', { id: '1OwxWzYRVdVGQ' }],
	] as const)('%s asks with the newer names alone', async (name, as, form) => {
		const fields =
			'id,pinned_tweet.text,pinned_tweet.author_id,affiliation.description,most_recent_tweet.text';
		const selected = { output: 'selectedFields', outputFields: fields };
		for (const more of [{}, selected]) await core(name, { ...form, ...more }, { as });
		const urls = sim().requests.map(({ rawQuery }) => decodeURIComponent(rawQuery));

		expect(urls).toHaveLength(2);
		expect(urls.filter((url) => OLDER.test(url))).toEqual([]);
	});

	it('joins what they include', async () => {
		await core(
			'bot.getMany',
			{ output: 'selectedFields', outputFields: 'id,pinned_tweet.text' },
			{ as: 'app' },
		);
		expect(lastQuery()).toMatchObject({ expansions: 'pinned_post_id', 'post.fields': 'text' });
	});
});
