/** Adds the decrypted content to events of encrypted conversations from a webhook or a stream. */
import { isChatEvent, type ChatAccess, type DeliveredChat, type OpenedChat } from '../chat/events/delivered';
import { UNREADABLE } from '../chat/events/page';
import { messageOf } from '../util/text';
import type { XEvent } from './event';
import { LeftOut } from './leftOut';

/** Adds the decrypted content to an event of an encrypted conversation. It throws if X cannot provide the keys now. */
export async function openChat(
	chat: DeliveredChat,
	event: XEvent,
	access: ChatAccess,
	onRead: (fault: OpenedChat['fault']) => void,
): Promise<XEvent | LeftOut> {
	if (!isChatEvent(event)) return event;
	const { fault, leftOut, ...read } = await chat.open(access, event);
	onRead(fault);
	return leftOut === undefined ? { ...event, ...read } : new LeftOut('unverified', leftOut);
}

/** Makes an event of an encrypted conversation without content, because X could not provide the keys. */
export function leftClosed(event: XEvent, error: unknown): XEvent {
	const problem = `X could not be asked for the keys: ${messageOf(error)}`;
	return { ...event, chat: { ...UNREADABLE, kind: 'encrypted', problem, verification: problem } };
}
