/** Reports people who asked to be left alone, and loops. */
import type { OncePerDay } from '../memory/oncePerDay';
import type { AnsweringRules, Verdict } from './answering';
import type { IncomingMessage } from './incomingMessage';
import { MOST_PEOPLE } from './optOuts';
import type { Notices } from './notices';
import { boundOf } from './replyLoops';

/** Reports what follows from a verdict. */
export function reportVerdict(
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

export function reportDamagedOptOuts(notices: Notices): void {
	notices.report(
		notices.problem(
			'The list of people who asked to be left alone is damaged',
			'What can be read of it still counts. Others may get answers again until they write a stop word.',
			{ kind: 'optOutsDamaged' },
		),
	);
}
