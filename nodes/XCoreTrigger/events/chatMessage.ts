/** This file reads events of encrypted conversations: https://docs.x.com/xchat/real-time-events */
import { conversationEvents } from '../../shared/chat/conversationEvents';
import { readable, readPage, refuseOldKeys } from '../../shared/chat/events/page';
import { conversationInPath } from '../../shared/chat/trust/conversationId';
import { chatSession } from '../../shared/chat/trust/session';
import { chosenUnverified, isUnverified, reportOf, saidOfUnverified } from '../../shared/chat/unverified';
import { lookedAt } from '../../shared/errors';
import { saidInMessage } from '../../shared/events/agentInput';
import type { Entity } from '../../shared/model/escapedText';
import type { Values } from '../../shared/operation/operation';
import { objects, text } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { byId } from '../cursor/byId';
import { withoutTwins } from '../cursor/withoutTwins';
import type { FoundList, EventTools, TriggerEvent } from './event';
import { fromSmallest } from './readings';
import { MINUTE } from '../../shared/util/time';

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
