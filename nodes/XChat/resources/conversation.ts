import { get } from 'lodash';
import { chatConversation } from '../../shared/chat/locators';
import { readOne, readPages } from '../../shared/core/selections';
import { flag, update } from '../../shared/fields';
import { deleted, op, resource, type Call } from '../../shared/operation/operation';
import { broughtSignatures, disappearAfter, read, signaturesOfCapture, write } from '../fields';
import { madeKey } from '../operations/message';
import { rotateKeys } from '../operations/groups';
import { OPENS, toolsOf } from '../operations/tools';
import { readPage } from '../../shared/chat/events/page';
import { openWith } from '../../shared/chat/events/readEvent';
import { defined } from '../../shared/util/lenient';
import { sealedBytes } from '../../shared/chat/cipher/boxes';

const NAMES = ['group_name', 'group_description', 'group_avatar_url'] as const;
/** The number of events to search for keys. */
const EVENTS = 10;

/** Decrypts the names of a conversation, if the node has private keys. */
async function readNames<V extends { readonly id: string }>(body: unknown, call: Call<V>): Promise<unknown> {
	const data: unknown = get(body, 'data');
	if (typeof data !== 'object' || data === null) return body;
	const sealed = NAMES.flatMap((name) => {
		const bytes = sealedBytes(get(data, name));
		return bytes ? [{ name, bytes }] : [];
	});
	const { session, send } = toolsOf(call);
	if (sealed.length === 0 || !(await session.reader(send))) return body;
	const page = await session.events(send, call.values.id, EVENTS);
	const { keys } = await readPage(session, send, page, call.values.id);
	// A name does not say which key encrypted it.
	const opened = sealed.map(({ name, bytes }) => [
		name,
		openWith(keys?.all(), bytes)?.plain.toString('utf8'),
	]);
	return { ...(body as object), data: { ...data, ...defined<object>(Object.fromEntries(opened) as object) } };
}

const id = chatConversation();

/** Conversations of X Chat: https://docs.x.com/x-api/chat/introduction */
export const conversationResource = resource({
	value: 'conversation',
	defaultOperation: 'getMany',
	auth: [read, write],
	operations: {
		delete: op({
			route: 'DELETE /2/chat/conversations/{id}',
			action: 'Delete an encrypted conversation',
			description: 'Delete a conversation from your inbox',
			body: 'always',
			fields: { id, ...broughtSignatures },
			result: deleted('id'),
		}),
		get: op({
			route: 'GET /2/chat/conversations/{id}',
			action: 'Get an encrypted conversation',
			description:
				'Get who is in a conversation and how it is set; with the private keys the name of a group is decrypted',
			...readOne('chatConversation', { id }),
			read: readNames,
		}),
		getMany: op({
			route: 'GET /2/chat/conversations',
			action: 'Get many encrypted conversations',
			description:
				'Get the conversations in your inbox. Requests from people you do not know are in Message Request: Get Many.',
			auth: { kinds: ['oAuth2', 'oAuth1'], scopes: ['dm.read', 'users.read'] },
			...readPages('chatConversation', {}, 100),
		}),
		mute: op({
			route: 'POST /2/chat/conversations/{id}/mute',
			action: 'Mute an encrypted conversation',
			description: 'Turn off the notifications of a conversation',
			commutes: true,
			body: 'always',
			fields: { id, ...broughtSignatures },
		}),
		removeTimer: op({
			route: 'DELETE /2/chat/conversations/{id}/message_ttl',
			name: 'Turn Off Disappearing Messages',
			action: 'Turn off disappearing messages',
			description: 'Keep the messages of a conversation',
			body: 'always',
			fields: { id, ...broughtSignatures },
		}),
		rotateKeys: op({
			route: 'POST /2/chat/conversations/{id}/keys',
			action: 'Rotate the keys of an encrypted conversation',
			description:
				'Give a conversation a new key, shared with its current members; starts a one-to-one conversation if there is none. Needs the private keys.',
			fields: { id, ...madeKey },
			readsFirst: OPENS,
			run: rotateKeys,
		}),
		setScreenCapture: op({
			route: 'PUT /2/chat/conversations/{id}/screen_capture',
			action: 'Set screen capture of an encrypted conversation',
			description: 'Block screenshots of a conversation, or notify its members of them',
			fields: {
				id,
				...update({
					blocking: flag({ description: 'Whether screenshots are blocked' }),
					detection: flag({ description: 'Whether the others are notified of screenshots' }),
				}),
				...signaturesOfCapture,
			},
		}),
		setTimer: op({
			route: 'PUT /2/chat/conversations/{id}/message_ttl',
			name: 'Turn On Disappearing Messages',
			action: 'Turn on disappearing messages',
			description: 'Let the messages of a conversation disappear after a while',
			fields: { id, message_ttl_ms: disappearAfter, ...broughtSignatures },
		}),
		unmute: op({
			route: 'DELETE /2/chat/conversations/{id}/mute',
			action: 'Unmute an encrypted conversation',
			description: 'Turn the notifications of a conversation on again',
			body: 'always',
			fields: { id, ...broughtSignatures },
		}),
	},
});
