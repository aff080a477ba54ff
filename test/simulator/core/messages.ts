/** Direct Messages: three ways to send, three lists, one event, deletion. */
import { documented } from '../documented';
import {
	invalidRequest,
	notFound,
	ok,
	Refusal,
	type Platform,
	type RateLimit,
	type Route,
	type SimRequest,
	type SimResponse,
} from '../frame';
import { forbidden, one, page } from './answer';
import { bodyOf, objectOf, objectsOf, textOf, textsOf, type Json } from './body';
import type { Conversation, DmEvent } from './model';
import { entitiesOf } from './posts-make';
import { Renderer } from './render';
import { needUser, type CoreState } from './state';
import { oneToOneId } from './seed';
import { usable } from './uploads';

const historyMs = 30 * 86_400_000;

/** One count for all three ways to send. */
const sending: RateLimit[] = [
	{ limit: 200, group: 'dm create' },
	{ limit: 1000, windowSeconds: 86_400, group: 'dm create', headers: 'x-user-limit-24hour' },
	{ limit: 15_000, windowSeconds: 86_400, per: 'app', group: 'dm create', headers: 'x-app-limit-24hour' },
];

export const messageRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		...documented('POST /2/dm_conversations/with/{participant_id}/messages'),
		rateLimit: sending,
		handler: (state, request, platform) => {
			const other = request.params['participant_id'] ?? '';
			const conversation = withUser(state, request.caller.userId, other);
			return sent(send(state, platform, conversation, request.caller.userId, bodyOf(request)));
		},
	},
	{
		...documented('POST /2/dm_conversations/{dm_conversation_id}/messages'),
		rateLimit: sending,
		handler: (state, request, platform) => {
			const id = request.params['dm_conversation_id'] ?? '';
			const conversation = state.conversations.get(id) ?? newPair(state, request.caller.userId, id);
			if (!conversation?.participants.includes(request.caller.userId)) {
				throw forbidden('You are not a participant of this conversation.');
			}
			return sent(send(state, platform, conversation, request.caller.userId, bodyOf(request)));
		},
	},
	{
		...documented('POST /2/dm_conversations'),
		rateLimit: sending,
		handler: (state, request, platform) => {
			const senderId = request.caller.userId;
			const others = textsOf(bodyOf(request)['participant_ids']);
			const unknown = others.filter((id) => !state.users.has(id));
			if (unknown.length > 0)
				throw new Refusal(
					invalidRequest({
						message: '$.participant_ids: no such user',
						parameters: { participant_ids: unknown },
					}),
				);
			if (others.includes(senderId) || new Set(others).size < others.length) {
				throw new Refusal(
					invalidRequest({
						message: '$.participant_ids: each other participant once',
						parameters: { participant_ids: others },
					}),
				);
			}
			const message = objectOf(bodyOf(request)['message']) ?? {};
			checkMessage(state, platform, senderId, message);
			const conversation: Conversation = {
				id: platform.newId(),
				participants: [senderId, ...others],
				group: true,
			};
			state.conversations.set(conversation.id, conversation);
			const joinId = platform.newId();
			state.dmEvents.set(joinId, {
				id: joinId,
				event_type: 'ParticipantsJoin',
				dm_conversation_id: conversation.id,
				created_at: platform.clock.iso(),
				sender_id: senderId,
				participant_ids: conversation.participants,
			});
			return sent(send(state, platform, conversation, senderId, message));
		},
	},
	{
		...documented('GET /2/dm_events'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => list(state, request, platform, () => true),
	},
	{
		...documented('GET /2/dm_conversations/with/{participant_id}/dm_events'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) => {
			const id = oneToOneId(request.caller.userId, request.params['participant_id'] ?? '0');
			return list(state, request, platform, (event) => event.dm_conversation_id === id);
		},
	},
	{
		...documented('GET /2/dm_conversations/{id}/dm_events'),
		rateLimit: { limit: 300 },
		handler: (state, request, platform) =>
			list(state, request, platform, (event) => event.dm_conversation_id === request.params['id']),
	},
	{
		...documented('GET /2/dm_events/{event_id}'),
		rateLimit: { limit: 300 },
		handler: (state, request) => {
			const render = new Renderer(state, request);
			return one(render.dmEvent(needEvent(state, request)), () => render.finish());
		},
	},
	{
		...documented('DELETE /2/dm_events/{event_id}'),
		rateLimit: [{ limit: 300 }, { limit: 1500, windowSeconds: 86_400, headers: '' }],
		handler: (state, request) => {
			const event = needEvent(state, request);
			if (event.sender_id !== request.caller.userId)
				throw forbidden('You may delete messages that you sent only.');
			state.dmEvents.delete(event.id);
			return ok({ data: { deleted: true } });
		},
	},
];

/** The conversation of two users; it comes into being with the first message. */
export function withUser(state: CoreState, userId: string, otherId: string): Conversation {
	if (otherId === userId)
		throw new Refusal(
			invalidRequest({
				message: 'You cannot send messages to yourself.',
				parameters: { participant_id: [otherId] },
			}),
		);
	const other = needUser(state, otherId, 'participant_id');
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
	const attachments = objectsOf(message['attachments']).map((attachment) => textOf(attachment['media_id']));
	if (textOf(message['text']) === '' && attachments.length === 0) {
		throw new Refusal(
			invalidRequest({
				message: 'A message needs `text` or `attachments`',
				parameters: { text: [], attachments: [] },
			}),
		);
	}
	if (attachments.length > 1) {
		throw new Refusal(
			invalidRequest({ message: 'A message takes one attachment', parameters: { attachments } }),
		);
	}
	if ([...textOf(message['text'])].length > 10_000) {
		throw new Refusal(
			invalidRequest({
				message: 'The text of a message is at most 10000 characters long',
				parameters: { text: [] },
			}),
		);
	}
	return attachments.map((id) => usable(state, platform, senderId, id, 'attachments.media_id').mediaKey);
}

/** Add a message to a conversation and tell the platform. */
export function send(
	state: CoreState,
	platform: Platform,
	conversation: Conversation,
	senderId: string,
	message: Json,
): DmEvent {
	const keys = checkMessage(state, platform, senderId, message);
	const text = textOf(message['text']);
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
	platform.emit('dm.created', { eventId: event.id });
	return event;
}

function sent(event: DmEvent): SimResponse {
	return ok({ data: { dm_conversation_id: event.dm_conversation_id, dm_event_id: event.id } }, 201);
}

function isMine(state: CoreState, event: DmEvent, userId: string): boolean {
	return state.conversations.get(event.dm_conversation_id)?.participants.includes(userId) ?? false;
}

function needEvent(state: CoreState, request: SimRequest): DmEvent {
	const id = request.params['event_id'] ?? '';
	const event = state.dmEvents.get(id);
	if (!event || !isMine(state, event, request.caller.userId))
		throw new Refusal(notFound('event_id', id, 'dm_event'));
	return event;
}

function list(
	state: CoreState,
	request: SimRequest,
	platform: Platform,
	belongs: (event: DmEvent) => boolean,
): SimResponse {
	const types = request.query.get('event_types')?.split(',');
	const oldest = platform.clock.now() - historyMs;
	const events = [...state.dmEvents.values()]
		.filter((event) => belongs(event) && isMine(state, event, request.caller.userId))
		.filter((event) => Date.parse(event.created_at) >= oldest && (types?.includes(event.event_type) ?? true))
		.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
	const render = new Renderer(state, request);
	return page(
		platform,
		request,
		events,
		100,
		(event) => render.dmEvent(event),
		() => render.finish(),
	);
}
