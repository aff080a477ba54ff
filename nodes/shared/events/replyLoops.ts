/**
 * Counts how often one person answers what the account wrote in one conversation, and how often they write to it in all.
 * Two programs that answer each other do so without end; every round costs both of them money.
 */
import { BoundedMap } from '../memory/boundedMap';
import { DAY } from '../util/time';
import { digestOf } from './eventDigests';
import type { IncomingMessage } from './incomingMessage';

/** Conversations and people that a process remembers for one trigger. */
const REMEMBERED = 4000;
/** The most that are stored, those nearest to their bound first. */
const STORED = 100;
/** What has reached this part of its bound is stored: a loop must not begin anew with each restart. */
const NEAR = 0.5;
/** A person may write this many times as often in all as in one conversation. */
const TIMES = 10;

/** One stored entry: person, conversation or nothing, rounds, and the second of the last one. */
const ENTRY = /^(\d{1,19}):([^:,]*):(\d{1,4}):(\d{1,12})$/;

type Written = Omit<IncomingMessage, 'isToAccount' | 'isForged'> & { readonly person: string };

export type LoopOf = 'conversation' | 'person';

export class ReplyLoops {
	/** By person and conversation: the rounds, and when. A round is what was answered, or a message. */
	private readonly rounds = new BoundedMap<string, ReadonlyMap<string, number>>(REMEMBERED);

	/** Counts what a person wrote. Returns the bound that was reached before; what exceeds it is not counted. */
	reached({ person, text, conversation, answered, at }: Written, most: number): LoopOf | undefined {
		if (most === 0) return undefined;
		// X delivers a message again that n8n did not take.
		const round = digestOf(JSON.stringify([at, conversation, text]));
		const all = [{ of: 'person' as LoopOf, key: keyOf(person), round }];
		if (answered !== undefined && conversation !== null)
			all.unshift({ of: 'conversation', key: keyOf(person, conversation), round: answered });
		const counted = all.map((each) => ({ ...each, recent: this.recent(each.key, at) }));
		const full = counted.find(
			({ of, round, recent }) => !recent.has(round) && recent.size >= boundOf(of, most),
		);
		if (full) return full.of;
		for (const { key, round, recent } of counted)
			this.rounds.set(key, recent.set(round, recent.get(round) ?? at));
		return undefined;
	}

	/** The conversations and people near their bound, for static data. Is undefined if there are none. */
	stored(most: number): string | undefined {
		const near = [...this.rounds].flatMap(([key, rounds]) => {
			const part = rounds.size / boundOf(key.endsWith(':') ? 'person' : 'conversation', most);
			const last = Math.floor(Math.max(...rounds.values()) / 1000);
			return part >= NEAR ? [{ part, entry: `${key}:${rounds.size}:${last}` }] : [];
		});
		const first = near.sort((one, other) => other.part - one.part).slice(0, STORED);
		return first.length === 0 ? undefined : first.map(({ entry }) => entry).join(',');
	}

	merge(stored: unknown): void {
		if (typeof stored !== 'string') return;
		for (const entry of stored.split(',')) {
			const [, person = '', conversation, rounds, second] = ENTRY.exec(entry) ?? [];
			const key = `${person}:${conversation}`;
			const known = new Map(this.rounds.get(key));
			for (let count = known.size; count < Number(rounds); count++)
				known.set(`before ${count}`, Number(second) * 1000);
			if (known.size > 0) this.rounds.set(key, known);
		}
	}

	private recent(key: string, at: number): Map<string, number> {
		return new Map([...(this.rounds.get(key) ?? [])].filter(([, time]) => Math.abs(at - time) < DAY));
	}
}

const keyOf = (person: string, conversation = ''): string =>
	`${person}:${encodeURIComponent(conversation).replaceAll(':', '')}`;

/** Returns how many rounds are allowed in any 24 hours. */
export const boundOf = (of: LoopOf, most: number): number => (of === 'person' ? TIMES * most : most);
