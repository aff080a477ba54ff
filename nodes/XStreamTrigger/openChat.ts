import { DeliveredChat, type ChatAccess } from '../shared/chat/events/delivered';
import type { XEvent } from '../shared/events/event';
import { leftClosed, openChats } from '../shared/events/openChats';

/** Adds the decrypted content to events of encrypted conversations. A failure never loses an event. */
export class ChatOpener {
	private readonly chat = new DeliveredChat();
	private isReporting = false;

	/**
	 * @param access What the node may use to read.
	 * @param report Reports why messages cannot be decrypted: once, until one can be.
	 * @param log Says why a message does not start the workflow.
	 */
	constructor(
		private readonly access: ChatAccess,
		private readonly report: (error: unknown) => void,
		private readonly log: (message: string) => void,
	) {}

	/** @returns Undefined for a message that does not start the workflow. */
	async open(event: XEvent): Promise<XEvent | undefined> {
		try {
			const [opened] = await openChats(
				this.chat,
				[event],
				this.access,
				(fault) => this.note(fault),
				(reason) => this.log(`left out a message that is not verified: ${reason}`),
			);
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
