import { z } from 'zod';
import {
	broken,
	deleted,
	op,
	user as userAuth,
	type BrokenRule,
	type Field,
	type Resource,
} from '../../shared/operation/operation';
import {
	additional,
	choices,
	constant,
	filters,
	formOnly,
	id,
	ids,
	optional,
	text,
} from '../../shared/fields';
import { conversation, user } from '../entities';
import { readOne, readPages } from '../selections';

const write = userAuth('dm.read', 'dm.write', 'tweet.read', 'users.read');
const read = userAuth('dm.read', 'tweet.read', 'users.read');

/** One attachment per message; the body wants a list. */
const attachment = (list: string): Field<string> => ({
	...id({
		label: 'Media ID',
		description:
			'ID of one image, GIF or video that Upload of Media answered with. A video may have 140 seconds and 512 MB.',
	}),
	name: 'media_id',
	wire: `${list}.0.media_id`,
});

const words = optional(
	text({
		label: 'Text',
		rows: 3,
		max: 10_000,
		description: 'What to say. May stay empty for a message with media.',
	}),
);

const message = { text: words, ...additional({ attachments: attachment('attachments') }) };

function* checkMessage<const Key extends string>(
	field: Key,
	said: string | undefined,
	media: string | undefined,
): Generator<BrokenRule<Key>> {
	if ((said ?? '').trim() === '' && media === undefined)
		yield broken(field, 'required', 'is required for a message without media');
}

const listing = filters({
	event_types: choices(
		{
			MessageCreate: 'Message Created',
			ParticipantsJoin: 'Participants Joined',
			ParticipantsLeave: 'Participants Left',
		},
		{ label: 'Event Types', description: 'Which events to return; all when empty' },
	),
});

const groupSchema = z.object({ participant_ids: z.array(z.string()) }).passthrough();

/** Direct Messages: https://docs.x.com/x-api/direct-messages/manage/introduction and https://docs.x.com/x-api/direct-messages/lookup/introduction */
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
				'participant_ids.0': { ...user({ label: 'First Participant' }), name: 'first_participant' },
				'participant_ids.1': { ...user({ label: 'Second Participant' }), name: 'second_participant' },
				'message.text': { ...words, name: 'text' },
				...additional({
					more_participant_ids: formOnly(
						ids({
							label: 'More Participant IDs',
							max: 47,
							description: 'Up to 47 further users, separated by commas. You are a member by yourself.',
						}),
					),
					'message.attachments': attachment('message.attachments'),
				}),
			},
			check: (values) => checkMessage('message.text', values['message.text'], values['message.attachments']),
			run: async (call) => {
				const request = call.request();
				const { participant_ids: two, ...body } = groupSchema.parse(request.body);
				const participants = [...two, ...(call.values.more_participant_ids ?? [])];
				return await call.sendAndOutput({ ...request, body: { ...body, participant_ids: participants } });
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
			...readOne('dmEvent', { event_id: id({ label: 'Event ID' }) }),
		}),
		getMany: op({
			route: 'GET /2/dm_events',
			name: 'Get Many',
			action: 'Get many direct message events',
			description: 'Get the events of all conversations of the last 30 days, newest first',
			auth: read,
			...readPages('dmEvent', listing, 100),
		}),
		getManyOfConversation: op({
			route: 'GET /2/dm_conversations/{id}/dm_events',
			name: 'Get Many of Conversation',
			action: 'Get many direct message events of a conversation',
			description: 'Get the events of one conversation of the last 30 days, newest first',
			auth: read,
			...readPages('dmEvent', { id: conversation(), ...listing }, 100),
		}),
		getManyWithUser: op({
			route: 'GET /2/dm_conversations/with/{participant_id}/dm_events',
			name: 'Get Many with User',
			action: 'Get many direct message events with a user',
			description: 'Get the events of the conversation with one user of the last 30 days, newest first',
			auth: read,
			...readPages('dmEvent', { participant_id: user(), ...listing }, 100),
		}),
		send: op({
			route: 'POST /2/dm_conversations/with/{participant_id}/messages',
			name: 'Send to User',
			action: 'Send a direct message to a user',
			description: 'Send a message to one user; the conversation is begun if there is none',
			auth: write,
			fields: { participant_id: user({ label: 'Recipient' }), ...message },
			check: (values) => checkMessage('text', values.text, values.attachments),
		}),
		sendToConversation: op({
			route: 'POST /2/dm_conversations/{dm_conversation_id}/messages',
			name: 'Send to Conversation',
			action: 'Send a direct message to a conversation',
			description: 'Send a message to an existing conversation with one user or a group',
			auth: write,
			fields: { dm_conversation_id: conversation(), ...message },
			check: (values) => checkMessage('text', values.text, values.attachments),
		}),
	},
};
