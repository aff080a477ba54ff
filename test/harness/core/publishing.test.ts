/**
 * What the form shows is what X receives: documented parameters and names, as they are on the wire.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { asText } from '../../../nodes/shared/util/text';
import { by, byId, first, useCore } from './support';

const { core, count, held, lastBody, sent, sim, world } = useCore();

describe('an article', () => {
	it('is written in Markdown, with a cover, and published by its ID', async () => {
		const form = { title: 'News', markdown: '# Hello\n\nA **bold** word' };
		const draft = await core('article.createDraft', {
			...form,
			additionalFields: { cover_media_media_id: '1880028106020515840' },
		});
		expect(draft.error).toBeUndefined();
		expect(lastBody()).toEqual({
			title: 'News',
			content_state: {
				blocks: [
					{ type: 'header-one', text: 'Hello' },
					{
						type: 'unstyled',
						text: 'A bold word',
						inline_style_ranges: [{ style: 'bold', offset: 2, length: 4 }],
					},
				],
				entities: [],
			},
			cover_media: { media_category: 'tweet_image', media_id: '1880028106020515840' },
		});
		const run = await core('article.publish', { article_id: first(draft) });
		const post = asText(run.json[0]?.post_id);
		expect(post).toMatch(/^\d+$/);
		expect(run.json).toEqual([{ post_id: post, url: `https://x.com/i/status/${post}` }]);
		expect(sent().at(-1)).toBe(`POST /2/articles/${first(draft)}/publish`);
	});

	it('may be given as blocks, which are checked before anything is sent', async () => {
		const json = { title: 'News', contentFormat: 'json' };
		const blocks = [{ type: 'unstyled', text: 'Hello' }];
		await core('article.createDraft', { ...json, content_state: JSON.stringify({ blocks, entities: [] }) });
		expect(lastBody()).toEqual({ title: 'News', content_state: { blocks, entities: [] } });
		const run = await core('article.createDraft', { ...json, content_state: '{ "blocks": "Hello" }' });
		expect(run.error?.message).toBe('"Content" must be an object with the lists "blocks" and "entities"');
		expect(sent()).toHaveLength(1);
	});

	it('has at most 100,000 characters of Markdown, which is checked before anything is sent', async () => {
		const run = await core('article.createDraft', { title: 'News', markdown: 'x'.repeat(100_001) });
		expect(run.error?.message).toBe('"Content" must be at most 100,000 characters long, and has 100,001');
		expect(sent()).toEqual([]);
	});
});

describe('a scheduled broadcast', () => {
	const times = { scheduled_start_ms: '2099-12-01T18:00:00Z' };

	it('says its times in milliseconds, and may repeat', async () => {
		const run = await core('scheduledBroadcast.create', {
			...times,
			source_id: 'key-1',
			additionalFields: {
				chat_option: '3',
				scheduled_end_ms: '2099-12-01T19:00:00Z',
				recurrence: { values: { frequency: 'Weekly', repeats: 4 } },
			},
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({
			source_id: 'key-1',
			scheduled_start_ms: '4099831200000',
			scheduled_end_ms: '4099834800000',
			chat_option: '3',
			recurrence: { frequency: 'Weekly', repeats: '4' },
		});
	});

	it('does not end before it starts', async () => {
		const additionalFields = { scheduled_end_ms: '2099-12-01T17:59:59Z' };
		const run = await core('scheduledBroadcast.create', { ...times, source_id: 'key-1', additionalFields });
		expect(run.error?.message).toBe('"End Time" must not be before "Start Time"');
		expect(sent()).toEqual([]);
	});

	it('does not start in the past', async () => {
		const form = { scheduled_start_ms: '2020-12-01T18:00:00Z', source_id: 'key-1' };
		const run = await core('scheduledBroadcast.create', form);
		expect(run.error?.message).toBe('"Start Time" is in the past (2020-12-01T18:00:00.000Z)');
		expect(sent()).toEqual([]);
	});
});

it('a mute in a chat may end, and may take a message away', async () => {
	await core('broadcastChat.mute', {
		id: '1vAxRkEDwqVKl',
		user_id: byId(world().other.id),
		additionalFields: { end_at_ms: '2026-12-01T18:00:00Z', message_id: '12' },
	});
	expect(lastBody()).toEqual({ user_id: world().other.id, end_at_ms: '1796148000000', message_id: '12' });
});

const picture = async () => {
	const items = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'image/png' } } }];
	return first(await core('media.upload', { media_category: 'dm_image' }, { items }));
};

describe('sending', () => {
	it.each(['oAuth1', 'oAuth2'] as const)('writes to a user, with %s', async (as) => {
		const { other, pair } = world();
		const form = { participant_id: by('username', other.username), text: "It's (here)! 100 % + ☂" };
		const run = await core('directMessage.send', form, { as });
		expect(run.json).toEqual([
			{ dm_conversation_id: pair.id, dm_event_id: expect.stringMatching(/^\d{19}$/) as string },
		]);
		expect(held().dmEvents.get(first(run, 'dm_event_id'))).toMatchObject({ text: form.text });
		expect(lastBody()).toEqual({ text: form.text });
	});

	it('begins a group with several people and a picture', async () => {
		const { others, me } = world();
		const media_id = await picture();
		const run = await core('directMessage.createGroup', {
			first_participant: byId(others[0]!.id),
			second_participant: by('username', others[1]!.username),
			text: 'Hello all',
			additionalFields: { more_participant_ids: `${others[2]!.id},${others[3]!.id}`, media_id },
		});
		expect(run.error).toBeUndefined();
		const ids = others.slice(0, 4).map(({ id }) => id);
		expect(lastBody()).toEqual({
			conversation_type: 'Group',
			participant_ids: ids,
			message: { text: 'Hello all', attachments: [{ media_id }] },
		});
		const made = held().conversations.get(first(run, 'dm_conversation_id'));
		expect(made).toMatchObject({ group: true, participants: [me.id, ...ids] });
	});
});

describe('many bookmarks at once', () => {
	it('go into a folder with one request, and say what was refused', async () => {
		const { foreignPost, ownPost, me } = world();
		const [folder = ''] = held().bookmarkFolders.keys();
		const ids = [foreignPost.id, ownPost.id, '12'];
		const run = await core('bookmark.addMany', {
			tweet_ids: ids.join(),
			additionalFields: { folder_id: folder },
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ tweet_ids: ids, folder_id: folder });
		expect(run.json).toMatchObject([
			{ tweet_id: foreignPost.id, bookmarked: true },
			{ tweet_id: ownPost.id, bookmarked: true },
			{ tweet_id: '12', bookmarked: false, detail: expect.any(String) as string },
		]);
		expect(run.hints[0]?.message).toContain('Could not find the Post');
		expect(held().bookmarks.get(me.id)?.slice(0, 2).sort()).toEqual([foreignPost.id, ownPost.id].sort());
		expect(sent().filter((request) => request.startsWith('POST'))).toHaveLength(1);
	});
});

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

it.each([
	['list', 'https://x.com/i/lists/{id}?s=20'],
	['space', 'https://x.com/i/spaces/{id}?s=20'],
] as const)('a %s is found by its address', async (resource, address) => {
	const id = [...held()[`${resource}s`].keys()][0]!;
	const run = await core(`${resource}.get`, { id: by('url', address.replace('{id}', id)) });
	expect(run.json[0]).toMatchObject({ id });
	expect(sent()).toEqual([`GET /2/${resource}s/${id}`]);
});

describe('community notes', () => {
	it('writes a note with its source', async () => {
		const { foreignPost } = world();
		const run = await core('communityNote.create', {
			post_id: byId(foreignPost.id),
			note_text: 'The figure is from another year.',
			url: 'https://stats.example/1',
			info_misleading_tags: ['outdated_information', 'missing_important_context'],
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({
			post_id: foreignPost.id,
			test_mode: true,
			info: {
				text: 'The figure is from another year. https://stats.example/1',
				classification: 'misinformed_or_potentially_misleading',
				misleading_tags: ['outdated_information', 'missing_important_context'],
				trustworthy_sources: true,
				is_media_note: false,
			},
		});
	});

	it('writes a note that finds nothing misleading, for which no tags are asked', async () => {
		const run = await core('communityNote.create', {
			post_id: byId(world().foreignPost.id),
			note_text: 'The figure is right: https://stats.example/2',
			info_classification: 'not_misleading',
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toMatchObject({
			info: { classification: 'not_misleading', misleading_tags: [] },
		});
	});
});

describe('rules of the PowerStream', () => {
	it('adds several, reports a duplicate, lists and deletes by ID or text', async () => {
		const rules = { values: [{ value: 'from:acme', tag: 'a' }, { value: '#acme lang:en' }] };
		const run = await core('powerStreamRule.create', { rules }, { as: 'app' });
		expect(run.json).toMatchObject([{ value: 'from:acme', tag: 'a' }]);
		expect(run.hints[0]?.message).toMatch(/Duplicate rule/);
		const all = await core('powerStreamRule.getMany', {}, { as: 'app' });
		expect(all.json).toHaveLength(3);
		const ids = first(run);
		const byIds = await core('powerStreamRule.delete', { rule_ids: ids }, { as: 'app' });
		expect(byIds.json).toMatchObject([{ deleted: true, ids: [ids], deleted_count: 1 }]);
		const text = { rules: { values: [{ value: 'from:acme_support' }] } };
		await core('powerStreamRule.delete', text, { as: 'app' });
		expect([...held().powerstreamRules.values()].map(({ value }) => value)).toEqual(['#acme lang:en']);
		expect(count('/2/powerstream/rules')).toBe(4);
	});
});

describe('trends', () => {
	it('gets those of a place, chosen or by its number', async () => {
		const place = await core('trend.getByPlace', {
			place: 'woeid',
			woeid: 23424977,
			filters: { max_trends: 3 },
		});
		expect(place.json[0]).toEqual({
			trend_name: expect.any(String) as string,
			tweet_count: expect.any(Number) as number,
		});
		expect(sim().requests[0]).toMatchObject({
			path: '/2/trends/by/woeid/23424977',
			query: { max_trends: '3' },
		});
		await core('trend.getByPlace', { place: '1118370', woeid: 23424977 });
		await core('trend.getByPlace');
		expect(sent().slice(1)).toEqual(['GET /2/trends/by/woeid/1118370', 'GET /2/trends/by/woeid/1']);
	});
});

describe.each([
	['powerStreamRule', { rule_ids: '1234567890' }, 'DELETE /2/powerstream/rules'],
	['streamRule', { ids: '1234567890' }, 'POST /2/tweets/search/stream/rules'],
] as const)('the removal of rules by %s', (resource, form, route) => {
	const [method = '', path = ''] = route.split(' ');
	const remove = async (body: object) => {
		sim().fail({ match: { method, path }, kind: 'status', status: 200, body });
		return await core(`${resource}.delete`, form, { as: 'app' });
	};
	const errors = [{ detail: 'The rules are locked' }];

	it.each([0, undefined])('says that nothing was removed where X counts %s', async (deleted) => {
		const run = await remove({ meta: { summary: { deleted, not_deleted: 1 } }, errors });
		expect(run.json).toMatchObject([{ deleted: false, ids: ['1234567890'], not_deleted_count: 1 }]);
		expect(run.json[0]?.['deleted_count']).toBe(deleted);
		expect(run.hints[0]?.message).toContain('The rules are locked');
	});

	it('fails where there is nothing but errors', async () => {
		expect((await remove({ errors })).error?.message).toContain('The rules are locked');
	});
});
