import { deleted, oAuth2, op, user as userAuth, resource } from '../../shared/operation/operation';
import { id } from '../../shared/fields';
import { conversation, user } from '../../shared/core/locators';
import { checkMessage, createGroup, groupFields, message, sendMessage } from '../operations/directMessage';
import { downloadMedia, messageMediaFields } from '../operations/messageMedia';
import { readOne, readPages } from '../../shared/core/selections';
import { directMessages, messageFilters } from '../../shared/core/lists';

const write = userAuth('dm.read', 'dm.write', 'tweet.read', 'users.read');
const read = userAuth('dm.read', 'tweet.read', 'users.read');

/** Direct Messages: https://docs.x.com/x-api/direct-messages/manage/introduction and https://docs.x.com/x-api/direct-messages/lookup/introduction */
export const directMessageResource = resource({
	value: 'directMessage',
	defaultOperation: 'send',
	mostUsed: ['send', 'getMany', 'sendToConversation', 'getManyWithUser', 'downloadMedia'],
	auth: [read, write],
	operations: {
		createGroup: op({
			route: 'POST /2/dm_conversations',
			action: 'Create an unencrypted group conversation',
			description:
				'Start a new group conversation, not encrypted, with a first message. Always a new one, even with the same people.',
			fields: groupFields,
			check: (values) =>
				checkMessage(
					['message.text', values['message.text']],
					['message.attachments', values['message.attachments']],
					values,
				),
			run: createGroup,
		}),
		delete: op({
			route: 'DELETE /2/dm_events/{event_id}',
			action: 'Delete a direct message',
			description: 'Delete one of your own messages',
			auth: userAuth('dm.read', 'dm.write'),
			fields: { event_id: id() },
			result: deleted('event_id'),
		}),
		downloadMedia: op({
			route: 'GET /2/dm_conversations/media/{dm_id}/{media_id}/{resource_id}',
			action: 'Download the media of a direct message',
			description: 'Get the files attached to a message',
			auth: oAuth2('dm.read'),
			fields: messageMediaFields,
			run: downloadMedia,
		}),
		get: op({
			route: 'GET /2/dm_events/{event_id}',
			action: 'Get a direct message event',
			description: 'Get one event: a message, or people joining or leaving',
			...readOne('dmEvent', { event_id: id() }),
		}),
		getMany: directMessages,
		getManyOfConversation: op({
			route: 'GET /2/dm_conversations/{id}/dm_events',
			action: 'Get many direct message events of a conversation',
			description:
				'Get the events of one conversation from the last 30 days, newest first. Shows nothing of X Chat.',
			...readPages('dmEvent', { id: conversation(), ...messageFilters }, 100),
		}),
		getManyWithUser: op({
			route: 'GET /2/dm_conversations/with/{participant_id}/dm_events',
			action: 'Get many direct message events with a user',
			description:
				'Get the events of the conversation with one user from the last 30 days, newest first. Shows nothing of X Chat.',
			...readPages('dmEvent', { participant_id: user(), ...messageFilters }, 100),
		}),
		send: op({
			route: 'POST /2/dm_conversations/with/{participant_id}/messages',
			name: 'Send to User',
			action: 'Send an unencrypted direct message to a user',
			description: 'Send a message, not encrypted, to one user, starting a conversation if there is none',
			fields: { participant_id: user({ label: 'Recipient' }), ...message },
			check: (values) => checkMessage(['text', values.text], ['attachments', values.attachments], values),
			run: async (call) => await sendMessage(call),
		}),
		sendToConversation: op({
			route: 'POST /2/dm_conversations/{dm_conversation_id}/messages',
			action: 'Send an unencrypted direct message to a conversation',
			description: 'Send a message, not encrypted, to an existing conversation with one user or a group',
			fields: { dm_conversation_id: conversation(), ...message },
			check: (values) => checkMessage(['text', values.text], ['attachments', values.attachments], values),
			run: async (call) => await sendMessage(call),
		}),
	},
});
