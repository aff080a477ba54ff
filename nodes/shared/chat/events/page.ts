/** Turns a page of events from X into readable events: https://docs.x.com/x-api/chat/get-chat-conversation-events */
import { get } from 'lodash';
import { NodeOperationError, type INode } from 'n8n-workflow';
import { z } from 'zod';
import { holdsAnswer } from '../../engine/contract';
import { holdsSomething } from '../../http/confirmed';
import { defined, lenient, text } from '../../util/lenient';
import { isGroup, signedConversation } from '../trust/conversationId';
import type { ConversationKeys } from '../trust/conversationKeys';
import type { PublicKeys } from '../trust/publicKeys';
import type { MessageEvent } from '../wire/eventStructures';
import { withKnownSenders, type Group } from './groupSenders';
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
	data: lenient.listOf(ROW),
	meta: z
		.object({ conversation_key_events: z.array(z.string()).nullish().catch(undefined) })
		.passthrough()
		.nullish()
		.catch(undefined),
});

type EventRow = z.infer<typeof ROW>;

/** A row of X's answer, with its event if it has a valid one. */
interface OpenedRow {
	readonly row: EventRow;
	readonly opened: OpenedEvent | undefined;
}

export interface ReadPage {
	readonly rows: readonly OpenedRow[];
	/** The keys of the conversation that the page contains; undefined without private keys. */
	readonly keys: ConversationKeys | undefined;
	/** The members and keys that decide who may sign, in a group that can be decrypted. */
	readonly group: Group | undefined;
	/** The events that add keys, also those that belong to no row. */
	readonly keyChanges: readonly MessageEvent[];
	/** True if the answer has something else than events. */
	readonly isUnknown: boolean;
}

/** Reads the events of a page with the keys that other events of the page contain. */
export async function readPage(
	session: ChatSession,
	send: Send,
	body: unknown,
	asked: string,
): Promise<ReadPage> {
	const { rows, events } = parsePage(body);
	const holder = await session.reader(send);
	const { known, publicKeys } = await withSenders(session, send, events);
	const isAlone = /^\d+$/.test(asked) && !holder;
	const conversation = isAlone ? asked : signedConversation(asked, holder?.userId ?? '');
	const expected = { conversation, trust: session.trust.memory, now: session.now };
	const reader = new EventReader(publicKeys, holder, expected);
	reader.learn(known);
	const read = rows.map(({ event }) => event && reader.read(event));
	const group = groupOf(session, send, { reader, conversation, body });
	const checked = group ? await withKnownSenders(group, read) : read;
	const opened = rows.map(({ row }, index) => ({ row, opened: checked[index] }));
	session.trust.store();
	const keyChanges = events.filter((event) => event !== undefined).filter(({ detail }) => detail?.key_change);
	const isUnknown = rows.every(isOther) && holdsAnswer(body);
	return { rows: opened, keys: reader.keysOf(conversation), group, keyChanges, isUnknown };
}

/** Collects what decides who may sign in a group. Returns undefined for two people, and without private keys. */
function groupOf(
	session: ChatSession,
	send: Send,
	page: { readonly reader: EventReader; readonly conversation: string; readonly body: unknown },
): Group | undefined {
	const { reader, conversation, body } = page;
	const keys = isGroup(conversation) ? reader.keysOf(conversation) : undefined;
	const next = text(get(body, 'meta.next_token'));
	return (
		keys && {
			conversation,
			keys,
			ownId: keys.readerId,
			memory: session.trust.memory,
			members: async () => await session.members(send, conversation),
			earlier: async (version) => {
				if (next === undefined) return;
				const earlier = parsePage(await session.eventsBefore(send, conversation, version, next));
				reader.learn((await withSenders(session, send, earlier.events)).known);
			},
		}
	);
}

/** Finds the events of a page and the public keys of their senders. */
async function withSenders(
	session: ChatSession,
	send: Send,
	events: readonly (MessageEvent | undefined)[],
): Promise<{ readonly known: MessageEvent[]; readonly publicKeys: PublicKeys }> {
	const known = events.filter((event) => event !== undefined);
	const senders = known.flatMap(({ sender_id: sender }) => sender ?? []);
	return { known, publicKeys: await session.know(send, senders) };
}

const isOther = ({ row }: { readonly row: EventRow }) =>
	row.id === undefined && row.encoded_event === undefined;

/** Parses the rows of a page, and all its events: those of the rows, and those that contain keys. */
export function parsePage(body: unknown) {
	const { data, meta } = PAGE.safeParse(body).data ?? {};
	const rows = (data ?? []).filter(holdsSomething).map((row) => ({ row, event: eventOf(row) }));
	const keyEvents = (meta?.conversation_key_events ?? []).map(parseEvent);
	return { rows, events: [...keyEvents, ...rows.map(({ event }) => event)] };
}

/** Parses the event of a row. Members that are missing in the event are taken from the row. */
export function eventOf({
	id,
	conversation_id: conversation,
	sender_id: sender,
	encoded_event: encoded,
}: Partial<EventRow>) {
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

/** Makes the output of a row. */
export const readable = ({ row, opened }: OpenedRow): Record<string, unknown> => ({
	...row,
	...(opened ? defined<object>(opened.readable) : UNREADABLE),
});

/** The output for bytes that are not an event. */
export const UNREADABLE = {
	kind: 'unknown',
	decrypted: false,
	problem: 'the event cannot be read',
	verified: 'unknown',
	verification: 'The event cannot be read',
};

/**
 * Refuses private keys that are older than the ones that events are encrypted for: new messages could not be read with
 * them.
 *
 * @throws NodeOperationError
 */
export function refuseOldKeys(node: INode, rows: readonly OpenedRow[], itemIndex?: number): void {
	const newer = rows.map(({ opened }) => opened?.newerVersion).find((version) => version !== undefined);
	if (newer !== undefined) throw oldKeys(node, newer, itemIndex);
}

/** Makes the error for private keys that are older than the ones that messages are encrypted for. */
export const oldKeys = (node: INode, newer: string, itemIndex?: number): NodeOperationError =>
	new NodeOperationError(
		node,
		`The private keys are older than those of the account, which are of version ${newer}`,
		{
			...(itemIndex !== undefined && { itemIndex }),
			description:
				'Messages are encrypted for the newer keys. Restore the keys again with X’s tool and enter them in the credential, under Use for Encrypted Chat.',
		},
	);
