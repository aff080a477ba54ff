/**
 * Values that break a documented rule are reported before anything is sent, with the name of the field in the form and the
 * item and the rule.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { by, byId, itemsWith, useCore, type Kind } from './support';

const { core, sent, world } = useCore();
const poll = (count: number) => ({
	attachment: 'poll',
	text: 'Which?',
	poll: {
		values: {
			...Object.fromEntries(
				Array.from({ length: count }, (_none, index) => [`option${index + 1}`, `Option ${index + 1}`]),
			),
			duration_minutes: 60,
		},
	},
});
const note = { post_id: byId('123'), info_misleading_tags: ['other'] };

const cases: Array<[what: string, name: string, form: INodeParameters, message: string, as?: Kind]> = [
	['blank text', 'post.create', { text: '={{ " " }}' }, '"Text" is required, and {{ " " }} has no value'],
	[
		'no text from an expression',
		'post.create',
		{ text: '={{ $json.none }}' },
		'"Text" is required, and {{ $json.none }} has no value',
	],
	[
		'a step in the address',
		'connection.terminateEndpoint',
		{ endpoint_id: '={{ ".." }}' },
		'"Endpoint" must be a value of the menu, and is ".."',
		'app',
	],
	[
		'a Post with media without any',
		'post.create',
		{ attachment: 'media', text: '', media_id: '={{ "" }}' },
		'"Media IDs" is required, and {{ "" }} has no value',
	],
	[
		'five media',
		'post.create',
		{ attachment: 'media', media_id: '1,2,3,4,5' },
		'"Media IDs" takes at most 4 values, and has 5',
	],
	[
		'malformed media IDs',
		'post.create',
		{ attachment: 'media', media_id: '1,x2' },
		'"Media IDs" must hold values that are each an ID of 1 to 19 digits (upload the file first with Media: Upload, or choose Files From Input), and "x2" is not',
	],
	['a poll with one option', 'post.create', poll(1), '"Poll" needs 2 to 4 options, and has 1'],
	['a poll with none', 'post.create', { attachment: 'poll', text: 'Which?', poll: {} }, '"Poll" is required'],
	[
		'a long option',
		'post.create',
		{ ...poll(2), poll: { values: { option1: 'a'.repeat(26), option2: 'b', duration_minutes: 60 } } },
		'"Poll → Option 1" must be at most 25 characters long, and has 26',
	],
	[
		'a short poll',
		'post.create',
		{ ...poll(2), poll: { values: { option1: 'a', option2: 'b', duration_minutes: 4 } } },
		'"Poll → Poll Duration (Minutes)" must be from 5 to 10080, and is 4',
	],
	[
		'a poll with media',
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
		'a text of 25,001 characters',
		'post.create',
		{ text: 'a'.repeat(25_001) },
		'"Text" must be at most 25,000 characters long, and has 25,001',
	],
	[
		'a reply setting without a Post to answer',
		'post.create',
		{ text: 'a', additionalFields: { reply_exclude_reply_user_ids: '1' } },
		'"Reply To" is required with "Reply Mentions" and "Exclude Users From Reply"',
	],
	[
		'a card with a message link',
		'post.create',
		{
			attachment: 'card',
			text: 'a',
			card_uri: 'card://1',
			additionalFields: { direct_message_deep_link: 'https://x.com/messages/compose' },
		},
		'"Direct Message Link" cannot stand beside media, a poll, a quoted Post or a card: X takes one of them',
	],
	...['quote', 'media', 'poll'].map((attachment): (typeof cases)[number] => [
		`a message link beside a ${attachment}`,
		'post.create',
		{
			attachment,
			text: 'a',
			media_id: '1',
			quote_tweet_id: byId('1'),
			poll: { values: { option1: 'a', option2: 'b', duration_minutes: 60 } },
			additionalFields: { direct_message_deep_link: 'https://x.com/messages/compose' },
		},
		'"Direct Message Link" cannot stand beside media, a poll, a quoted Post or a card: X takes one of them',
	]),
	[
		'an update of a list without a change',
		'list.update',
		{ id: byId('1'), updateFields: {} },
		'"Update Fields" needs at least one field to change',
	],
	[
		'an update of a list with an empty name alone, which cannot be taken away',
		'list.update',
		{ id: byId('1'), updateFields: { name: '' } },
		'"Update Fields" needs at least one field to change',
	],
	[
		'a malformed Post ID',
		'post.get',
		{ id: byId('12a4') },
		'"Post" must be an ID of 1 to 19 digits, and is "12a4"',
	],
	[
		'an ID that is a number too large for one',
		'post.get',
		{ id: byId('={{ 1445880548472328193 }}') },
		'"Post" must be text: as a number, 1445880548472328200 may have been rounded',
	],
	[
		'such a number in a list of IDs',
		'post.getMany',
		{ ids: '={{ [12, 1445880548472328193] }}' },
		'"Post IDs" must be text: as a number, 1445880548472328200 may have been rounded',
	],
	[
		'20 digits',
		'post.get',
		{ id: byId('12345678901234567890') },
		'"Post" must be an ID of 1 to 19 digits, and is "12345678901234567890"',
	],
	[
		'the address of something else',
		'post.get',
		{ id: by('url', 'https://example.com/status/1') },
		'"Post" must be the address of a Post, and is "https://example.com/status/1"',
	],
	[
		'a malformed username',
		'user.get',
		{ id: by('username', '@not a name') },
		'"User" must be a username of 1 to 15 letters, digits and underscores, and is "@not a name"',
	],
	[
		'analytics that end before they start',
		'post.getAnalytics',
		{ ids: '1', start_time: '2026-02-01T00:00:00Z', end_time: '2026-01-01T00:00:00Z' },
		'"End Time" must be after "Start Time" (2026-01-01T00:00:00Z is not after 2026-02-01T00:00:00Z)',
	],
	[
		'an ID of another kind',
		'space.get',
		{ id: byId('1445880548472328192') },
		'"Space" must be an ID of 1 to 13 letters and digits, and is "1445880548472328192"',
	],
	[
		'a media ID in place of a key',
		'media.getMany',
		{ media_key: '12345' },
		'"Media Keys" must hold values that are each a media key such as 13_1263145212760805376, and "12345" is not',
	],
	[
		'an awkward user search',
		'user.search',
		{ query: 'a#b' },
		`"Query" must be 1 to 50 letters, digits, spaces, apostrophes and underscores, and is "a#b"`,
	],
	[
		'dates out of order',
		'post.searchRecent',
		{ query: 'a', filters: { start_time: '2026-02-02T00:00:00Z', end_time: '2026-02-01T00:00:00Z' } },
		'"End Time" must be after "Start Time" (2026-02-01T00:00:00Z is not after 2026-02-02T00:00:00Z)',
	],
	[
		'no date',
		'post.searchRecent',
		{ query: 'a', filters: { start_time: 'tomorrow' } },
		'"Start Time" must be a date and time such as 2026-01-31T09:00:00Z, and is "tomorrow"',
	],
	[
		'a group of one',
		'directMessage.createGroup',
		{ first_participant: byId('12345'), second_participant: '={{ "" }}', text: 'Hi' },
		'"Second Participant" is required, and {{ "" }} has no value',
	],
	[
		'a message that says nothing',
		'directMessage.send',
		{ participant_id: byId('12345'), text: '' },
		'"Text" is required for a message without media',
	],
	[
		'a message of 10,001 characters',
		'directMessage.send',
		{ participant_id: byId('12345'), text: 'a'.repeat(10_001) },
		'"Text" must be at most 10,000 characters long, and has 10,001',
	],
	[
		'no conversation',
		'directMessage.sendToConversation',
		{ dm_conversation_id: byId('a-b'), text: 'Hi' },
		'"Conversation" must be a conversation ID such as 123-456, or 15 to 19 digits for a group, and is "a-b"',
	],
	[
		'a direction where none is',
		'activitySubscription.create',
		{ event_type: 'mute.mute', user_id: byId('12345'), additionalFields: { filter_direction: 'inbound' } },
		'"Direction" does not go with events about muting and blocking',
		'app',
	],
	[
		'news without a keyword',
		'activitySubscription.create',
		{ event_type: 'news.new' },
		'"Keyword" is required for events of the type news.new',
		'app',
	],
	[
		'a replay backwards',
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
		'a replay of 25 hours',
		'webhook.replay',
		{ webhook_id: byId('12345'), hours: 25 },
		'"Hours" must be from 1 to 24, and is 25',
		'app',
	],
	['no rule', 'powerStreamRule.create', { rules: {} }, '"Rules" is required', 'app'],
	[
		'a long rule',
		'powerStreamRule.create',
		{ rules: { values: [{ value: 'a'.repeat(2049) }] } },
		'"Rules 1 → Rule" must be at most 2,048 characters long, and has 2,049',
		'app',
	],
	[
		'a deletion of no rule',
		'powerStreamRule.delete',
		{},
		'"Rule IDs" is required where no rules are given',
		'app',
	],
	[
		'a deletion of rules by ID and by text',
		'powerStreamRule.delete',
		{ rule_ids: '12345', rules: { values: [{ value: 'cats' }] } },
		'"Rules" cannot be given beside "Rule IDs", as X takes one of the two',
		'app',
	],
	[
		'a note without a source',
		'communityNote.create',
		{ ...note, note_text: 'Not so' },
		'"Note Text" must hold the address of a source, or "Source URL" must',
	],
	[
		'a note without a reason',
		'communityNote.create',
		{ ...note, note_text: 'https://a.example', info_misleading_tags: '={{ [] }}' },
		'"Misleading Tags" is required, and {{ [] }} has no value',
	],
	[
		'alternative text of 1,001 characters',
		'media.addAltText',
		{ id: '123', alt_text: 'a'.repeat(1001) },
		'"Alternative Text" must be at most 1,000 characters long, and has 1,001',
	],
	[
		'fields of a stream link without names',
		'streamLink.create',
		{ webhook_id: byId('123'), options: { fields: 'created_at' } },
		'"Fields" must be lines such as tweet.fields=created_at,author_id or expansions=author_id, and is "created_at"',
		'app',
	],
	[
		'no output field',
		'user.getMe',
		{ output: 'selectedFields', outputFields: '={{ "" }}' },
		'"Output Fields" is required, and {{ "" }} has no value',
	],
	[
		'a limit of none',
		'user.getFollowers',
		{ id: byId('12345'), limit: '={{ 0 }}' },
		'"Limit" must be at least 1, and is 0',
	],
	[
		'a limit that is none',
		'user.getFollowers',
		{ id: byId('12345'), limit: '={{ "many" }}' },
		'"Limit" must be a number, and is "many"',
	],
];

it.each(cases)('%s', async (_what, name, form, message, as = 'oAuth2') => {
	const run = await core(name, form, { as });
	expect(run.error?.message).toBe(message);
	expect(run.error?.description).toMatch(/^Nothing was sent/);
	expect(run.error).toMatchObject({ context: { itemIndex: 0 } });
	expect(sent()).toEqual([]);
});

describe('all of it', () => {
	it('is said at once, for the item that it is about', async () => {
		const run = await core(
			'post.searchRecent',
			{ query: '={{ $json.value }}', filters: { since_id: 'x', start_time: 'y' } },
			{ items: itemsWith('a') },
		);
		expect(run.error?.message).toBe(
			'"Start Time" must be a date and time such as 2026-01-31T09:00:00Z, and is "y"',
		);
		expect(run.error?.description).toContain('"Since Post ID" must be an ID of 1 to 19 digits, and is "x"');
	});

	it('names the item', async () => {
		const items = itemsWith(world().me.id, '?');
		const run = await core('user.get', { id: '={{ $json.value }}' }, { items });
		expect(run.error).toMatchObject({ context: { itemIndex: 1 } });
		expect(run.error?.message).toMatch(/^"User" must be an ID .*, and is "\?"$/);
	});

	it('names the item also for a user whom nobody knows', async () => {
		const items = itemsWith(`@${world().me.username}`, '@nobody_at_all');
		const run = await core('user.get', { id: '={{ $json.value }}' }, { items });
		expect(run.error?.message).toMatch(/^No user .*nobody_at_all/);
		expect(run.error).toMatchObject({ context: { itemIndex: 1 } });
	});

	it('is asked for by n8n itself where a required field is left empty in the form', async () => {
		await expect(core('post.get', {})).rejects.toThrow(/"Post" is required/);
	});
});
