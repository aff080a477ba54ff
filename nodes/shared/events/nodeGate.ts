/** Decides what starts the workflow of one trigger, what is reported of the rest, and what n8n stores. */
import type { IDataObject } from 'n8n-workflow';
import { remembered, OncePerDay } from '../memory/process';
import { HOUR } from '../util/time';
import { type AnsweringRules, boundOf, Gate, type Verdict } from './answering';
import type { IncomingMessage } from './incomingMessage';
import { LeftOut, type Reason } from './leftOut';
import type { Notices } from './notices';
import { MOST_PEOPLE } from './optOuts';

interface Stored {
	readonly stopped?: unknown;
	readonly rounds?: unknown;
}

/** Keeps what this process knows of a node. Static data may be older: simultaneous deliveries overwrite each other's. */
class Known {
	readonly gate = new Gate();
	readonly today = new OncePerDay();
	merged: Stored = {};
	/** By reason: the time of the last line about it, and how much was left out since. */
	readonly leftOut = new Map<Reason, { readonly at: number; more: number }>();
}

const gates = remembered<Known>({ name: 'who asked a trigger to stop, and its rounds', of: 'node' });

interface GateOptions {
	readonly node: string;
	readonly rules: AnsweringRules;
	readonly notices: Notices;
	readonly stored: Stored;
	/** Makes n8n store the list. Called when a request is noted and starts no run, with which n8n would store it. */
	readonly store?: () => void;
}

/** Decides what starts the workflow. A test in the editor admits everything, and remembers nothing. */
export class NodeGate {
	private readonly known: Known;

	constructor(private readonly own: GateOptions) {
		const { node, notices, stored } = own;
		this.known = notices.isTest ? new Known() : gates.getOrMake(node, () => new Known());
		if (notices.isTest) return;
		const { gate, merged } = this.known;
		const { stopped, rounds } = stored;
		this.known.merged = { stopped, rounds };
		if (rounds !== merged.rounds) gate.rounds.merge(rounds);
		if (stopped !== merged.stopped && !gate.optOuts.merge(stopped)) reportDamagedOptOuts(notices);
	}

	/** Returns the request of the writer, or the reason why it starts nothing. An event without a message is admitted. */
	admit(heard: IncomingMessage | undefined): Pick<Verdict, 'optOut'> | LeftOut {
		if (!heard) return {};
		const { isAdmitted, optOut, loop } = this.judge(heard);
		if (isAdmitted) return optOut === undefined ? {} : { optOut };
		return new LeftOut(optOut !== undefined ? 'stopWord' : loop === undefined ? 'stopped' : 'loop');
	}

	/** Writes to n8n's log why something starts nothing: once an hour for each reason, and each time in a test. */
	tellLeftOut(what: string, { reason, why }: LeftOut): void {
		const { notices } = this.own;
		const now = Date.now();
		const last = this.known.leftOut.get(reason);
		if (last !== undefined && !notices.isTest && now - last.at < HOUR) {
			last.more++;
			return;
		}
		const more = last?.more ? ` (and ${last.more} more since the last line)` : '';
		const level = notices.isTest || reason === 'unverified' ? 'warn' : 'info';
		notices.log(`left out ${what}: ${why}${more}`, level);
		this.known.leftOut.set(reason, { at: now, more: 0 });
	}

	count(events: number): void {
		this.own.notices.count(events);
	}

	/** Judges a message, and reports what a person must know of it. */
	judge(heard: IncomingMessage): Verdict {
		const { rules, notices, store } = this.own;
		if (notices.isTest) return { isAdmitted: true };
		const { gate, today } = this.known;
		const verdict = gate.judge(heard, rules);
		reportVerdict(notices, heard, verdict, rules, today);
		if (verdict.optOut !== undefined && !verdict.isAdmitted) store?.();
		return verdict;
	}

	get stored(): { readonly stopped: string | undefined; readonly rounds: string | undefined } {
		const { optOuts, rounds } = this.known.gate;
		return { stopped: optOuts.stored, rounds: rounds.stored(this.own.rules.mostRounds) };
	}

	/** Puts it into static data that n8n is about to store, and that may be older. */
	keepIn(data: IDataObject): void {
		const { stored } = this;
		for (const [name, value] of Object.entries(stored))
			if (value !== undefined && value !== data[name]) data[name] = value;
		this.known.merged = { stopped: data.stopped, rounds: data.rounds };
	}
}

/** Reports what follows from a verdict. */
function reportVerdict(
	notices: Notices,
	heard: IncomingMessage,
	{ optOut, loop, isFull }: Verdict,
	{ mostRounds }: AnsweringRules,
	today: OncePerDay,
): void {
	const { person, conversation, at } = heard;
	if (optOut !== undefined)
		notices.log(
			`user ${person} wrote a ${optOut} word${optOut === 'stop' ? ', and is left alone from now on' : ''}`,
		);
	if (isFull === true && today.isFirst('full', at)) reportFull(notices);
	if (loop === undefined || !today.isFirst(`loop ${loop === 'person' ? '' : conversation} ${person}`, at))
		return;
	const rounds = boundOf(loop, mostRounds);
	const times = rounds === 1 ? 'once' : `${rounds} times`;
	notices.report(
		notices.problem(
			loop === 'person'
				? `User ${person} wrote to the account ${times} within 24 hours`
				: `User ${person} answered ${times} within 24 hours in one conversation`,
			'It may be a program that answers yours. What it writes beyond that starts nothing, until older ones are more than a day old. Raise Max Rounds per Conversation if it is a person.',
			{ kind: 'loop', of: loop, userId: person, sessionId: conversation, rounds },
		),
	);
}

function reportFull(notices: Notices): void {
	notices.report(
		notices.problem(
			`More than ${MOST_PEOPLE.toLocaleString('en')} people asked to be left alone`,
			'The trigger remembers no more, and forgets the oldest request for each further one. Turn on Pass On Stop Words, and keep the list in a table that the workflow looks into.',
			{ kind: 'optOutsFull', most: MOST_PEOPLE },
		),
	);
}

function reportDamagedOptOuts(notices: Notices): void {
	notices.report(
		notices.problem(
			'The list of people who asked to be left alone is damaged',
			'What can be read of it still counts. Others may get answers again until they write a stop word.',
			{ kind: 'optOutsDamaged' },
		),
	);
}
