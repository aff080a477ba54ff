/** Encrypted chat with real keys: people played by a test read and write as X's own clients do. */
import { control, defineArea, isRecord, type Platform } from '../frame';
import { textOf, textsOf } from '../core/call';
import { routesOf } from '../documented';
import { isReady, sealMedia } from './cipher';
import { contents, readMessage, type Person } from './person';
import { routes } from './routes';
import { ChatState, Conversation, changedVersionOf, keyVersionOf, type StoredEvent } from './state';
import { textAt, fieldsAt, readFields } from './thrift';
import { core } from '../core/area';
import { ME } from '../identities';
import { streamSimulator } from '../streams';
import { webhookSimulator } from '../webhooks';

/** The payload of an event; a key comes along with the first message that it is for. */
function payloadOf({ id, events }: Conversation, event: StoredEvent) {
	const version = keyVersionOf(event.bytes);
	const isFirst =
		version !== undefined && events.find((each) => keyVersionOf(each.bytes) === version) === event;
	const change = isFirst ? events.find((each) => changedVersionOf(each.bytes) === version) : undefined;
	const signature = fieldsAt(readFields(event.bytes), 9);
	return {
		conversation_id: id,
		id: event.messageId,
		created_at_msec: String(event.createdAt),
		sender_id: event.senderId,
		...(version !== undefined && { conversation_key_version: version }),
		conversation_token: 'token',
		encoded_event: event.bytes.toString('base64'),
		...(change && { conversation_key_change_event: change.bytes.toString('base64') }),
		message_event_signature: {
			signature: textAt(signature, 1) ?? '',
			public_key_version: textAt(signature, 2) ?? '',
			signature_version: textAt(signature, 3) ?? '',
		},
	};
}

/** Sends an event over webhooks and streams to the subscribed accounts, as one that they wrote or got. */
async function tell(platform: Platform, conversation: Conversation, event: StoredEvent): Promise<void> {
	const subscribers = [ME.id, ...core.state(platform).bots];
	for (const own of subscribers.filter((id) => conversation.members.has(id))) {
		const type = event.senderId === own ? 'chat.sent' : 'chat.received';
		const [other = own] = [...conversation.members].filter((id) => id !== event.senderId);
		const options = {
			actor: person(event.senderId),
			target: person(type === 'chat.sent' ? other : own),
			id: event.messageId,
			payload: payloadOf(conversation, event),
		};
		streamSimulator(platform).activity(type, options);
		const webhooks = webhookSimulator(platform);
		await webhooks.publish(webhooks.build(type, options));
	}
}

const person = (id: string) => ({ id, username: `user${id}`, name: `User ${id}` });

function known(state: ChatState, id: unknown): Conversation {
	const found = state.conversations.get(String(id).replace('-', ':'));
	if (!found) throw new Error(`There is no conversation ${String(id)}`);
	return found;
}

function eventIn({ events }: Conversation, id: unknown): StoredEvent {
	const found = events.find((each) => each.id === id);
	if (!found) throw new Error(`There is no event ${String(id)}`);
	return found;
}

const keysOf = ({ blob: privateKeys, version }: Person) => ({ privateKeys, version });

