/** A page of events as X answers with it → readable events: https://docs.x.com/x-api/chat/get-chat-conversation-events */
import { NodeOperationError, type INode } from 'n8n-workflow';
import { z } from 'zod';
import { defined } from '../../util/defined';
import { signedConversation } from '../trust/conversationId';
import type { MessageEvent } from '../wire/eventStructures';
import { EventReader, parseEvent, type OpenedEvent } from './readEvent';
import type { ChatSession, Send } from '../trust/session';

const optionalText = z.string().optional().catch(undefined);

const ROW = z
	.object({
		id: optionalText,
		conversation_id: optionalText,
		sender_id: optionalText,
		created_at: optionalText,
		encoded_event: optionalText,
	})
	.passthrough();

const PAGE = z.object({
	data: z.array(ROW).nullish(),
	meta: z
		.object({ conversation_key_events: z.array(z.string()).nullish() })
		.passthrough()
		.nullish(),
});

type EventRow = z.infer<typeof ROW>;

/** A row of an answer with what was read of its event, where it was one. */
export interface ReadRow {
	readonly row: EventRow;
	readonly opened: OpenedEvent | undefined;
}

export interface ReadPage {
	readonly rows: readonly ReadRow[];
	/** What knows the keys that the page hands over. */
	readonly reader: EventReader;
}

/**
 * Reads the events of a page, with the keys that it hands over.
 *
 * @param body The answer.
 */
export async function readPage(session: ChatSession, send: Send, body: unknown): Promise<ReadPage> {
	const { rows, events } = parsePage(body);
	const reader = await readerOf(session, send, events);
	return {
		reader,
		rows: rows.map(({ row, event }) => ({ row, opened: event && reader.read(event) })),
	};
}

/** The rows of a page, and all events that it brings: those of the rows and those that hand keys over. */
export function parsePage(body: unknown) {
	const { data, meta } = PAGE.safeParse(body).data ?? {};
	const rows = (data ?? []).map((row) => ({ row, event: eventOf(row) }));
	const keyEvents = (meta?.conversation_key_events ?? []).map(parseEvent);
	return { rows, events: [...keyEvents, ...rows.map(({ event }) => event)] };
}

/** The event of a row; what the relayed event does not say is taken from the row. */
export function eventOf({
	id,
	conversation_id: conversation,
	sender_id: sender,
	encoded_event: encoded,
}: EventRow) {
	const event = encoded === undefined ? undefined : parseEvent(encoded);
	return (
		event && {
			...event,
			sequence_id: event.sequence_id ?? id,
			sender_id: event.sender_id ?? sender,
			conversation_id:
				event.conversation_id ??
				(conversation === undefined ? undefined : signedConversation(conversation, '')),
		}
	);
}

/** A reader that knows the public keys of the senders of some events, and the keys that these hand over. */
async function readerOf(
	session: ChatSession,
	send: Send,
	events: readonly (MessageEvent | undefined)[],
): Promise<EventReader> {
	const known = events.filter((event) => event !== undefined);
	const holder = await session.reader(send);
	const publicKeys = await session.know(
		send,
		known.flatMap(({ sender_id: sender }) => sender ?? []),
	);
	const reader = new EventReader(publicKeys, holder);
	reader.learn(known);
	return reader;
}

/** A row as a workflow reads it. */
export const readable = ({ row, opened }: ReadRow): Record<string, unknown> => ({
	...row,
	...(opened ? defined<object>(opened.readable) : UNREADABLE),
});

/** The message about an event that is none. */
export const UNREADABLE = {
	kind: 'unknown',
	decrypted: false,
	problem: 'the event cannot be read',
	verified: 'unknown',
	verification: 'The event cannot be read',
};

/**
 * Refuses private keys that are older than those that the events are written for: what is new would stay closed.
 *
 * @throws NodeOperationError
 */
export function refuseOldKeys(node: INode, rows: readonly ReadRow[], itemIndex?: number): void {
	const newer = rows.map(({ opened }) => opened?.newerVersion).find((version) => version !== undefined);
	if (newer !== undefined) throw oldKeys(node, newer, itemIndex);
}

/** The error where messages are encrypted for newer keys than the private ones. */
export const oldKeys = (node: INode, newer: string, itemIndex?: number): NodeOperationError =>
	new NodeOperationError(
		node,
		`The private keys are older than those of the account, which are of version ${newer}`,
		{
			...(itemIndex !== undefined && { itemIndex }),
			description:
				'Messages are encrypted for the newer keys. Restore the keys again with X’s tool and enter them in the credential X Chat Keys.',
		},
	);
