/** What is left of the older generation: the message pair, and a user lookup that prints identifiers as numbers. */
import { ok, Refusal, type Route, type SimResponse } from '../frame';
import { isRecord } from '../frame/check';
import { objectOf, textOf } from './body';
import { send, withUser } from './messages';
import type { DmEvent, User } from './model';
import { userByName, type CoreState } from './state';
import { usable } from './uploads';

export const legacyRoutes: ReadonlyArray<Route<CoreState>> = [
	{
		method: 'POST',
		path: '/1.1/direct_messages/events/new.json',
		auth: ['oAuth1'],
		rateLimit: [
			{ limit: 1000, windowSeconds: 86_400 },
			{ limit: 15_000, windowSeconds: 86_400, per: 'app', headers: '' },
		],
		body: {
			fields: [
				{
					name: 'event',
					type: 'object',
					required: true,
					nested: [
						{ name: 'type', type: 'string', required: true, enum: ['message_create'] },
						{
							name: 'message_create',
							type: 'object',
							required: true,
							nested: [
								{
									name: 'target',
									type: 'object',
									required: true,
									nested: [{ name: 'recipient_id', type: 'string', required: true }],
								},
								{ name: 'message_data', type: 'object', required: true },
							],
						},
					],
				},
			],
		},
		handler: (state, request, platform) => {
			const create =
				objectOf(objectOf(isRecord(request.body) ? request.body['event'] : undefined)?.['message_create']) ??
				{};
			const recipient = textOf(objectOf(create['target'])?.['recipient_id']);
			const data = objectOf(create['message_data']) ?? {};
			if (!state.users.has(recipient))
				throw refused(403, 150, 'You cannot send messages to users who are not following you.');
			const text = textOf(data['text']);
			const mediaId = textOf(objectOf(objectOf(data['attachment'])?.['media'])?.['id']);
			if (!text && !mediaId) throw refused(400, 214, 'event.message_create.message_data.text is required');
			if (mediaId) usable(state, platform, request.caller.userId, mediaId, 'attachment.media.id');
			const conversation = withUser(state, request.caller.userId, recipient);
			const event = send(state, platform, conversation, request.caller.userId, {
				text,
				...(mediaId && { attachments: [{ media_id: mediaId }] }),
			});
			return ok({ event: messageCreate(event, recipient) });
		},
	},
	{
		method: 'DELETE',
		path: '/1.1/direct_messages/events/destroy.json',
		auth: ['oAuth1'],
		query: [{ name: 'id', type: 'string', required: true }],
		handler: (state, request) => {
			const event = state.dmEvents.get(request.query.get('id') ?? '');
			const mine =
				event &&
				state.conversations.get(event.dm_conversation_id)?.participants.includes(request.caller.userId);
			if (!event || !mine) throw refused(404, 34, 'Sorry, that page does not exist.');
			state.dmEvents.delete(event.id);
			return { status: 204 };
		},
	},
	{
		method: 'GET',
		path: '/1.1/users/show.json',
		auth: ['oAuth1', 'app'],
		query: [
			{ name: 'user_id', type: 'string' },
			{ name: 'screen_name', type: 'string' },
			{ name: 'include_entities', type: 'boolean' },
		],
		handler: (state, request) => {
			const user =
				state.users.get(request.query.get('user_id') ?? '') ??
				userByName(state, request.query.get('screen_name') ?? '');
			if (!user) throw refused(404, 50, 'User not found.');
			return legacyUser(user);
		},
	},
	{
		method: 'GET',
		path: '/1.1/account/verify_credentials.json',
		auth: ['oAuth1'],
		query: 'any',
		handler: (state, request) => {
			const user = state.users.get(request.caller.userId);
			if (!user) throw refused(404, 50, 'User not found.');
			return legacyUser(user);
		},
	},
];

function refused(status: number, code: number, message: string): Refusal {
	return new Refusal({ status, body: { errors: [{ code, message }] } });
}

function messageCreate(event: DmEvent, recipientId: string): Record<string, unknown> {
	return {
		type: 'message_create',
		id: event.id,
		created_timestamp: String(Date.parse(event.created_at)),
		message_create: {
			target: { recipient_id: recipientId },
			sender_id: event.sender_id,
			message_data: {
				text: event.text ?? '',
				entities: { hashtags: [], symbols: [], user_mentions: [], urls: [] },
			},
		},
	};
}

/** Here `id` is a bare 64-bit integer: a reader that goes through a binary float gets another account. */
function legacyUser(user: User): SimResponse {
	const rest = JSON.stringify({
		id_str: user.id,
		name: user.name,
		screen_name: user.username,
		location: user.location,
		description: user.description,
		protected: user.protected,
		followers_count: user.public_metrics.followers_count,
		friends_count: user.public_metrics.following_count,
		verified: user.verified,
	});
	return {
		status: 200,
		body: `{"id":${user.id},${rest.slice(1)}`,
		headers: { 'content-type': 'application/json; charset=utf-8' },
	};
}
