import {
	deleted,
	many,
	one,
	op,
	token,
	user as userAuth,
	type Field,
	type Resource,
	type Values,
} from '../../shared/operation/operation';
import { additional, choices, constant, filters, id, ids, optional, text } from '../../shared/fields';
import { startPage } from '../common';
import { conversation, user } from '../entities';
import { dmEventSelection } from '../selections';
import { entities } from '../../shared/model/entities';

const write = userAuth('dm.read', 'dm.write', 'tweet.read', 'users.read');
const read = userAuth('dm.read', 'tweet.read', 'users.read');

/** One attachment per message; the body wants a list. */
const attachments = (): Field => {
	const field = id({
		label: 'Media ID',
		description: 'ID of one image, GIF or video that Upload of Media answered with',
	});
	return {
		...field,
		name: 'media_id',
		encode: (value, context) => {
			const mediaId = field.encode(value, context);
			return mediaId === undefined || mediaId === '' ? undefined : [{ media_id: mediaId }];
		},
	};
};

const words = text({
	rows: 3,
	description: 'What to say. May stay empty for a message with media.',
	max: 10_000,
});

const message = { text: optional(words), ...additional({ attachments: attachments() }) };

function* checkMessage(values: Values): Generator<string> {
	const { text: said, attachments: media } = values;
	const silent = said === undefined || (typeof said === 'string' && said.trim() === '');
	if (silent && media === undefined) yield 'Text: is required for a message without media';
}

const eventTypes = filters({
	event_types: choices(
		{
			MessageCreate: 'Message Created',
			ParticipantsJoin: 'Participants Joined',
			ParticipantsLeave: 'Participants Left',
		},
		{ label: 'Event Types', description: 'Which events to return; all when empty' },
	),
});

const listing = { ...eventTypes, ...dmEventSelection, ...startPage };

/** The group's members: the sender is one by itself. */
const participants = { first: 'participant_ids.0', second: 'participant_ids.1' };

/** Brief: "Service endpoints" (creation); facts section 6. */
export const directMessageResource: Resource = {
	value: 'directMessage',
	name: 'Direct Message',
	defaultOperation: 'send',
	operations: {
		createGroup: op({
			route: 'POST /2/dm_conversations',
			name: 'Create Group',
			action: 'Create a group conversation',
			description:
				'Start a new group conversation with a first message. Always a new one, even with the same people.',
			auth: write,
			fields: {
				conversation_type: constant('Group'),
				[participants.first]: { ...user({ label: 'First Participant' }), name: 'first_participant' },
				[participants.second]: { ...user({ label: 'Second Participant' }), name: 'second_participant' },
				'message.text': { ...optional(words), label: 'Text', name: 'text' },
				...additional({
					more_participant_ids: {
						...ids({
							label: 'More Participant IDs',
							max: 47,
							description: 'Up to 47 further users, separated by commas. You are a member by yourself.',
						}),
						place: 'form',
					},
					'message.attachments': attachments(),
				}),
			},
			check: (values) =>
				checkMessage({ text: values['message.text'], attachments: values['message.attachments'] }),
			run: async (call) => {
				const request = call.request();
				const more = (call.values.more_participant_ids ?? []) as string[];
				const body = request.body as { participant_ids: string[] };
				return await call.sendAndOutput({
					...request,
					body: { ...body, participant_ids: [...body.participant_ids, ...more] },
				});
			},
		}),
		delete: op({
			route: 'DELETE /2/dm_events/{event_id}',
			name: 'Delete',
			action: 'Delete a direct message',
			description: 'Delete one of your own messages',
			auth: userAuth('dm.read', 'dm.write'),
			fields: { event_id: id({ label: 'Event ID' }) },
			result: deleted('event_id'),
		}),
		get: op({
			route: 'GET /2/dm_events/{event_id}',
			name: 'Get',
			action: 'Get a direct message event',
			description: 'Get one event: a message, or people joining or leaving',
			auth: read,
			fields: { event_id: id({ label: 'Event ID' }), ...dmEventSelection },
			result: one(entities.dmEvent),
		}),
		getMany: op({
			route: 'GET /2/dm_events',
			name: 'Get Many',
			action: 'Get many direct message events',
			description: 'Get the events of all conversations of the last 30 days, newest first',
			auth: read,
			fields: listing,
			paging: token(100),
			result: many(entities.dmEvent),
		}),
		getManyOfConversation: op({
			route: 'GET /2/dm_conversations/{id}/dm_events',
			name: 'Get Many of Conversation',
			action: 'Get many direct message events of a conversation',
			description: 'Get the events of one conversation of the last 30 days, newest first',
			auth: read,
			fields: { id: conversation(), ...listing },
			paging: token(100),
			result: many(entities.dmEvent),
		}),
		getManyWithUser: op({
			route: 'GET /2/dm_conversations/with/{participant_id}/dm_events',
			name: 'Get Many with User',
			action: 'Get many direct message events with a user',
			description: 'Get the events of the conversation with one user of the last 30 days, newest first',
			auth: read,
			fields: { participant_id: user(), ...listing },
			paging: token(100),
			result: many(entities.dmEvent),
		}),
		send: op({
			route: 'POST /2/dm_conversations/with/{participant_id}/messages',
			name: 'Send to User',
			action: 'Send a direct message to a user',
			description: 'Send a message to one user; the conversation is begun if there is none',
			auth: write,
			fields: { participant_id: user({ label: 'Recipient' }), ...message },
			check: checkMessage,
		}),
		sendToConversation: op({
			route: 'POST /2/dm_conversations/{dm_conversation_id}/messages',
			name: 'Send to Conversation',
			action: 'Send a direct message to a conversation',
			description: 'Send a message to an existing conversation with one user or a group',
			auth: write,
			fields: { dm_conversation_id: conversation(), ...message },
			check: checkMessage,
		}),
	},
};
