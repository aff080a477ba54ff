/** What is left of the older generation: messages. */
import { ok, Refusal, type Parameter, type Route, type SimResponse } from '../frame';
import { Call, textOf } from './call';
import { send, withUser } from './messages';
import type { DmEvent } from './model';
import type { CoreState } from './state';
import { usable } from './uploads';

const refused = (status: number, code: number, message: string) =>
	new Refusal({ status, body: { errors: [{ code, message }] } });

const object = (name: string, fields?: readonly Parameter[]): Parameter => ({
	...{ name, type: 'object', required: true },
	...(fields && { fields }),
});
const text = (name: string, more: Partial<Parameter> = {}): Parameter => ({ name, type: 'string', ...more });
const query = (name: string, required = false) => text(name, { in: 'query', required });
const target = object('target', [text('recipient_id', { required: true })]);
const type = text('type', { required: true, enum: ['message_create'] });

type Handle = (call: Call) => SimResponse;
const route = (
	method: 'GET' | 'POST' | 'DELETE',
	path: string,
	handle: Handle,
	more: Partial<Route<CoreState>>,
) => ({
	...{ method, path: `/1.1${path}`, auth: ['oAuth1' as const], ...more },
	handler: (...all: ConstructorParameters<typeof Call>) => handle(new Call(...all)),
});

function sendMessage(call: Call): SimResponse {
	const { state, platform, me } = call;
	const at = 'event.message_create';
	const recipient = call.text(`${at}.target.recipient_id`);
	if (!state.users.has(recipient))
		throw refused(403, 150, 'You cannot send messages to users who are not following you.');
	const words = call.text(`${at}.message_data.text`);
	const mediaId = call.text(`${at}.message_data.attachment.media.id`);
	if (!words && !mediaId) throw refused(400, 214, 'event.message_create.message_data.text is required');
	if (mediaId) usable(state, platform, me, mediaId, 'attachment.media.id');
	const message = { text: words, ...(mediaId && { attachments: [{ media_id: mediaId }] }) };
	const event = send(state, platform, withUser(state, me, recipient), me, message);
	return ok({ event: messageCreate(event, recipient) });
}

function destroyMessage({ state, request, me }: Call): SimResponse {
	const event = state.dmEvents.get(textOf(request.query.get('id')));
	const mine = event && state.conversations.get(event.dm_conversation_id)?.participants.includes(me);
	if (!event || !mine) throw refused(404, 34, 'Sorry, that page does not exist.');
	state.dmEvents.delete(event.id);
	return { status: 204 };
}

export const legacyRoutes: ReadonlyArray<Route<CoreState>> = [
	route('POST', '/direct_messages/events/new.json', sendMessage, {
		rateLimit: { limit: 1000, windowSeconds: 86_400 },
		body: {
			types: ['application/json'],
			fields: [
				object('event', [type, object('message_create', [target, object('message_data', undefined)])]),
			],
		},
	}),
	route('DELETE', '/direct_messages/events/destroy.json', destroyMessage, {
		parameters: [query('id', true)],
	}),
];

function messageCreate(event: DmEvent, recipientId: string): Record<string, unknown> {
	const entities = { hashtags: [], symbols: [], user_mentions: [], urls: [] };
	return {
		type: 'message_create',
		id: event.id,
		created_timestamp: String(Date.parse(event.created_at)),
		message_create: {
			target: { recipient_id: recipientId },
			sender_id: event.sender_id,
			message_data: { text: event.text ?? '', entities },
		},
	};
}
