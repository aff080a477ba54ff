import { DeliveredChat, isChatEvent, type ChatAccess } from '../shared/chat/events/delivered';
import { UNREADABLE } from '../shared/chat/events/page';
import type { XEvent } from '../shared/events/event';
import { messageOf } from '../shared/util/messageOf';

/** Adds to the events of encrypted conversations what they say; an event is never lost over it. */
export class ChatOpener {
	private readonly chat = new DeliveredChat();
	private isReporting = false;

	/**
	 * @param access What the node may use to read.
	 * @param report Shows why messages stay closed: once, until one opens.
	 */
	constructor(
		private readonly access: ChatAccess,
		private readonly report: (error: unknown) => void,
	) {}

	/** The event with what it says. */
	async open(event: XEvent): Promise<XEvent> {
		if (!isChatEvent(event)) return event;
		try {
			const { chat, fault } = await this.chat.open(this.access, event);
			this.note(fault);
			return { ...event, chat };
		} catch (error) {
			this.note(error);
			const problem = `X could not be asked for the keys: ${messageOf(error)}`;
			return { ...event, chat: { ...UNREADABLE, kind: 'encrypted', problem, verification: problem } };
		}
	}

	private note(fault: unknown): void {
		if (fault === undefined) {
			this.isReporting = false;
			return;
		}
		if (!this.isReporting) this.report(fault);
		this.isReporting = true;
	}
}
