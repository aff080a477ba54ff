/** What triggers say of people who asked to be left alone, and of loops. */
import { BoundedMap } from '../util/boundedMap';
import type { AnsweringRules } from './answering';
import type { Heard } from './heard';
import { MOST_PEOPLE } from './optOuts';
import type { Notices } from './notices';
import { dayOf } from '../util/time';

/** When a loop was reported last, by person and conversation. */
const reported = new BoundedMap<string, number>(1000);

/** Reports a loop as a failed execution, once a day. */
export function loopReport(
	notices: Notices,
	{ person, conversation, at }: Heard,
	{ mostRounds }: AnsweringRules,
): void {
	const key = `${conversation} ${person}`;
	if (reported.get(key) === dayOf(at)) return;
	reported.set(key, dayOf(at));
	notices.report(
		notices.problem(
			`User ${person} answered ${mostRounds} times within 24 hours in one conversation`,
			`It may be a program that answers yours. Its further answers start nothing, until older ones are more than a day old. Raise Max Rounds per Conversation if it is a person.`,
			{ kind: 'loop', userId: person, sessionId: conversation, rounds: mostRounds },
		),
	);
}

/** Notes in n8n's log about stop words, and about the list of those who wrote them. */
export class OptOutNotes {
	constructor(private readonly notices: Notices) {}

	noted({ person }: Heard, optOut: 'stop' | 'start', isFull: boolean): void {
		this.notices.log(
			`user ${person} wrote a ${optOut} word${optOut === 'stop' ? ', and is left alone from now on' : ''}`,
		);
		if (!isFull) return;
		this.notices.report(
			this.notices.problem(
				`More than ${MOST_PEOPLE.toLocaleString('en')} people asked to be left alone`,
				'The trigger remembers no more, and forgot the oldest request. Turn on Pass On Stop Words, and keep the list in a table that the workflow looks into.',
				{ kind: 'optOutsFull', most: MOST_PEOPLE },
			),
		);
	}

	damaged(): void {
		this.notices.report(
			this.notices.problem(
				'The list of people who asked to be left alone is damaged',
				'What can be read of it still counts. Others may get answers again until they write a stop word.',
				{ kind: 'optOutsDamaged' },
			),
		);
	}
}
