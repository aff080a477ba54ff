/**
 * Values that break a documented rule are reported before anything is sent, with the name of the field in the form and the
 * item and the rule.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { by, byId, itemsWith, useCore, type Kind } from './support';

const { core, sent, world } = useCore();
const poll = (count: number) => ({
	attachment: 'poll',
	text: 'Which?',
	poll: {
		values: {
			...Object.fromEntries(range(1, count + 1).map((place) => [`option${place}`, `Option ${place}`])),
			duration_minutes: 60,
		},
	},
});
const note = { post_id: byId('123'), info_misleading_tags: ['other'] };

const cases: Array<[name: string, form: INodeParameters, message: string, as?: Kind]> = [
	['post.create', { text: '={{ " " }}' }, '"Text" is required, and {{ " " }} has no value'],
	[
		'post.create',
		{ attachment: 'media', media_id: '1,x2' },
		'"Media IDs" must hold values that are each an ID of 1 to 19 digits (upload the file first with Media: Upload, or choose Files From Input), and "x2" is not',
	],
	['post.create', poll(1), '"Poll" needs 2 to 4 options, and has 1'],
	[
		'post.create',
		{ ...poll(2), poll: { values: { option1: 'a'.repeat(26), option2: 'b', duration_minutes: 60 } } },
		'"Poll → Option 1" must be at most 25 characters long, and has 26',
	],
	[
		'post.create',
		{
			...poll(2),
			attachment: '={{ "poll" }}',
			media_id: '1',
			quote_tweet_id: byId('1'),
			card_uri: 'card://1',
			additionalFields: { media_tagged_user_ids: '1' },
		},
		'"Attachment" must be Files From Input or Media by ID for a Post with media settings such as title or tagged users',
	],
	[
		'post.create',
		{ text: 'a'.repeat(25_001) },
		'"Text" must be at most 25,000 characters long, and has 25,001',
	],
	[
		'article.createDraft',
		{ title: 'News', markdown: 'x'.repeat(100_001) },
		'"Content" must be at most 100,000 characters long, and has 100,001',
	],
	[
		'post.create',
		{ text: 'a', additionalFields: { reply_exclude_reply_user_ids: '1' } },
		'"Reply To" is required with "Reply Mentions" and "Exclude Users From Reply"',
	],
	[
		'post.create',
		{
			attachment: 'card',
			text: 'a',
			card_uri: 'card://1',
			additionalFields: { direct_message_deep_link: 'https://x.com/messages/compose' },
		},
		'"Direct Message Link" cannot stand beside media, a poll, a quoted Post or a card: X takes one of them',
	],
	[
		'list.update',
		{ id: byId('1'), updateFields: { name: '' } },
		'"Update Fields" needs at least one field to change',
	],
	[
		'post.getMany',
		{ ids: '={{ [12, 1445880548472328193] }}' },
		'"Post IDs" must be text: as a number, 1445880548472328200 may have been rounded',
	],
	[
		'post.get',
		{ id: by('url', 'https://example.com/status/1') },
		'"Post" must be the address of a Post, and is "https://example.com/status/1"',
	],
	[
		'user.get',
		{ id: by('username', '@not a name') },
		'"User" must be a username of 1 to 15 letters, digits and underscores, and is "@not a name"',
	],
	[
		'post.getAnalytics',
		{ ids: '1', start_time: '2026-02-01T00:00:00Z', end_time: '2026-01-01T00:00:00Z' },
		'"End Time" must be after "Start Time" (2026-01-01T00:00:00Z is not after 2026-02-01T00:00:00Z)',
	],
	[
		'space.get',
		{ id: byId('1445880548472328192') },
		'"Space" must be an ID of 1 to 13 letters and digits, and is "1445880548472328192"',
	],
	[
		'media.getMany',
		{ media_key: '12345' },
		'"Media Keys" must hold values that are each a media key such as 13_1263145212760805376, and "12345" is not',
	],
	[
		'user.search',
		{ query: 'a#b' },
		`"Query" must be 1 to 50 letters, digits, spaces, apostrophes and underscores, and is "a#b"`,
	],
	[
		'directMessage.send',
		{ participant_id: byId('12345'), text: '' },
		'"Text" is required for a message without media',
	],
	[
		'directMessage.sendToConversation',
		{ dm_conversation_id: byId('a-b'), text: 'Hi' },
		'"Conversation" must be a conversation ID such as 123-456, or 15 to 19 digits for a group, and is "a-b"',
	],
	[
		'activitySubscription.create',
		{ event_type: 'mute.mute', user_id: byId('12345'), additionalFields: { filter_direction: 'inbound' } },
		'"Direction" does not go with events about muting and blocking',
		'app',
	],
	[
		'activitySubscription.create',
		{ event_type: 'news.new' },
		'"Keyword" is required for events of the type news.new',
		'app',
	],
	[
		'webhook.replay',
		{
			webhook_id: byId('12345'),
			period: 'dates',
			from_date: '2026-01-02T00:00:00Z',
			to_date: '2026-01-01T00:00:00Z',
		},
		'"From" must be before "To"',
		'app',
	],
	[
		'webhook.replay',
		{ webhook_id: byId('12345'), hours: 25 },
		'"Hours" must be from 1 to 24, and is 25',
		'app',
	],
	[
		'powerStreamRule.create',
		{ rules: { values: [{ value: 'a'.repeat(2049) }] } },
		'"Rules 1 → Rule" must be at most 2,048 characters long, and has 2,049',
		'app',
	],
	['powerStreamRule.delete', {}, '"Rule IDs" is required where no rules are given', 'app'],
	[
		'powerStreamRule.delete',
		{ rule_ids: '12345', rules: { values: [{ value: 'cats' }] } },
		'"Rules" cannot be given beside "Rule IDs", as X takes one of the two',
		'app',
	],
	[
		'scheduledBroadcast.create',
		{
			scheduled_start_ms: '2099-12-01T18:00:00Z',
			source_id: 'key-1',
			additionalFields: { scheduled_end_ms: '2099-12-01T17:59:59Z' },
		},
		'"End Time" must not be before "Start Time"',
	],
	[
		'scheduledBroadcast.create',
		{ scheduled_start_ms: '2020-12-01T18:00:00Z', source_id: 'key-1' },
		'"Start Time" is in the past (2020-12-01T18:00:00.000Z)',
	],
	[
		'communityNote.create',
		{ ...note, note_text: 'Not so' },
		'"Note Text" must hold the address of a source, or "Source URL" must',
	],
	[
		'streamLink.create',
		{ webhook_id: byId('123'), options: { fields: 'created_at' } },
		'"Fields" must be lines such as tweet.fields=created_at,author_id or expansions=author_id, and is "created_at"',
		'app',
	],
];

it.each(cases)('%s refuses it: case %#', async (name, form, message, as = 'oAuth2') => {
	const run = await core(name, form, { as });
	expect(run.error?.message).toBe(message);
	expect(run.error?.description).toMatch(/^Nothing was sent/);
	expect(run.error).toMatchObject({ context: { itemIndex: 0 } });
	expect(sent()).toEqual([]);
});

it('names the item also for a user whom nobody knows', async () => {
	const items = itemsWith(`@${world().me.username}`, '@nobody_at_all');
	const run = await core('user.get', { id: '={{ $json.value }}' }, { items });
	expect(run.error?.message).toMatch(/^No user .*nobody_at_all/);
	expect(run.error).toMatchObject({ context: { itemIndex: 1 } });
});

it('n8n itself asks for a required field that is left empty in the form', async () => {
	await expect(core('post.get', {})).rejects.toThrow(/"Post" is required/);
});
