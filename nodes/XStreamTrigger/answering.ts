/** What keeps a workflow that answers from answering too much; see `shared/events/answering`. */
import { Gate } from '../shared/events/answering';
import { loopReport, OptOutNotes } from '../shared/events/answeringReports';
import type { XEvent } from '../shared/events/event';
import { heardInEvent } from '../shared/events/heard';
import type { Participant } from './prepare';

export class Answering {
	private readonly gate = new Gate();
	private readonly notes: OptOutNotes;

	/**
	 * @param stored The value of `stored` before a restart.
	 * @param keep Puts the state of the node into static data.
	 */
	constructor(
		private readonly own: Participant,
		stored: unknown,
		private readonly keep: () => void,
	) {
		this.notes = new OptOutNotes(own.notices);
		if (!this.gate.optOuts.merge(stored)) this.notes.damaged();
	}

	/** For static data. */
	get stored(): string | undefined {
		return this.gate.optOuts.stored;
	}

	/** The event as the workflow gets it. Undefined if it starts nothing. A test gets all events. */
	admit(event: XEvent): XEvent | undefined {
		const { isTest, settings, notices } = this.own;
		const heard = isTest ? undefined : heardInEvent(event, (id) => this.isOwn(event, id));
		if (!heard) return event;
		const { isAdmitted, optOut, isLoop, isFull } = this.gate.judge(heard, settings.answering);
		if (isLoop === true) loopReport(notices, heard, settings.answering);
		if (optOut === undefined) return isAdmitted ? event : undefined;
		this.notes.noted(heard, optOut, isFull === true);
		if (isAdmitted) return { ...event, optOut };
		this.keep();
		// A run without items: n8n stores static data with it, and no other node runs.
		this.own.context.emit([[]]);
		return undefined;
	}

	/** Posts of rules do not say whose events they are. */
	private isOwn({ source, userId }: XEvent, id: string): boolean {
		return (source === 'activity' && id === userId) || this.own.ownPosts.accounts.includes(id);
	}
}
