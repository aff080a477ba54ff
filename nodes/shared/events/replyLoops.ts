/**
 * Counts how often one person answers what the account wrote in one conversation. Two programs that answer each other
 * do so without end; every round costs both of them money.
 */
import { BoundedMap } from '../memory/boundedMap';
import { DAY } from '../util/time';

/** Conversations that a process remembers for one trigger. */
const CONVERSATIONS = 2000;

/** An answer to something that the account wrote. */
interface Answer {
	readonly person: string;
	readonly conversation: string;
	/** The ID of what is answered. */
	readonly answered: string;
	/** The time of writing, in milliseconds since 1970. */
	readonly at: number;
}

export class ReplyLoops {
	/** By conversation and person: what was answered, and when. */
	private readonly answers = new BoundedMap<string, ReadonlyMap<string, number>>(CONVERSATIONS);

	/**
	 * Counts an answer. Several answers to one thing are one round.
	 *
	 * @param most The rounds that are allowed in any 24 hours; 0 for any number.
	 * @returns Whether there were too many before. Such an answer is not counted.
	 */
	isOver({ person, conversation, answered, at }: Answer, most: number): boolean {
		if (most === 0) return false;
		const key = `${conversation} ${person}`;
		const recent = new Map(
			[...(this.answers.get(key) ?? [])].filter(([, time]) => Math.abs(at - time) < DAY),
		);
		if (!recent.has(answered) && recent.size >= most) return true;
		this.answers.set(key, recent.set(answered, recent.get(answered) ?? at));
		return false;
	}
}
