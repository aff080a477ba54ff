/** The gate of one trigger: what starts its workflow, what is reported of the rest, and what n8n stores. */
import type { IDataObject } from 'n8n-workflow';
import { remembered } from '../memory/process';
import { OncePerDay } from '../memory/oncePerDay';
import { Gate, type AnsweringRules, type Verdict } from './answering';
import { reportDamagedOptOuts, reportVerdict } from './answeringReports';
import type { XEvent } from './event';
import { heardInEvent, type Heard } from './heard';
import type { Notices } from './notices';

/** What this process knows of a node. Static data may be older: simultaneous deliveries overwrite each other's. */
class Known {
	readonly gate = new Gate();
	readonly today = new OncePerDay();
	/** What was read from static data last. */
	merged: unknown;
}

const gates = remembered<Known>({ name: 'who asked a trigger to stop, and its rounds', of: 'node' });

interface Stored {
	/** Who asked to be left alone. */
	readonly stopped?: unknown;
}

interface GateOptions {
	/** Names the node within this process. */
	readonly node: string;
	readonly rules: AnsweringRules;
	readonly notices: Notices;
	/** What n8n has stored for the node. */
	readonly stored: Stored;
	/** Makes n8n store the list. Called when a request is noted and starts no run, with which n8n would store it. */
	readonly store?: () => void;
}

/** A test in the editor admits everything, and remembers nothing. */
export class NodeGate {
	private readonly known: Known;

	constructor(private readonly own: GateOptions) {
		const { node, notices, stored } = own;
		this.known = notices.isTest ? new Known() : gates.getOrMake(node, () => new Known());
		if (notices.isTest) return;
		if (stored.stopped === this.known.merged) return;
		this.known.merged = stored.stopped;
		if (!this.known.gate.optOuts.merge(stored.stopped)) reportDamagedOptOuts(notices);
	}

	/**
	 * The event as the workflow gets it. Undefined if it starts nothing.
	 *
	 * @param isOwn Whether an ID is that of an account that counts as the workflow's own for an event.
	 */
	admit(event: XEvent, isOwn: (event: XEvent, id: string) => boolean): XEvent | undefined {
		const heard = heardInEvent(event, (id) => isOwn(event, id));
		if (!heard) return event;
		const { isAdmitted, optOut } = this.judge(heard);
		if (!isAdmitted) return undefined;
		return optOut === undefined ? event : { ...event, optOut };
	}

	/** What becomes of what was heard. What a person must know of it is reported. */
	judge(heard: Heard): Pick<Verdict, 'isAdmitted' | 'optOut'> {
		const { rules, notices, store } = this.own;
		if (notices.isTest) return { isAdmitted: true };
		const { gate, today } = this.known;
		const verdict = gate.judge(heard, rules);
		reportVerdict(notices, heard, verdict, rules, today);
		if (verdict.optOut !== undefined && !verdict.isAdmitted) store?.();
		return verdict;
	}

	/** Who asked to be left alone, for static data. Undefined if no one has asked. */
	get stopped(): string | undefined {
		return this.known.gate.optOuts.stored;
	}

	/** Puts the list into static data that n8n is about to store, and that may be older. */
	keepIn(data: IDataObject): void {
		const { stopped } = this;
		if (stopped === undefined || stopped === data.stopped) return;
		data.stopped = stopped;
		this.known.merged = stopped;
	}
}
