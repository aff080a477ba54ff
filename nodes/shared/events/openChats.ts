/** Adds the decrypted content to events of encrypted conversations from a webhook or a stream. */
import { isChatEvent, type ChatAccess, type DeliveredChat, type OpenedChat } from '../chat/events/delivered';
import { UNREADABLE } from '../chat/events/page';
import { messageOf } from '../util/messageOf';
import type { XEvent } from './event';

/**
 * Adds the decrypted content to events of encrypted conversations. Other events are not changed.
 *
 * @param chat What the node remembers of its conversations.
 * @param access What the node may use to read.
 * @param onRead Called for each message with the reason why it cannot be decrypted, or undefined.
 * @param onLeftOut Called for each message that does not start the workflow, with the reason.
 * @returns The events that start the workflow.
 * @throws If X cannot provide the keys at the moment. The same events can be read later.
 */
export async function openChats(
	chat: DeliveredChat,
	events: readonly XEvent[],
	access: ChatAccess,
	onRead: (fault: OpenedChat['fault']) => void,
	onLeftOut: (reason: string) => void,
): Promise<readonly XEvent[]> {
	const opened = await Promise.all(
		events.map(async (event) => {
			if (!isChatEvent(event)) return event;
			const { fault, leftOut, ...read } = await chat.open(access, event);
			onRead(fault);
			if (leftOut === undefined) return { ...event, ...read };
			onLeftOut(leftOut);
			return undefined;
		}),
	);
	return opened.filter((event) => event !== undefined);
}

/** An event of an encrypted conversation without content, because X could not provide the keys. */
export function leftClosed(event: XEvent, error: unknown): XEvent {
	const problem = `X could not be asked for the keys: ${messageOf(error)}`;
	return { ...event, chat: { ...UNREADABLE, kind: 'encrypted', problem, verification: problem } };
}
