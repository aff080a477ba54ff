/** Keeps a workflow from answering itself, another program without end, or a person who wants no answers. */
import { users } from '../core/locators';
import { flag, list, number } from '../fields';
import { BoundedMap } from '../memory/boundedMap';
import type { Fields } from '../operation/operation';
import { DAY } from '../util/time';
import { digestOf } from './eventDigests';
import type { IncomingMessage } from './incomingMessage';
import { OptOuts } from './optOuts';

/** The rounds of a day after which a conversation with one person looks like one of two programs. */
const MOST_ROUNDS = 25;

/** Options of all triggers. Saved workflows contain their names. */
export const ANSWERING = {
	mostRounds: number({
		label: 'Max Rounds per Conversation',
		min: 0,
		max: 1000,
		default: MOST_ROUNDS,
		description:
			'How many Posts of the account one person may answer in a conversation within 24 hours. In all they may write to it ten times as often, Direct Messages included. More start nothing, which ends a loop of two bots. 0: no limit.',
	}),
	ownAccounts: users({
		label: 'Own Accounts',
		placeholder: 'e.g. @my_bot, 2244994945',
		description:
			'Further accounts that your workflows write as, by ID, @username or profile URL; "me" is the account of the credential. What they write starts nothing.',
	}),
	passOnStops: flag({
		label: 'Pass On Stop Words',
		description: 'Whether stop and start words start the workflow too, with optOut',
	}),
	startWords: list({
		default: 'START',
		description: 'Words by which a person takes a stop word back',
	}),
	stopWords: list({
		placeholder: 'e.g. STOP, UNSUBSCRIBE',
		default: 'STOP',
		description:
			'Words, separated by commas. Who writes nothing but one of them starts nothing from then on.',
	}),
} satisfies Fields;

interface ChosenOptions {
	readonly mostRounds?: number | undefined;
	readonly passOnStops?: boolean | undefined;
	readonly startWords?: readonly string[] | undefined;
	readonly stopWords?: readonly string[] | undefined;
}

export interface AnsweringRules {
	readonly mostRounds: number;
	readonly passesOn: boolean;
	/** Empty if no one can stop the workflow. */
	readonly stopWords: ReadonlySet<string>;
	readonly startWords: ReadonlySet<string>;
}

export const chosenAnswering = ({
	mostRounds = MOST_ROUNDS,
	passOnStops = false,
	startWords = ['START'],
	stopWords = [],
}: ChosenOptions): AnsweringRules => ({
	mostRounds,
	passesOn: passOnStops,
	stopWords: wordsOf(stopWords),
	startWords: wordsOf(startWords),
});

/** The most characters of a message that may be a stop or start word. */
const LONGEST = 200;

/**
 * The words of a text without letter case, accents, mentions, punctuation, emoji and invisible characters. Capitals have
 * no accents in some languages, and keyboards add marks of direction. Of emoji alone these stay.
 */
function plain(text: string): string {
	const words = text
		.normalize('NFKD')
		.replace(/@\w{1,15}|[\p{P}\s]/gu, ' ')
		.replace(/[\p{Default_Ignorable_Code_Point}\u0300-\u036f]/gu, '')
		.toUpperCase();
	return joined(words.replace(/\p{S}/gu, ' ')) || joined(words);
}

const joined = (words: string): string => words.trim().replace(/\s+/g, ' ');

/** Reads words. Punctuation alone is none, because a picture without text would match it. */
const wordsOf = (words: readonly string[]): ReadonlySet<string> =>
	new Set(words.map(plain).filter((word) => word !== ''));

export interface Verdict {
	readonly isAdmitted: boolean;
	readonly optOut?: 'stop' | 'start';
	readonly loop?: LoopOf;
	readonly isFull?: boolean;
}

const ADMITTED: Verdict = { isAdmitted: true };
const LEFT_OUT: Verdict = { isAdmitted: false };

/** Decides what a trigger passes on. */
export class Gate {
	readonly optOuts = new OptOuts();

	readonly rounds = new ReplyLoops();

	judge(heard: IncomingMessage, rules: AnsweringRules): Verdict {
		const { person, text, at, isToAccount, isForged } = heard;
		if (person === undefined) return ADMITTED;
		// A forged message must neither silence a person nor speak for them.
		const asked = isForged ? undefined : requestIn(text, rules);
		// A request that n8n could not start a run for comes again, and is one again.
		const isNews = asked !== undefined && this.optOuts.isNews(person, asked === 'stop', at);
		if (isNews || asked === 'stop') {
			const isFull = this.optOuts.note(person, asked === 'stop', at);
			if (isNews) return { isAdmitted: rules.passesOn, optOut: asked, isFull };
		}
		if (asked === 'stop' || (rules.stopWords.size > 0 && this.optOuts.has(person))) return LEFT_OUT;
		if (!isToAccount) return ADMITTED;
		const loop = this.rounds.reached({ ...heard, person }, rules.mostRounds);
		return loop ? { isAdmitted: false, loop } : ADMITTED;
	}
}

function requestIn(text: string | null, { stopWords, startWords }: AnsweringRules) {
	if (stopWords.size === 0 || text === null || text.length > LONGEST) return undefined;
	const word = plain(text);
	if (stopWords.has(word)) return 'stop';
	return startWords.has(word) ? 'start' : undefined;
}

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

type LoopOf = 'conversation' | 'person';

/**
 * Counts how often one person answers what the account wrote in one conversation, and how often they write to it in all.
 * Two programs that answer each other do so without end; every round costs both of them money.
 */
class ReplyLoops {
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
