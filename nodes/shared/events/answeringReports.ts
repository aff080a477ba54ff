/** Reports people who asked to be left alone, and loops. */
import type { OncePerDay } from '../memory/oncePerDay';
import type { AnsweringRules, Verdict } from './answering';
import type { IncomingMessage } from './incomingMessage';
import { MOST_PEOPLE } from './optOuts';
import type { Notices } from './notices';

/** Reports what follows from a verdict. */
export function reportVerdict(
	notices: Notices,
	heard: IncomingMessage,
	{ optOut, isLoop, isFull }: Verdict,
	{ mostRounds }: AnsweringRules,
	today: OncePerDay,
): void {
	const { person, conversation, at } = heard;
	if (optOut !== undefined)
		notices.log(
			`user ${person} wrote a ${optOut} word${optOut === 'stop' ? ', and is left alone from now on' : ''}`,
		);
	if (isFull === true && today.isFirst('full', at)) reportFull(notices);
	const times = mostRounds === 1 ? 'once' : `${mostRounds} times`;
	if (isLoop === true && today.isFirst(`loop ${conversation} ${person}`, at))
		notices.report(
			notices.problem(
				`User ${person} answered ${times} within 24 hours in one conversation`,
				`It may be a program that answers yours. Its further answers start nothing, until older ones are more than a day old. Raise Max Rounds per Conversation if it is a person.`,
				{ kind: 'loop', userId: person, sessionId: conversation, rounds: mostRounds },
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

export function reportDamagedOptOuts(notices: Notices): void {
	notices.report(
		notices.problem(
			'The list of people who asked to be left alone is damaged',
			'What can be read of it still counts. Others may get answers again until they write a stop word.',
			{ kind: 'optOutsDamaged' },
		),
	);
}
