/** Events of encrypted conversations, as a webhook or a stream delivers them → the same with what they say. */
import type { DeliveredChat } from '../chat/events/delivered';
import { isChatEvent, type ChatAccess, type OpenedChat } from '../chat/events/delivered';
import { UNREADABLE } from '../chat/events/page';
import { messageOf } from '../util/messageOf';
import type { XEvent } from './event';

/**
 * Adds to the events of encrypted conversations what they say; other events stay as they are.
 *
 * @param chat What the node remembers of its conversations.
 * @param access What the node may use to read.
 * @param onRead Gets for each message why it stays closed, or undefined where it does not.
 * @throws where X cannot be asked for the keys for now: the same events can be read later.
 */
export async function openChats(
	chat: DeliveredChat,
	events: readonly XEvent[],
	access: ChatAccess,
	onRead: (fault: OpenedChat['fault']) => void,
): Promise<readonly XEvent[]> {
	return await Promise.all(
		events.map(async (event) => {
			if (!isChatEvent(event)) return event;
			const { fault, ...opened } = await chat.open(access, event);
			onRead(fault);
			return { ...event, ...opened };
		}),
	);
}

/** An event of an encrypted conversation whose keys X could not be asked for. */
export function leftClosed(event: XEvent, error: unknown): XEvent {
	const problem = `X could not be asked for the keys: ${messageOf(error)}`;
	return { ...event, chat: { ...UNREADABLE, kind: 'encrypted', problem, verification: problem } };
}
