import { DeliveredChat, type ChatAccess } from '../shared/chat/events/delivered';
import type { XEvent } from '../shared/events/event';
import type { LeftOut } from '../shared/events/leftOut';
import { leftClosed, openChat } from '../shared/events/openChats';

/** Adds the decrypted content to events of encrypted conversations. A failure never loses an event. */
export class ChatOpener {
	private readonly chat = new DeliveredChat();
	private isReporting = false;

	/** @param report Reports why messages cannot be decrypted: once, until one can be. */
	constructor(
		private readonly access: ChatAccess,
		private readonly report: (error: unknown) => void,
	) {}

	/** @returns The event, or the reason why it does not start the workflow. */
	async open(event: XEvent): Promise<XEvent | LeftOut> {
		try {
			return await openChat(this.chat, event, this.access, (fault) => this.note(fault));
		} catch (error) {
			this.note(error);
			return leftClosed(event, error);
		}
	}

	private note(fault: unknown): void {
		if (fault !== undefined && !this.isReporting) this.report(fault);
		this.isReporting = fault !== undefined;
	}
}
