/**
 * Articles, broadcasts, bots and blocks: what goes on the wire.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { asText } from '../../../nodes/shared/util/text';
import { byId, first, useCore } from './support';

const { core, lastBody, sent, world } = useCore();

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

it('a bot gets a new token with nothing chosen', async () => {
	const run = await core('bot.rotateToken', { id: '1234567890' }, { as: 'app' });
	expect(lastBody()).toEqual({});
	expect(run.json).toMatchObject([{ token: expect.any(String) as string }]);
});

it('a block names both users', async () => {
	const { me, other } = world();
	await core('user.block', { target_user_id: byId(other.id) });
	expect(lastBody()).toEqual({ target_user_id: other.id });
	await core('user.unblock', { target_user_id: byId(other.id) });
	expect(sent().filter((request) => request.includes('blocking'))).toEqual([
		`POST /2/users/${me.id}/blocking`,
		`DELETE /2/users/${me.id}/blocking/${other.id}`,
	]);
});
