/** What an event says to n8n's AI nodes, from X's documented forms, and whether the own account wrote it. */
import type { IDataObject } from 'n8n-workflow';
import { activityEvent, streamEvent } from '../../../nodes/shared/events/activityEvent';
import { saidInMessage, saidInPost } from '../../../nodes/shared/events/agentInput';
import { eventItem } from '../../../nodes/shared/events/eventItem';
import { isOwnEntry, isOwnEvent, withoutPostsOf } from '../../../nodes/shared/events/ownEntries';
import { accountActivityEvents } from '../../../nodes/XWebhookTrigger/events/accountActivity';
import { parseRule } from '../../simulator/queryLanguage';

const ME = '2244994945';
const OTHER = '783214';

describe('what the account wrote itself', () => {
	it('is a Post or a message by it', () => {
		expect(isOwnEntry({ author_id: ME }, ME)).toBe(true);
		expect(isOwnEntry({ sender_id: ME }, ME)).toBe(true);
		expect(isOwnEntry({ author_id: OTHER }, ME)).toBe(false);
		expect(isOwnEntry({ id: ME }, ME)).toBe(false);
		expect(isOwnEntry({ author_id: ME }, undefined)).toBe(false);
	});

	const activity = (event_type: string, payload: object) =>
		activityEvent({ event_type, filter: { user_id: ME }, payload: payload });
	const message = { direct_message_events: [{ id: '1', message_create: { sender_id: ME } }] };

	it.each([
		['a reply in its own conversation', activity('post.reply.create', { id: '1', author_id: ME }), true],
		['a reply of somebody else', activity('post.reply.create', { id: '1', author_id: OTHER }), false],
		['a mention of itself', activity('post.mention.create', { id: '1', author_id: ME }), true],
		['a received message that it wrote', activity('dm.received', message), true],
		['a sent message, which is asked for by name', activity('dm.sent', message), false],
		['its Post, which is asked for by name', activity('post.create', { id: '1', author_id: ME }), false],
		['its new follower', activity('follow.follow', { id: '1', user_id: ME, sender_id: ME }), false],
		[
			'a message that it removed from its broadcast',
			activity('broadcast.chat.remove', { broadcast_id: '1', user: { id: ME } }),
			false,
		],
		[
			'its own message in a broadcast',
			activity('broadcast.chat', { message_id: '1', author: { data: { id: ME } } }),
			true,
		],
		[
			'a message of somebody else in its broadcast',
			activity('broadcast.chat', { message_id: '1', author: { data: { id: OTHER } } }),
			false,
		],
		['an encrypted message by it', activity('chat.received', { id: '1', sender_id: ME }), true],
		['a Post that matches a rule', streamEvent({ data: { id: '1', author_id: ME } }), true],
		['a Post of somebody else', streamEvent({ data: { id: '1', author_id: OTHER } }), false],
	])('%s', (_, event, expected) => {
		expect(isOwnEvent(event, ME)).toBe(expected);
		expect(isOwnEvent(event, undefined)).toBe(false);
	});

	it('is also what the older source delivers of it', () => {
		const events = accountActivityEvents({
			for_user_id: ME,
			tweet_create_events: [
				{ id_str: '1', user: { id_str: ME } },
				{ id_str: '2', user: { id_str: OTHER } },
			],
			direct_message_events: [
				{ type: 'message_create', id: '3', message_create: { sender_id: ME } },
				{ type: 'message_create', id: '4', message_create: { sender_id: OTHER } },
			],
			follow_events: [{ type: 'follow', source: { id: ME }, target: { id: OTHER } }],
		});
		expect(events.map((event) => isOwnEvent(event, ME))).toEqual([true, false, true, false, false]);
	});
});

describe('a query without the Posts of the account', () => {
	it.each(['zebra', 'zebra OR lion', '(zebra OR lion) has:links', 'a "x OR y"', '(a)OR(lion)'])(
		'finds what %p finds, of others only',
		(query) => {
			const [before, after] = [parseRule(query), parseRule(withoutPostsOf(ME, query))];
			const text = 'zebra lion a "x or y" https://x.com';
			expect(before({ text, author_id: ME })).toBe(true);
			expect(after({ text, author_id: ME })).toBe(false);
			expect(after({ text, author_id: OTHER })).toBe(true);
		},
	);

	it.each([512, 1024, 2048, 4096])('does not pass the %i characters of a plan', (limit) => {
		const query = 'x'.repeat(limit - 10);
		expect(withoutPostsOf(ME, query)).toBe(query);
		expect(withoutPostsOf(ME, 'x'.repeat(limit - 30))).toContain('-from:');
	});
});

