/** What X checks of what is written: signatures of everything whose text it can make, and the version of the key. */
import { textOf } from '../core/call';
import { isRecord, wrongParameter, type Platform } from '../frame';
import type { SignedAction } from './person';
import type { ChatState, Conversation } from './state';
import { fieldsAt, listAt, readFields, structure, textAt, write, type Fields, type Value } from './thrift';

export type Body = Readonly<Record<string, unknown>>;

/** A structure in Base64 with padding, which X requires of structures. */
function structureIn(value: unknown, parameter: string): Fields {
	const written = textOf(value);
	const bytes = Buffer.from(written, 'base64');
	if (bytes.toString('base64') !== written)
		throw wrongParameter(`${parameter} is no padded Base64`, parameter);
	const read = readOr(bytes);
	if (!read) throw wrongParameter(`${parameter} is no structure of Thrift`, parameter);
	return read;
}

function readOr(bytes: Buffer): Fields | undefined {
	try {
		return readFields(bytes);
	} catch {
		return undefined;
	}
}

/** Whether someone signed a text with the keys that X has of them. */
function checkSignature(state: ChatState, userId: string, signature: Fields, signed: string): void {
	const version = textAt(signature, 2);
	const person = state.people.get(userId)?.find((each) => each.version === version);
	if (!person) throw wrongParameter('There is no public key of this version', 'public_key_version');
	if (person !== state.person(userId))
		throw wrongParameter('The public key was replaced', 'public_key_version');
	if (!person.hasSigned(signed, signature)) throw wrongParameter('The signature is not valid', 'signature');
}

/** The message of a body, once it is right in every respect. */
export function readMessage(
	state: ChatState,
	me: string,
	conversation: Conversation,
	body: Body,
): SignedAction {
	const created = structureIn(body['encoded_message_create_event'], 'encoded_message_create_event');
	const signature = structureIn(body['encoded_message_event_signature'], 'encoded_message_event_signature');
	const [version, sealed, messageId] = [textAt(created, 101), created.get(100), textOf(body['message_id'])];
	if (!Buffer.isBuffer(sealed)) throw wrongParameter('The message is empty', 'encoded_message_create_event');
	if (version !== conversation.keyVersion)
		throw wrongParameter('The message is not encrypted with the latest key', 'conversation_key_version');
	const bare = sealed.toString('base64').replace(/=+$/, '');
	checkSignature(
		state,
		me,
		signature,
		['MessageCreateEvent', messageId, me, conversation.id, version, bare].join(),
	);
	const bytes = Buffer.from(textOf(body['encoded_message_create_event']), 'base64');
	const signed = Buffer.from(textOf(body['encoded_message_event_signature']), 'base64');
	return { messageId, detail: structure(write.raw(1, bytes)), signature: signed };
}

/**
 * The signed actions of a body, once they are right. A change of the key signs the key, which X does not know: of that
 * only the form is checked. A change of the group comes beside it.
 *
 * @returns The first one; the others are kept as events.
 */
export function checkActions(
	state: ChatState,
	me: string,
	conversation: Conversation,
	body: Body,
	platform: Platform,
): SignedAction[] {
	const rows = Array.isArray(body['action_signatures']) ? body['action_signatures'].filter(isRecord) : [];
	const actions = rows.map((row): SignedAction => {
		const detail = structureIn(row['encoded_message_event_detail'], 'encoded_message_event_detail');
		const given = isRecord(row['message_event_signature']) ? row['message_event_signature'] : {};
		const messageId = textOf(row['message_id']);
		const signature = structure(
			write.text(1, textOf(given['signature'])),
			write.text(2, textOf(given['public_key_version'])),
			write.text(3, textOf(given['signature_version'])),
		);
		const signed = signedText(detail, messageId, me, conversation.id);
		if (signed !== undefined) checkSignature(state, me, readFields(signature), signed);
		else if (given['signature_version'] !== '7' || state.person(me)?.version !== given['public_key_version'])
			throw wrongParameter('The signature is not of the newest public key', 'action_signatures');
		return {
			messageId,
			detail: Buffer.from(textOf(row['encoded_message_event_detail']), 'base64'),
			signature,
		};
	});
	const isGroupChange = 'group_members' in body || 'user_ids' in body;
	if (isGroupChange && actions.length !== 2)
		throw wrongParameter(
			'action_signatures must hold the change of the key and of the group',
			'action_signatures',
		);
	for (const action of actions.slice(1)) state.add(platform, conversation, me, action);
	return actions;
}

/** A text, number or switch as it is signed. */
const plain = (value: Value | string): string =>
	Buffer.isBuffer(value) || typeof value !== 'object' ? value.toString() : '';

/** The text that is signed of a deletion, of a new group and of new members. */
function signedText(detail: Fields, messageId: string, me: string, conversation: string): string | undefined {
	const deletion = fieldsAt(detail, 7);
	const group = fieldsAt(fieldsAt(detail, 4), 1);
	const [created, added] = [fieldsAt(group, 1), fieldsAt(group, 5)];
	const names = (fields: Fields | undefined, id: number) => listAt(fields, id).map(String);
	const orNull = (value: Value | undefined) => (value === undefined ? 'null' : plain(value));
	if (deletion)
		return [
			'MessageDeleteEvent',
			messageId,
			me,
			conversation,
			plain(deletion.get(2) ?? ''),
			...names(deletion, 1),
		].join();
	if (created) {
		const end = [created.get(6), created.get(3), created.get(4)].map(orNull);
		const head = ['GroupChangeEvent.GroupCreate', messageId, me, textAt(created, 5)];
		return [...head, ...names(created, 1), ...end].join();
	}
	if (added) {
		const people = [1, 2, 3].flatMap((id) => names(added, id));
		const head = ['GroupChangeEvent.GroupMemberAddChange', messageId, me, conversation];
		const end = [added.get(4), added.get(5), added.get(7)].map(orNull);
		return [...head, ...people, ...end, textAt(added, 6), orNull(added.get(9))].join();
	}
	return undefined;
}