export const chat = defineArea<ChatState>({
	name: 'chat',
	createState: () => new ChatState(),
	routes: routesOf(routes),
	control: {
		keys: control(
			'Someone gets new keys: `{ user, version }` → the private ones.',
			(state, { user, version }) => keysOf(state.register(textOf(user), textOf(version))),
		),
		keyless: control('Someone has not opened X Chat yet: `{ user }`.', (state, { user }) => {
			state.people.delete(textOf(user));
		}),
		backup: control(
			'Someone has a backup behind a PIN: `{ user, backup }`, as X answers it.',
			(state, { user, backup }) => {
				if (isRecord(backup)) state.backups.set(textOf(user), backup);
			},
		),
		privateKeys: control('The private keys that someone has: `{ user }`.', (state, { user }) =>
			keysOf(state.talker(textOf(user))),
		),
		group: control(
			'A group: `{ by, members, title, avatarUrl }` → its ID.',
			async (state, { by, members, title, avatarUrl }, platform) => {
				await isReady();
				const group = new Conversation(`g${platform.newId()}`, textsOf(members));
				group.admins.add(textOf(by));
				group.title = textOf(title) || undefined;
				group.avatarUrl = textOf(avatarUrl) || undefined;
				state.conversations.set(group.id, group);
				const { version } = state.rotate(platform, group, textOf(by));
				const creation = state.talker(textOf(by)).groupCreation([...group.members], version, group.title);
				state.add(platform, group, textOf(by), creation);
				return { id: group.id };
			},
		),
		join: control(
			'Someone joins: `{ conversation, user, by }`.',
			async (state, { conversation, user, by }, platform) => {
				await isReady();
				const group = known(state, conversation);
				const before = [...group.members];
				group.members.add(textOf(user));
				const { version } = state.rotate(platform, group, textOf(by));
				const addition = state.talker(textOf(by)).memberAddition(group.id, [textOf(user)], before, version);
				state.add(platform, group, textOf(by), addition);
			},
		),
		rotate: control('A new key: `{ conversation, by }`.', async (state, { conversation, by }, platform) => {
			await isReady();
			return { version: state.rotate(platform, known(state, conversation), textOf(by)).version };
		}),
		say: control(
			'Someone writes: `{ from, to }` or `{ from, conversation }`, and `{ text }`, `{ target, emoji }`, `{ target, edit }`, `{ target, deleted: true }` or `{ file, name }` in Base64; `{ isRequest: true }` as a stranger.',
			async (state, input, platform) => {
				await isReady();
				const from = textOf(input['from']);
				const conversation =
					'to' in input ? state.between(from, textOf(input['to'])) : known(state, input['conversation']);
				if (input['isRequest'] === true) conversation.requestTo = textOf(input['to']);
				const person = state.talker(from);
				const key = state.keyOf(platform, conversation, from);
				const target = textOf(input['target']);
				if (input['deleted'] === true) {
					const event = state.add(platform, conversation, from, person.deletion(conversation.id, [target]));
					return { id: event.id, conversation: conversation.id };
				}
				const file = 'file' in input ? Buffer.from(textOf(input['file']), 'base64') : undefined;
				const hash = file && platform.newId();
				if (file && hash !== undefined)
					state.files.set(hash, {
						conversation: conversation.id,
						parts: new Map([[0, sealMedia(key.key, file)]]),
						isFinal: true,
					});
				const plain =
					file && hash !== undefined
						? contents.media(textOf(input['text']), hash, textOf(input['name']), file.length)
						: 'emoji' in input
							? contents.reaction(target, textOf(input['emoji']))
							: 'edit' in input
								? contents.edit(target, textOf(input['edit']))
								: contents.text(textOf(input['text']));
				const event = state.add(platform, conversation, from, person.message(conversation.id, key, plain));
				await tell(platform, conversation, event);
				return {
					id: event.id,
					messageId: event.messageId,
					conversation: conversation.id,
					...(hash !== undefined && { hash }),
				};
			},
		),
		payload: control(
			'An event as a stream or a webhook carries it: `{ conversation, id }`.',
			(state, { conversation, id }) => {
				const found = known(state, conversation);
				return payloadOf(found, eventIn(found, id));
			},
		),
		read: control(
			'What someone reads with the own client: `{ user, conversation }` → kinds and texts, oldest first.',
			async (state, { user, conversation }) => {
				await isReady();
				const found = known(state, conversation);
				const keys = state.keysOf(found, textOf(user));
				return found.events.flatMap(({ bytes, senderId, id }) => {
					const said = readMessage(bytes, keys);
					if (!said) return [];
					const [first, second] = [textAt(said.fields, 1), textAt(said.fields, 2)];
					return [{ id, from: senderId, kind: said.kind, first, second }];
				});
			},
		),
		replay: control(
			'Someone on the way lists an event again under a new ID: `{ conversation, id }`.',
			(state, { conversation, id }, platform) => {
				const found = known(state, conversation);
				const event = eventIn(found, id);
				const again = platform.newId();
				const bytes = Buffer.from(event.bytes);
				// IDs of events have the same length, and X does not sign them.
				bytes.write(again, bytes.indexOf(event.id), 'utf8');
				found.events.push({ ...event, id: again, bytes, createdAt: platform.clock.now() });
				found.updatedAt = platform.clock.now();
			},
		),
		tamper: control(
			'Someone on the way changes a byte of an event, counted from its end: `{ conversation, id, fromEnd }`.',
			(state, { conversation, id, fromEnd }) => {
				const event = eventIn(known(state, conversation), id);
				const bytes = Buffer.from(event.bytes);
				const place = bytes.length - Number(fromEnd);
				bytes[place] = (bytes[place] ?? 0) ^ 1;
				event.bytes = bytes;
			},
		),
	},
});
