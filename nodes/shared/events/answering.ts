/** Keeps a workflow from answering itself, another program without end, or a person who wants no answers. */
import { flag, list, number } from '../fields';
import { users } from '../core/locators';
import type { Fields } from '../operation/operation';
import type { IncomingMessage } from './incomingMessage';
import { OptOuts } from './optOuts';
import { ReplyLoops, type LoopOf } from './replyLoops';

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
