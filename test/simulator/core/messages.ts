/** Direct Messages: three ways to send, three lists, one event, deletion. */
import { forbidden, notFound, ok, Refusal, type Platform, type SimResponse } from '../frame';
import { objectOf, objectsOf, refuse, textOf, textsOf, type Answers, type Call, type Json } from './call';
import { usable } from './media';
import type { Conversation, DmEvent } from './model';
import { entitiesOf } from './postsMake';
import type { CoreState } from './state';

const HISTORY_MS = 30 * 86_400_000;

/** Identifier of the conversation of two users: the smaller first. */
export function oneToOneId(a: string, b: string): string {
	return BigInt(a) < BigInt(b) ? `${a}-${b}` : `${b}-${a}`;
}

export const messages: Answers = {
	'POST /2/dm_conversations/with/{participant_id}/messages': (call) =>
		sendTo(call, withUser(call.state, call.me, call.path('participant_id'))),
	'POST /2/dm_conversations/{dm_conversation_id}/messages': (call) => {
		const id = call.path('dm_conversation_id');
		const conversation = call.state.conversations.get(id) ?? newPair(call.state, call.me, id);
		if (!conversation?.participants.includes(call.me))
			throw forbidden('You are not a participant of this conversation.');
		return sendTo(call, conversation);
	},
	'POST /2/dm_conversations': newGroup,
	'GET /2/dm_events': (call) => list(call, () => true),
	'GET /2/dm_conversations/with/{participant_id}/dm_events': (call) => {
		const id = oneToOneId(call.me, call.path('participant_id'));
		return list(call, (event) => event.dm_conversation_id === id);
	},
	'GET /2/dm_conversations/{id}/dm_events': (call) =>
		list(call, (event) => event.dm_conversation_id === call.path('id')),
	'GET /2/dm_events/{event_id}': (call) => call.one('dmEvents', needEvent(call)),
	'DELETE /2/dm_events/{event_id}': (call) => {
		const event = needEvent(call);
		if (event.sender_id !== call.me) throw forbidden('You may delete messages that you sent only.');
		call.state.dmEvents.delete(event.id);
		return { data: { deleted: true } };
	},
};

function newGroup(call: Call): SimResponse {
	const { state, platform, me } = call;
	const others = textsOf(call.member('participant_ids'));
	const unknown = others.filter((id) => !state.users.has(id));
	if (unknown.length > 0) refuse('$.participant_ids: no such user', { participant_ids: unknown });
	if (others.includes(me) || new Set(others).size < others.length)
		refuse('$.participant_ids: each other participant once', { participant_ids: others });
	const message = objectOf(call.member('message')) ?? {};
	checkMessage(state, platform, me, message);
	const conversation: Conversation = { id: platform.newId(), participants: [me, ...others], group: true };
	state.conversations.set(conversation.id, conversation);
	const joinId = platform.newId();
	state.dmEvents.set(joinId, {
		id: joinId,
		event_type: 'ParticipantsJoin',
		dm_conversation_id: conversation.id,
		created_at: platform.clock.iso(),
		sender_id: me,
		participant_ids: conversation.participants,
	});
	return sendTo(call, conversation, message);
}

/** The conversation of two users; it comes into being with the first message. */
export function withUser(state: CoreState, userId: string, otherId: string): Conversation {
	if (otherId === userId) refuse('You cannot send messages to yourself.', { participant_id: [otherId] });
	const other = state.users.get(otherId);
	if (!other) throw new Refusal(notFound('participant_id', otherId, 'user'));
	const id = oneToOneId(userId, otherId);
	const known = state.conversations.get(id);
	if (known) return known;
	const follows = (state.following.get(otherId) ?? []).includes(userId);
	if (!other.receives_your_dm && !follows) throw forbidden('You cannot send messages to this user.');
	const conversation: Conversation = { id, participants: [userId, otherId], group: false };
	state.conversations.set(id, conversation);
	return conversation;
}

function newPair(state: CoreState, userId: string, id: string): Conversation | undefined {
	const pair = id.split('-');
	if (pair.length !== 2 || !pair.includes(userId)) return undefined;
	return withUser(state, userId, pair.find((part) => part !== userId) ?? userId);
}

function checkMessage(state: CoreState, platform: Platform, senderId: string, message: Json): string[] {
	const attachments = objectsOf(message.attachments).map(({ media_id }) => textOf(media_id));
	const text = textOf(message.text);
	if (text === '' && attachments.length === 0)
		refuse('A message needs `text` or `attachments`', { text: [], attachments: [] });
	if (attachments.length > 1) refuse('A message takes one attachment', { attachments });
	if ([...text].length > 10_000)
		refuse('The text of a message is at most 10000 characters long', { text: [] });
	return attachments.map((id) => usable(state, platform, senderId, id, 'attachments.media_id').mediaKey);
}

/** Add a message to a conversation and deliver the event. */
export function send(
	state: CoreState,
	platform: Platform,
	conversation: Conversation,
	senderId: string,
	message: Json,
): DmEvent {
	const keys = checkMessage(state, platform, senderId, message);
	const text = textOf(message.text);
	const shared = /https:\/\/(?:x|twitter)\.com\/\w+\/status\/([0-9]{1,19})/.exec(text)?.[1];
	const event: DmEvent = {
		id: platform.newId(),
		event_type: 'MessageCreate',
		dm_conversation_id: conversation.id,
		created_at: platform.clock.iso(),
		sender_id: senderId,
		text,
		entities: entitiesOf(state, text),
		...(keys.length > 0 && { attachments: { media_keys: keys } }),
		...(shared && { referenced_tweets: [{ id: shared }] }),
	};
	state.dmEvents.set(event.id, event);
	return event;
}

function sendTo(call: Call, conversation: Conversation, message: Json = call.body): SimResponse {
	const event = send(call.state, call.platform, conversation, call.me, message);
	return ok({ data: { dm_conversation_id: event.dm_conversation_id, dm_event_id: event.id } }, 201);
}

function isMine(state: CoreState, event: DmEvent, userId: string): boolean {
	return state.conversations.get(event.dm_conversation_id)?.participants.includes(userId) ?? false;
}

function needEvent(call: Call): DmEvent {
	const { dmEvents } = call.state;
	const mine = new Map([...dmEvents].filter(([, event]) => isMine(call.state, event, call.me)));
	return call.need(mine, 'dm_event', call.path('event_id'), 'event_id');
}

function list(call: Call, belongs: (event: DmEvent) => boolean): SimResponse {
	const types = call.list('event_types');
	const oldest = call.platform.clock.now() - HISTORY_MS;
	const events = [...call.state.dmEvents.values()]
		.filter((event) => belongs(event) && isMine(call.state, event, call.me))
		.filter(
			({ created_at, event_type }) =>
				Date.parse(created_at) >= oldest && (types.length === 0 || types.includes(event_type)),
		)
		.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
	return call.page('dmEvents', events);
}
