/**
 * What the form shows is what X receives: documented parameters and names, as they are on the wire.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../../nodes/shared/util/text';
import { by, byId, first, useCore } from './support';

const { core, held, lastBody, sent, sim, world } = useCore();

describe('an article', () => {
	it('is written in Markdown, with a cover, and published by its ID', async () => {
		const draft = await core('article.createDraft', {
			title: 'News',
			markdown: '# Hello',
			additionalFields: { cover_media_media_id: '1880028106020515840' },
		});
		expect(draft.error).toBeUndefined();
		expect(lastBody()).toEqual({
			title: 'News',
			content_state: { blocks: [{ type: 'header-one', text: 'Hello' }], entities: [] },
			cover_media: { media_category: 'tweet_image', media_id: '1880028106020515840' },
		});
		const run = await core('article.publish', { article_id: first(draft) });
		const post = asText(run.json[0]?.post_id);
		expect(post).toMatch(/^\d+$/);
		expect(run.json).toEqual([{ post_id: post, url: `https://x.com/i/status/${post}` }]);
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
});

it('a scheduled broadcast says its times in milliseconds, and may repeat', async () => {
	const run = await core('scheduledBroadcast.create', {
		source_id: 'key-1',
		scheduled_start_ms: '2099-12-01T18:00:00Z',
		additionalFields: { recurrence: { values: { frequency: 'Weekly', repeats: 4 } } },
	});
	expect(run.error).toBeUndefined();
	expect(lastBody()).toEqual({
		source_id: 'key-1',
		scheduled_start_ms: '4099831200000',
		recurrence: { frequency: 'Weekly', repeats: '4' },
	});
});

it('begins a group with several people', async () => {
	const { others, me } = world();
	const run = await core('directMessage.createGroup', {
		first_participant: byId(others[0]!.id),
		second_participant: by('username', others[1]!.username),
		text: 'Hello all',
		additionalFields: { more_participant_ids: `${others[2]!.id},${others[3]!.id}` },
	});
	expect(run.error).toBeUndefined();
	const ids = others.slice(0, 4).map(({ id }) => id);
	const made = held().conversations.get(first(run, 'dm_conversation_id'));
	expect(made).toMatchObject({ group: true, participants: [me.id, ...ids] });
});

it('many bookmarks go into a folder with one request, and say what was refused', async () => {
	const { foreignPost, me } = world();
	const [folder_id = ''] = held().bookmarkFolders.keys();
	const tweet_ids = [foreignPost.id, '12'];
	const form = { tweet_ids: tweet_ids.join(), additionalFields: { folder_id } };
	const run = await core('bookmark.addMany', form);
	expect(run.error).toBeUndefined();
	expect(lastBody()).toEqual({ tweet_ids, folder_id });
	expect(run.json).toMatchObject([
		{ tweet_id: foreignPost.id, bookmarked: true },
		{ tweet_id: '12', bookmarked: false, detail: expect.any(String) as string },
	]);
	expect(run.hints[0]?.message).toContain('Could not find the Post');
	expect(held().bookmarks.get(me.id)?.[0]).toBe(foreignPost.id);
	expect(sent().filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

const lastQuery = (): Readonly<Record<string, string>> => sim().requests.at(-1)?.query ?? {};

// Version 2.166 of the description requires the parameter, and X answered that it "can not be empty".
it.each([
	['post', { ids: '1234567890' }, 'total'],
	['media', { media_key: '13_1263145212760805376' }, 'daily'],
])(
	'analytics of a %s say how long their periods are, though no one chose it',
	async (resource, form, byDefault) => {
		const period = { start_time: '2026-05-19T00:00:00Z', end_time: '2026-05-21T00:00:00Z' };
		await core(`${resource}.getAnalytics`, { ...form, ...period });
		expect(lastQuery()).toMatchObject({ granularity: byDefault });
	},
);

it.each([
	['95', 'Read fewer Posts, or raise the cap'],
	['100', 'Until then X answers no more Posts'],
])('the usage of the project says that its cap is near: %s of 100', async (project_usage, advice) => {
	const body = { data: { project_cap: '100', project_usage, cap_reset_day: 7 } };
	sim().fail({ match: { path: '/2/usage/tweets' }, kind: 'status', status: 200, body });
	const { hints } = await core('usage.get', {}, { as: 'app' });
	expect(hints.map(({ message }) => message)).toEqual([
		`${project_usage} of 100 Posts are read; it begins anew on day 7 of the month. ${advice}`,
	]);
});

// Their enumerations, in version 2.170 of https://docs.x.com/openapi.json: none of them has an older name.
it.each([
	['bot.getMany', 'app', {}],
	['broadcastChat.getModerators', 'oAuth2', {}],
	['broadcastChat.getMany', 'oAuth2', { id: '1OwxWzYRVdVGQ' }],
] as const)(
	'%s, which came with the newer description, asks with the newer names alone',
	async (name, as, form) => {
		const older =
			/tweet|affiliation\.user_id|author_id|in_reply_to_user_id|edit_history|user\.fields=[^&]*affiliation/;
		const outputFields =
			'id,pinned_tweet.text,pinned_tweet.author_id,affiliation.description,most_recent_tweet.text';
		for (const more of [{}, { output: 'selectedFields', outputFields }]) {
			await core(name, { ...form, ...more }, { as });
			expect(decodeURIComponent(sim().requests.at(-1)?.rawQuery ?? '')).not.toMatch(older);
		}
		expect(sim().requests).toHaveLength(2);
		if (name === 'bot.getMany') expect(lastQuery().expansions).toContain('pinned_post_id');
	},
);

it.each([
	['list', 'https://x.com/i/lists/{id}?s=20'],
	['space', 'https://x.com/i/spaces/{id}?s=20'],
] as const)('a %s is found by its address', async (resource, address) => {
	const id = [...held()[`${resource}s`].keys()][0]!;
	const run = await core(`${resource}.get`, { id: by('url', address.replace('{id}', id)) });
	expect(run.json[0]).toMatchObject({ id });
	expect(sent()).toEqual([`GET /2/${resource}s/${id}`]);
});

it('a community note has its source, and tags where something is misleading', async () => {
	const { foreignPost } = world();
	const note = async (form: INodeParameters) => {
		const all = { post_id: byId(foreignPost.id), note_text: 'The figure is wrong.', ...form };
		const run = await core('communityNote.create', { url: 'https://stats.example/1', ...all });
		expect(run.error).toBeUndefined();
		return lastBody();
	};
	const info_misleading_tags = ['outdated_information', 'missing_important_context'];
	expect(await note({ info_misleading_tags })).toEqual({
		post_id: foreignPost.id,
		test_mode: true,
		info: {
			text: 'The figure is wrong. https://stats.example/1',
			classification: 'misinformed_or_potentially_misleading',
			misleading_tags: info_misleading_tags,
			trustworthy_sources: true,
			is_media_note: false,
		},
	});
	expect(await note({ info_classification: 'not_misleading' })).toMatchObject({
		info: { classification: 'not_misleading', misleading_tags: [] },
	});
});

it('rules of the PowerStream are added with a duplicate, and deleted by ID or text', async () => {
	const rules = { values: [{ value: 'from:acme', tag: 'a' }, { value: '#acme lang:en' }] };
	const run = await core('powerStreamRule.create', { rules }, { as: 'app' });
	expect(run.json).toMatchObject([{ value: 'from:acme', tag: 'a' }]);
	expect(run.hints[0]?.message).toMatch(/Duplicate rule/);
	const ids = first(run);
	const byIds = await core('powerStreamRule.delete', { rule_ids: ids }, { as: 'app' });
	expect(byIds.json).toMatchObject([{ deleted: true, ids: [ids], deleted_count: 1 }]);
	const text = { rules: { values: [{ value: 'from:acme_support' }] } };
	await core('powerStreamRule.delete', text, { as: 'app' });
	expect([...held().powerstreamRules.values()].map(({ value }) => value)).toEqual(['#acme lang:en']);
});

it('trends are those of a place, chosen or by its number', async () => {
	const filters = { max_trends: 3 };
	await core('trend.getByPlace', { place: 'woeid', woeid: 23424977, filters });
	expect(lastQuery()).toMatchObject({ max_trends: '3' });
	await core('trend.getByPlace', { place: '1118370', woeid: 23424977 });
	await core('trend.getByPlace');
	expect(sent()).toEqual(['23424977', '1118370', '1'].map((woeid) => `GET /2/trends/by/woeid/${woeid}`));
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
