/** What n8n's AI Agent and memory nodes find in an event, from X's documented forms. */
import type { IDataObject } from 'n8n-workflow';
import { accountActivityEvents } from '../../../nodes/XWebhookTrigger/events/accountActivity';
import { activityEvent } from '../../../nodes/shared/events/activityEvent';
import { eventItem } from '../../../nodes/shared/events/eventItem';
import { saidInMessage, saidInPost } from '../../../nodes/shared/events/agentInput';
import { streamEvent } from '../../../nodes/shared/events/streamEvent';

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
