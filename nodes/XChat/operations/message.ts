/** Encrypts, signs, sends and deletes messages. https://docs.x.com/x-api/chat/send-chat-message */
import { get, omit, pickBy } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { summarize } from '../../shared/chat/events/contents';
import type { Contents, MessageEvent } from '../../shared/chat/wire/eventStructures';
import { parseEvent } from '../../shared/chat/events/readEvent';
import { messageBody, newMessageId, action, FOR_ALL, FOR_SELF } from '../../shared/chat/events/write';
import { readPage } from '../../shared/chat/events/page';
import { chatConversation } from '../../shared/chat/locators';
import { additional, formFlag, formNumber, formText, text } from '../../shared/fields';
import type { Meaning } from '../../shared/http/api';
import type { Field, ValuesOf, Call } from '../../shared/operation/operation';
import { isoTime } from '../../shared/model/delivered';
import { acceptedFingerprints } from '../fields';
import { openConversation, type OpenConversation, keyToWrite, type WritingKey } from './writing';
import { pathOf, toolsOf, type AnyCall } from './tools';
import { signedConversation } from '../../shared/chat/trust/conversationId';

/** Makes a member of the body that the node builds: the encrypted message or its signature. It has no field in the form. */
export const builtByNode = (): Field<undefined> => ({
	encode: () => undefined,
	resolve: () => Promise.resolve(undefined),
	place: 'body',
});

/** The body with a new key, which the node builds. */
export const madeKey = {
	conversation_key_version: builtByNode(),
	conversation_participant_keys: builtByNode(),
	action_signatures: builtByNode(),
	...acceptedFingerprints,
};

/** The body of a message, which the node builds from the form. */
export const madeMessage = {
	message_id: builtByNode(),
	encoded_message_create_event: builtByNode(),
	encoded_message_event_signature: builtByNode(),
};

export const messageOptions = {
	...acceptedFingerprints,
	...additional({
		conversation_token: text({
			password: true,
			description: 'The token in the events of the conversation; X does not require it',
		}),
		shouldNotify: formFlag({
			label: 'Notify',
			default: true,
			description: 'Whether the recipients are notified',
		}),
		ttl: formNumber({
			label: 'Disappears After (Seconds)',
			min: 1,
			default: 86_400,
			description: 'How long the message can be read',
		}),
	}),
};

type MessageOptions = ValuesOf<typeof messageOptions>;

/** The facts that uploads need about their message: a file disappears together with it. */
export interface AboutMessage {
	readonly message_id: string;
	readonly ttl_msec?: string;
}

/** Encrypts, signs and sends a message. */
export async function sendContents(
	call: AnyCall & { readonly values: MessageOptions & { readonly id: string } },
	contentsOf: (
		open: OpenConversation,
		key: WritingKey,
		message: AboutMessage,
	) => Promise<Contents> | Contents,
): Promise<INodeExecutionData[]> {
	const { id, conversation_token: token, shouldNotify = true, ttl } = call.values;
	const open = await openConversation(call, id);
	const key = await keyToWrite(call, open);
	const about: AboutMessage = {
		message_id: newMessageId(),
		...(ttl !== undefined && { ttl_msec: String(ttl * 1000) }),
	};
	const contents = await contentsOf(open, key, about);
	const body = messageBody(open.writer, open.signedId, key, contents, {
		messageId: about.message_id,
		shouldNotify,
		...(about.ttl_msec !== undefined && { ttl: about.ttl_msec }),
	});
	const answer = await call.send({
		method: 'POST',
		path: pathOf(open.id, 'messages'),
		body: { ...body, ...(token !== undefined && { conversation_token: token }) },
		// X recognizes the message by its ID, so repeating the same body is safe.
		idempotent: true,
		meaning: meaningOf(call, open, contents),
	});
	const event = eventIn(answer);
	const written = {
		id: event?.sequence_id,
		message_id: event?.message_id ?? body.message_id,
		conversation_id: open.signedId,
		sender_id: open.writer.userId,
		created_at: isoTime(event?.created_at_msec),
		...summarize(contents),
		key_version: key.version,
		...key.acceptance,
	};
	return [call.item(pickBy(written, (value) => value !== undefined))];
}

/** The event in X's answer to a message. */
function eventIn(answer: unknown): MessageEvent | undefined {
	const encoded: unknown = get(answer, 'data.encoded_message_event');
	return typeof encoded === 'string' ? parseEvent(encoded) : undefined;
}

/** What a message says, so that it is known among the events of its conversation. */
function meaningOf(call: AnyCall, { id, writer }: OpenConversation, contents: Contents): Meaning {
	const { session, send } = toolsOf(call);
	const said = markOf(contents);
	return {
		text: said,
		made: (answer) => ({ id: eventIn(answer)?.sequence_id }),
		find: async (page) =>
			(await readPage(session, send, page, id)).rows.flatMap(({ row, opened }) =>
				opened?.readable.sender_id === writer.userId && markOf(opened.contents) === said
					? { ...row, created_at_ms: opened.event.created_at_msec }
					: [],
			),
	};
}

/** What a message says, without its files, which are encrypted anew. */
const markOf = (contents: Contents | undefined): string =>
	JSON.stringify(contents && omit(summarize(contents), 'attachments'));

export const sendFields = {
	id: chatConversation(),
	text: formText({ rows: 3, max: 10_000, description: 'What to say' }),
	...madeMessage,
	...messageOptions,
};

interface Deletion {
	readonly id: string;
	readonly sequence_ids: readonly string[];
	readonly delete_message_action: string;
}

export async function deleteMessages(call: Call<Deletion>): Promise<INodeExecutionData[]> {
	const { session, send } = toolsOf(call);
	const { id, sequence_ids: ids, delete_message_action: whom } = call.values;
	const writer = await session.writer(send);
	const kind = whom === 'delete_for_all' ? FOR_ALL : FOR_SELF;
	const detail = { message_delete: { sequence_ids: ids, delete_message_action: kind } };
	const signed = action(writer, signedConversation(id, writer.userId), detail);
	const { body, ...rest } = call.request();
	const request = { ...rest, body: { ...body, action_signatures: [signed] }, idempotent: true };
	await call.send(request);
	return [call.item({ deleted: true, sequence_ids: ids })];
}
