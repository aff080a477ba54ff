import { isChatEvent, type ChatAccess, type DeliveredChat, type OpenedChat } from '../chat/events/delivered';
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
