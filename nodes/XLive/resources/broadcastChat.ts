import { deleted, op, token, user as userAuth, resource } from '../../shared/operation/operation';
import { additional, id, text } from '../../shared/fields';
import { user } from '../../shared/core/locators';
import { readManyNewer } from '../../shared/core/selections';
import { broadcast, instant } from '../operations/broadcast';

const read = userAuth('broadcast.read');
const write = userAuth('broadcast.read', 'broadcast.write');

const message = id({ label: 'Message ID', description: 'ID returned by Get Many' });

/** Comments on a live video, and their moderators: https://docs.x.com/x-api/broadcasts/get-broadcast-chat-history */
export const broadcastChatResource = resource({
	value: 'broadcastChat',
	defaultOperation: 'getMany',
	auth: [read, write],
	operations: {
		addModerator: op({
			route: 'POST /2/broadcasts/chat/moderators',
			action: 'Add a moderator of broadcast chats',
			description: 'Let a user moderate the chats of all your broadcasts',
			commutes: true,
			fields: { user_id: user() },
		}),
		delete: op({
			route: 'DELETE /2/broadcasts/{id}/chat/{message_id}',
			action: 'Delete a message of a broadcast chat',
			description: 'Remove a message from the chat, as the host or a moderator',
			fields: { id: broadcast, message_id: message },
			result: deleted('message_id'),
		}),
		getMany: op({
			route: 'GET /2/broadcasts/{id}/chat',
			action: 'Get many messages of a broadcast chat',
			description: 'Get the chat messages of one of your broadcasts',
			...readManyNewer('broadcastChatMessage', { id: broadcast }),
			paging: token(200),
		}),
		getModerators: op({
			route: 'GET /2/broadcasts/chat/moderators',
			action: 'Get the moderators of broadcast chats',
			description: 'Get the users who moderate the chats of all your broadcasts',
			auth: userAuth('broadcast.read', 'tweet.read', 'users.read'),
			...readManyNewer('user', {}),
		}),
		mute: op({
			route: 'POST /2/broadcasts/{id}/chat/mutes',
			name: 'Mute User',
			action: 'Mute a user in a broadcast chat',
			description: 'Stop a user from writing in the chat, as the host or a moderator',
			commutes: true,
			fields: {
				id: broadcast,
				user_id: user(),
				...additional({
					end_at_ms: instant({
						label: 'Until',
						description: 'When the mute ends; never if empty',
					}),
					message_id: { ...message, description: 'A message to delete along with it' },
				}),
			},
		}),
		removeModerator: op({
			route: 'DELETE /2/broadcasts/chat/moderators/{user_id}',
			action: 'Remove a moderator of broadcast chats',
			description: 'Stop a user from moderating the chats of your broadcasts',
			fields: { user_id: user() },
		}),
		send: op({
			route: 'POST /2/broadcasts/{id}/chat',
			action: 'Send a message to a broadcast chat',
			description: 'Send a message to the chat of a live broadcast',
			fields: {
				id: broadcast,
				text: text({ min: 1, max: 140, description: 'Up to 140 characters' }),
				...additional({ reply_to: { ...message, label: 'Reply to Message ID' } }),
			},
		}),
		unmute: op({
			route: 'DELETE /2/broadcasts/{id}/chat/mutes/{user_id}',
			name: 'Unmute User',
			action: 'Unmute a user in a broadcast chat',
			description: 'Let a muted user write in the chat again',
			fields: { id: broadcast, user_id: user() },
		}),
	},
});
