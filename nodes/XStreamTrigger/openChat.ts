import { DeliveredChat, type ChatAccess } from '../shared/chat/events/delivered';
import type { XEvent } from '../shared/events/event';
import { leftClosed, openChats } from '../shared/events/openChats';

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
		try {
			const [opened = event] = await openChats(this.chat, [event], this.access, (fault) => this.note(fault));
			return opened;
		} catch (error) {
			this.note(error);
			return leftClosed(event, error);
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
