import { DeliveredChat, type ChatAccess } from '../shared/chat/events/delivered';
import { UNREADABLE } from '../shared/chat/events/page';
import type { XEvent } from '../shared/events/event';
import type { LeftOut } from '../shared/events/leftOut';
import { openChat } from '../shared/events/openChats';
import { messageOf } from '../shared/util/text';

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
			const problem = `X could not be asked for the keys: ${messageOf(error)}`;
			return { ...event, chat: { ...UNREADABLE, kind: 'encrypted', problem, verification: problem } };
		}
	}

	private note(fault: unknown): void {
		if (fault !== undefined && !this.isReporting) this.report(fault);
		this.isReporting = fault !== undefined;
	}
}
