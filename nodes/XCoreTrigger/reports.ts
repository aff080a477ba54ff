/** This file words the problems that a poll reports as failed executions, with data for an error workflow. */
import type { Notices } from '../shared/events/notices';
import { MOST_NEW, type Span } from './cursor/cursor';

type Problem = Parameters<Notices['problem']>;

const timeIn = (milliseconds: number | undefined): string | null =>
	milliseconds === undefined ? null : new Date(milliseconds).toISOString();

const spanOf = ({ from, to }: Span) => ({ from: timeIn(from), to: timeIn(to) });

/** Reports that X no longer has a part of what came since the last complete poll. */
export function lossProblem(span: Span): Problem {
	const { from, to } = spanOf(span);
	const words = from === null || to === null ? '' : ` (${from} to ${to})`;
	return [
		`X no longer reaches back to where the last poll ended${words}`,
		'The trigger goes on with what X still has. What came before that, after the last poll, may be missing: poll more often than X forgets, which is after seven days for searches, 30 days for messages, 800 mentions and 3,200 Posts of a user.',
		{ kind: 'lost', from, to },
	];
}

/** Reports that a list has nothing left that the node remembers, so nothing shows which entries are new. */
export function unsureProblem(entries: number, span: Span): Problem {
	return [
		`${entries.toLocaleString('en')} entries may be new or old: none of those that were known is left in the list`,
		'They did not start the workflow, and are known from now on. X may have removed accounts, or more was added between two polls than can be compared: look at the list, and poll more often.',
		{ kind: 'unsure', entries, ...spanOf(span) },
	];
}

/** Logs that more is new than one poll passes on. Nothing is lost, so this is no failed execution. */
export const logFull = (notices: Notices): void =>
	notices.log(
		`more than ${MOST_NEW.toLocaleString('en')} entries are new; the others come with the next polls`,
	);

/** Reports that the credential belongs to another account than before. */
export function accountProblem([before, now]: readonly [string, string], span: Span): Problem {
	return [
		`The credential is connected with another account (user ${now}, before: ${before})`,
		'The trigger begins anew: what comes from now on for the new account starts the workflow. What came for the earlier one since its last poll does not.',
		{ kind: 'otherAccount', before, now, ...spanOf(span) },
	];
}

/** Reports that the node cannot read what n8n stored for it. */
export function damageProblem(span: Span): Problem {
	return [
		'What this node remembered is damaged',
		'The trigger begins anew: what comes from now on starts the workflow. What came since the last poll does not.',
		{ kind: 'damaged', ...spanOf(span) },
	];
}
