/** What is left of the older generation: messages. */
import { ok, Refusal, type Parameter, type Route, type SimResponse } from '../frame';
import { queryKey } from '../frame/pages';
import { messageCreate } from '../webhooks/events/activity';
import { Call, textOf } from './call';
import { usable } from './media';
import { send, withUser } from './messages';
import type { CoreState } from './state';

const refused = (status: number, code: number, message: string) =>
	new Refusal({ status, body: { errors: [{ code, message }] } });

const object = (name: string, fields?: readonly Parameter[]): Parameter => ({
	name,
	type: 'object',
	required: true,
	...(fields && { fields }),
});
const text = (name: string, more: Partial<Parameter> = {}): Parameter => ({
	name,
	type: 'string',
	required: true,
	...more,
});
const target = object('target', [text('recipient_id')]);
const message = object('message_create', [target, object('message_data')]);

function sendMessage(call: Call): SimResponse {
	const { state, platform, me } = call;
	const at = 'event.message_create';
	const recipient = call.text(`${at}.target.recipient_id`);
	if (!state.users.has(recipient))
		throw refused(403, 150, 'You cannot send messages to users who are not following you.');
	const messageText = call.text(`${at}.message_data.text`);
	const mediaId = call.text(`${at}.message_data.attachment.media.id`);
	if (!messageText && !mediaId) throw refused(400, 214, `${at}.message_data.text is required`);
	if (mediaId) usable(state, platform, me, mediaId, 'attachment.media.id');
	const attachments = mediaId && { attachments: [{ media_id: mediaId }] };
	const sent = send(state, platform, withUser(state, me, recipient), me, {
		text: messageText,
		...attachments,
	});
	const created = Date.parse(sent.created_at);
	return ok({ event: messageCreate(created, { id: me }, { id: recipient }, sent.id, messageText) });
}

/**
 * The messages of the last 30 days, the newest first, in pages of 20, or up to 50 with `count`. All pages but the last
 * have a `next_cursor`: https://developer.x.com/en/docs/twitter-api/v1/direct-messages/sending-and-receiving/api-reference/list-events
 * (a stored copy, read on 2026-11-27). The types of twitter-api-v2 for Node (src/types/v1/dm.v1.types.ts)
 * name the same members. How X refuses an unknown cursor is in neither.
 */
function listMessages({ state, request, me, platform }: Call): SimResponse {
	const since = platform.clock.now() - 30 * 86_400_000;
	const events = [...state.dmEvents.values()].flatMap((event) => {
		const people = state.conversations.get(event.dm_conversation_id)?.participants ?? [];
		const created = Date.parse(event.created_at);
		if (!people.includes(me) || event.event_type !== 'MessageCreate' || created < since) return [];
		const id = people.find((one) => one !== event.sender_id) ?? me;
		return [messageCreate(created, { id: event.sender_id }, { id }, event.id, event.text ?? '')];
	});
	const [count, cursor] = ['count', 'cursor'].map((name) => request.query.get(name) ?? undefined);
	const page = platform.pages.page(queryKey(request), events.reverse(), Number(count ?? 20), cursor);
	if (!page) throw refused(400, 214, 'cursor is not valid');
	return ok({ ...(page.nextToken && { next_cursor: page.nextToken }), events: page.items });
}

function destroyMessage({ state, request, me }: Call): SimResponse {
	const event = state.dmEvents.get(textOf(request.query.get('id')));
	const mine = event && state.conversations.get(event.dm_conversation_id)?.participants.includes(me);
	if (!event || !mine) throw refused(404, 34, 'Sorry, that page does not exist.');
	state.dmEvents.delete(event.id);
	return { status: 204 };
}

const route = (
	method: 'GET' | 'POST' | 'DELETE',
	name: string,
	answer: (call: Call) => SimResponse,
	more: Partial<Route<CoreState>>,
): Route<CoreState> => ({
	method,
	path: `/1.1/direct_messages/events/${name}.json`,
	auth: ['oAuth1'],
	handler: (...all) => answer(new Call(...all)),
	...more,
});

export const legacyRoutes: ReadonlyArray<Route<CoreState>> = [
	route('POST', 'new', sendMessage, {
		rateLimit: { limit: 1000, windowSeconds: 86_400 },
		body: {
			types: ['application/json'],
			fields: [object('event', [text('type', { enum: ['message_create'] }), message])],
		},
	}),
	route('GET', 'list', listMessages, {
		rateLimit: { limit: 15 },
		parameters: [
			{ name: 'count', type: 'integer', in: 'query', min: 1, max: 50 },
			{ name: 'cursor', type: 'string', in: 'query' },
		],
	}),
	route('DELETE', 'destroy', destroyMessage, { parameters: [text('id', { in: 'query' })] }),
];