const of = (event: Parameters<typeof eventItem>[0]) => {
	const { chatInput, sessionId } = eventItem(event);
	return { chatInput, sessionId };
};

const activity = (type: string, payload: IDataObject) =>
	activityEvent({ event_type: type, event_uuid: '1', filter: { user_id: '222' }, payload });

/** The form of https://docs.x.com/x-api/activity/event-payloads (read on 23 November 2026). */
const MENTION = {
	id: '1900000000000000002',
	conversation_id: '1900000000000000001',
	author_id: '111',
	text: '@mybot is 1 &lt; 2?',
};

describe('what an event says', () => {
	it.each(['post.mention.create', 'post.reply.create', 'post.quote.create', 'post.create'])(
		'%s: the text as it was written, and the Post with which the thread began',
		(type) => {
			expect(of(activity(type, MENTION))).toEqual({
				chatInput: '@mybot is 1 < 2?',
				sessionId: '1900000000000000001',
			});
		},
	);

	it('of a long Post is all of its text', () => {
		const payload = { ...MENTION, text: 'Once…', note_tweet: { text: 'Once upon a time' } };
		expect(of(streamEvent({ data: payload })).chatInput).toBe('Once upon a time');
	});

	it('of a Post without its conversation belongs to the Post that it answers, or to itself', () => {
		expect(saidInPost({ id: '5', text: 'Hello' })).toEqual({ chatInput: 'Hello', sessionId: '5' });
		const references = [
			{ type: 'quoted', id: '3' },
			{ type: 'replied_to', id: '4' },
		];
		expect(saidInPost({ id: '5', text: 'Hi', referenced_tweets: references }).sessionId).toBe('4');
	});

	it('of a Direct Message: X delivers it in its older form, without the conversation', () => {
		const entry = {
			type: 'message_create',
			id: '1900000000000000003',
			created_timestamp: '1783430823813',
			message_create: {
				target: { recipient_id: '222222222' },
				sender_id: '1111111111',
				message_data: { text: 'You &amp; me' },
			},
		};
		const expected = { chatInput: 'You & me', sessionId: '222222222-1111111111' };
		expect(of(activity('dm.received', { direct_message_events: [entry] }))).toEqual(expected);
		const body = { for_user_id: '222222222', direct_message_events: [entry] };
		expect(accountActivityEvents(body).map(of)).toEqual([expected]);
		const read = { id: '1', dm_conversation_id: '222222222-1111111111', text: 'You & me' };
		expect(saidInMessage(read)).toEqual(expected);
	});

	it('of a Post in the older form', () => {
		const older = { id_str: '8', text: 'Cut…', user: { id_str: '12' } };
		const whole = { ...older, extended_tweet: { full_text: 'Whole' }, in_reply_to_status_id_str: '7' };
		const events = (post: IDataObject) =>
			accountActivityEvents({ for_user_id: '1', tweet_create_events: [post] }).map(of);
		expect(events(older)).toEqual([{ chatInput: 'Cut…', sessionId: '8' }]);
		expect(events(whole)).toEqual([{ chatInput: 'Whole', sessionId: '7' }]);
	});

	it('of an encrypted message is what was decrypted; null where that failed', () => {
		const event = activity('chat.received', { conversation_id: '1:2', encoded_event: 'CAAB' });
		expect(of(event)).toEqual({ chatInput: null, sessionId: '1:2' });
		const chat = { kind: 'message', text: 'Hello', conversation_id: '1:2' };
		expect(of({ ...event, chat })).toEqual({ chatInput: 'Hello', sessionId: '1:2' });
	});

	it.each(['like.create', 'follow.follow', 'post.delete', 'dm.read', 'post.repost.create'])(
		'of %s is nothing, so the item has neither',
		(type) => {
			const item = eventItem(activity(type, { id: '1', author_id: '2', text: 'x' }));
			expect(Object.keys(item)).not.toContain('chatInput');
			expect(Object.keys(item)).not.toContain('sessionId');
		},
	);
});
