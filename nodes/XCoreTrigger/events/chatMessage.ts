/** This file reads events of encrypted conversations: https://docs.x.com/xchat/real-time-events */
import { z } from 'zod';
import { conversationEvents } from '../../shared/chat/conversationEvents';
import { readable, readPage, refuseOldKeys } from '../../shared/chat/events/page';
import { conversationInPath } from '../../shared/chat/trust/conversationId';
import { chatSession } from '../../shared/chat/trust/session';
import { chosenUnverified, isUnverified, reportOf, saidOfUnverified } from '../../shared/chat/unverified';
import { lookedAt } from '../../shared/errors';
import { saidInMessage } from '../../shared/events/agentInput';
import { digestOf } from '../../shared/events/eventDigests';
import type { Entity } from '../../shared/model/escapedText';
import type { Values } from '../../shared/operation/operation';
import { objects, text } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { MINUTE } from '../../shared/util/time';
import { byId } from '../cursor/byId';
import type { Cursor, ListRow } from '../cursor/cursor';
import type { EventTools, FoundList, TriggerEvent } from './event';
import { fromSmallest } from './readings';

const MEMORY = 200;

const REMEMBERED = z.object({ twins: z.array(z.string()).optional() });

type Remembered = z.infer<typeof REMEMBERED>;

/** Makes a cursor take each thing once, even if it is listed under several IDs. */
function withoutTwins<S extends object>(cursor: Cursor<S>): Cursor<S & Remembered> {
	return {
		...cursor,
		shape: cursor.shape.and(REMEMBERED),
		take(state, ask, page) {
			const { twins = [] } = state ?? {};
			const step = cursor.take(state, ask, page);
			const known = new Set(twins);
			// Entries of the very first page are known, although they are not new.
			const arrived = state ? step.fresh : page.rows;
			const first = arrived.filter((row) => isFirst(row, known));
			return {
				...step,
				state: { ...step.state, twins: [...known].slice(-MEMORY) },
				fresh: state ? first : step.fresh,
			};
		},
		refused(state, ask, place) {
			const refused = cursor.refused(state, ask, place);
			return refused && { ...refused, state: { ...refused.state, twins: state?.twins } };
		},
	};
}

function isFirst({ twin }: ListRow, known: Set<string>): boolean {
	if (twin === undefined) return true;
	const digest = digestOf(twin);
	if (known.has(digest)) return false;
	known.add(digest);
	return true;
}

/** The number of conversations to read: the most recently active ones. */
const CONVERSATIONS = 50;
const REQUESTS = 20;
/** A message from shortly before the first poll may arrive with a conversation that this poll did not reach. */
const TOLERANCE = 5 * MINUTE;

/** Finds the conversations of the inbox, and requests from people without one yet, which are not in the inbox. */
async function discover({ context, send }: EventTools): Promise<readonly FoundList[]> {
	const inbox = await send({
		method: 'GET',
		path: '/2/chat/conversations',
		query: [
			['max_results', String(CONVERSATIONS)],
			['chat_conversation.fields', 'updated_at'],
		],
		ownChoices: { 'chat_conversation.fields': [{ value: 'updated_at' }] },
	});
	const requests = await send({
		method: 'GET',
		path: '/2/chat/message_requests',
		query: [['max_results', String(REQUESTS)]],
	});
	return [inbox, requests]
		.flatMap((body) => objects(lookedAt(body, context.getNode()).data))
		.flatMap(({ id, conversation_id: own = id, updated_at }) => {
			const conversation = text(own);
			if (conversation === undefined) return [];
			return [{ values: { id: conversationInPath(conversation) }, version: text(updated_at) }];
		});
}

export const chatMessage: TriggerEvent = {
	// X numbers the events of a conversation in order, so none comes late.
	cursor: withoutTwins(
		byId({ hasBounds: false, seedSize: 10, sizes: fromSmallest(1), lateness: 0, memory: 100 }),
	),
	reread: 1,
	noun: 'event of a conversation',
	name: 'Chat Message',
	action: 'On encrypted chat message',
	description:
		'Someone writes in an encrypted conversation, or asks to. The private keys in the credential decrypt it.',
	fields: ['chat_conversation'],
	options: ['includeOwn', 'kinds', 'unverified'],
	list: conversationEvents,
	lists: ({ chat_conversation: id }) => (id === undefined ? [] : [{ id }]),
	discover: async (tools, { chat_conversation: id }) =>
		id === undefined ? await discover(tools) : undefined,
	discovered: CONVERSATIONS,
	empty: { seen: '' },
	read: async (body, { context, kind, send, ownUserId, poll }, { id }) => {
		const session = chatSession(context, kind, ownUserId, poll);
		const { rows } = await readPage(session, send, body, asText(id));
		refuseOldKeys(context.getNode(), rows);
		return { ...(body as object), data: rows.map(readable) };
	},
	identify: ({ id, verified, sender_id: sender, message_id: messageId }) => ({
		id: asText(id),
		key: asText(id),
		// A message is known by what its sender has signed. Anyone on the way can list it again under another ID.
		twin: verified === true ? `${asText(sender)} ${asText(messageId)}` : undefined,
	}),
	said: saidInMessage,
	needsMe: true,
	needsStart: true,
	isWanted: (entity, form) => isMeant(entity, form) && !isLeftOut(entity, form),
	note: (entity, form) =>
		isMeant(entity, form) && isLeftOut(entity, form) ? saidOfUnverified([entity]) : undefined,
	shown: (entity, { unverified }) =>
		unverified === 'report' && isUnverified(entity) ? reportOf(entity) : undefined,
};

const isLeftOut = (entity: Entity, { unverified }: Values): boolean =>
	chosenUnverified(unverified) === 'leaveOut' && isUnverified(entity);

function isMeant(
	{ kind, sender_id: sender, created_at: at }: Entity,
	{ includeOwn, kinds, me, since }: Values,
): boolean {
	const wanted: readonly unknown[] = Array.isArray(kinds) && kinds.length > 0 ? kinds : ['message'];
	const isKind = wanted.includes(kind === 'encrypted' ? 'message' : kind);
	const isOld = typeof at === 'string' && Date.parse(at) < Number(since) - TOLERANCE;
	return isKind && !isOld && (includeOwn === true || sender !== me);
}
