/** Encrypts, signs and sends messages. https://docs.x.com/x-api/chat/send-chat-message */
import { get, omit, pick, pickBy } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { summarize } from '../../shared/chat/events/contents';
import type { Contents } from '../../shared/chat/wire/contentStructures';
import { parseEvent, type ReadableEvent } from '../../shared/chat/events/readEvent';
import { messageBody, newMessageId } from '../../shared/chat/events/write';
import { readPage } from '../../shared/chat/events/page';
import { chatConversation } from '../../shared/chat/locators';
import { additional, flag, formOnly, number, text } from '../../shared/fields';
import { xTime } from '../../shared/http/xClock';
import { FOUND, pausesSince } from '../../shared/intent/look';
import type { Field, ValuesOf } from '../../shared/operation/operation';
import { isoTime } from '../../shared/model/delivered';
import { wait } from '../../shared/util/wait';
import { acceptedFingerprints } from '../fields';
import { latest, openConversation, type OpenConversation } from './conversation';
import { pathOf, toolsOf, type AnyCall } from './tools';
import { keyToWrite, type WritingKey } from './writing';

/** Makes a member of the body that the node builds: the encrypted message or its signature. It has no field in the form. */
export const builtByNode = (): Field<undefined> => ({
	encode: () => undefined,
	resolve: () => Promise.resolve(undefined),
	place: 'body',
});

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
		shouldNotify: formOnly(
			flag({ label: 'Notify', default: true, description: 'Whether the recipients are notified' }),
		),
		ttl: formOnly(
			number({
				label: 'Disappears After (Seconds)',
				min: 1,
				default: 86_400,
				description: 'How long the message can be read',
			}),
		),
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
	const before = await findSent(call, open, contents);
	if (before) {
		call.hint(FOUND);
		return [call.item({ ...pick(before, SENT), ...summarize(contents), key_version: key.version })];
	}
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
	});
	const encoded: unknown = get(answer, 'data.encoded_message_event');
	const event = typeof encoded === 'string' ? parseEvent(encoded) : undefined;
	const written = {
		id: event?.sequence_id,
		message_id: body.message_id,
		conversation_id: open.signedId,
		sender_id: open.writer.userId,
		created_at: isoTime(event?.created_at_msec),
		...summarize(contents),
		key_version: key.version,
		...key.acceptance,
	};
	return [call.item(pickBy(written, (value) => value !== undefined))];
}

const SENT = ['id', 'message_id', 'conversation_id', 'sender_id', 'created_at'];

/** How many of the latest events are looked at: each is billed. */
const LOOKED_AT = 20;

/** Finds the message, if an earlier try or run has sent it without an answer. It is encrypted anew each time. */
async function findSent(
	call: AnyCall,
	{ id, writer }: OpenConversation,
	contents: Contents,
): Promise<ReadableEvent | undefined> {
	const since = call.unsureSince();
	if (since === undefined) return undefined;
	const { session, send } = toolsOf(call);
	const wanted = markOf(contents);
	for (const pause of pausesSince(since, xTime(call.api.baseUrl))) {
		await wait(pause, call.context.getExecutionCancelSignal());
		const { rows } = await readPage(session, send, await latest(call, id, LOOKED_AT), id);
		const found = rows.find(({ opened }) => {
			const { sender_id: sender, created_at: at = '' } = opened?.readable ?? {};
			return sender === writer.userId && Date.parse(at) >= since && markOf(opened?.contents) === wanted;
		});
		if (found) return found.opened?.readable;
	}
	return undefined;
}

/** What a message says, without its files, which are encrypted anew. */
const markOf = (contents: Contents | undefined): string =>
	JSON.stringify(contents && omit(summarize(contents), 'attachments'));

export const sendFields = {
	id: chatConversation(),
	text: formOnly(text({ rows: 3, max: 10_000, description: 'What to say' })),
	...madeMessage,
	...messageOptions,
};
