/** Finds who wrote to the account, when, and whether it answers what the account wrote. */
import { get } from 'lodash';
import { id } from '../model/delivered';
import type { Entity } from '../model/escapedText';
import { firstText, object, objects, text } from '../util/lenient';
import type { XEvent } from './event';
import { writerOf } from './ownEntries';
import { repliedTo, agentInputOf, type AgentInput } from './agentInput';

export interface IncomingMessage {
	/** Is undefined if X does not say. */
	readonly person: string | undefined;
	readonly text: string | null;
	readonly conversation: string | null;
	readonly at: number;
	readonly answered: string | undefined;
	/** True if it is written to the account: a message, or a Post that mentions or answers it. */
	readonly isToAccount: boolean;
	/** True if it is proven that the person did not write it. */
	readonly isForged: boolean;
}

export type IsOwn = (id: string) => boolean;

/** Reads a message from a Post, a Direct Message or an event of an encrypted conversation. */
export function messageIn(
	entity: Entity,
	said: AgentInput,
	isOwn: IsOwn,
	{ now = Date.now(), isMention = false } = {},
): IncomingMessage {
	const person = writerOf(entity) ?? id(entity.user);
	const isOfAccount = person !== undefined && isOwn(person);
	// A thread of the account itself answers itself as well.
	const answered = isOfAccount ? undefined : answeredIn(entity, isOwn);
	const isMessage = text(entity.sender_id) !== undefined;
	return {
		person,
		text: said.chatInput,
		conversation: said.sessionId,
		at: timeOf(entity.created_at) ?? now,
		answered,
		isToAccount: !isOfAccount && (isMention || isMessage || answered !== undefined),
		isForged: entity.verified === false,
	};
}

/** Reads a message from an event. Returns undefined if no one says anything in it. */
export function messageInEvent(event: XEvent, isOwn: IsOwn, now = Date.now()): IncomingMessage | undefined {
	const said = agentInputOf(event);
	if (!said) return undefined;
	const { payload, chat, createdAt } = event;
	const [message] = objects(payload.direct_message_events);
	const { sender_id: sender } = object((message ?? payload).message_create);
	const entity = chat ?? (text(sender) === undefined ? payload : { sender_id: sender });
	const isMention = event.eventType === 'post.mention.create';
	return { ...messageIn(entity, said, isOwn, { now, isMention }), at: timeOf(createdAt) ?? now };
}

const timeOf = (value: unknown): number | undefined => {
	const time = Date.parse(firstText(value) ?? '');
	return Number.isFinite(time) ? time : undefined;
};

/** Finds the ID that is answered. If X does not say which Post it is, each answer counts as one to another Post. */
function answeredIn(entity: Entity, isOwn: IsOwn): string | undefined {
	const quotation = object(entity.reply_to);
	const quoted = firstText(quotation.sender_id);
	if (quoted !== undefined && isOwn(quoted)) return firstText(quotation.message_id, quotation.id);
	const answered = firstText(entity.in_reply_to_user_id_str, entity.in_reply_to_user_id);
	if (answered === undefined || !isOwn(answered)) return undefined;
	const own = id(entity);
	const isReply = own !== undefined && ![undefined, own].includes(firstText(get(entity, 'conversation_id')));
	return firstText(entity.in_reply_to_status_id_str, repliedTo(entity)) ?? (isReply ? own : undefined);
}
