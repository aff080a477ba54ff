import type { Notices } from '../shared/events/notices';
import { messageOf } from '../shared/util/messageOf';
import { hours, iso } from './format';
import type { Gap, UnsearchedRule } from './stream/gaps';

/** The most rules that a message names. The data of the error have all of them. */
const NAMED = 10;

/** What a node reports about gaps that stay open: one failed execution for each. */
export class GapReports {
	constructor(private readonly notices: Notices) {}

	/** @param from The oldest time that is searched. */
	lost(from: number, lost: number): void {
		this.notices.report(
			this.notices.problem(
				`The stream was down for longer than a search reaches back: ${hours(lost)} before ${iso(from)} are missing`,
				'Posts of that time that matched the rules have started no run. A search of the full archive (X Core, Post: Search) can find them.',
			),
			'A gap could not be filled',
		);
	}

	/** Some rules could not be searched; the others were. */
	unsearched(gap: Gap, rules: readonly UnsearchedRule[]): void {
		if (rules.length === 0) return;
		const named = rules.slice(0, NAMED).map(({ rule, reason }) => `${rule} (${reason})`);
		const more = rules.length > NAMED ? ` and ${rules.length - NAMED} more` : '';
		const problem = this.notices.problem(
			`Posts from ${iso(gap.from)} to ${iso(gap.to)} may be missing, because ${rules.length === 1 ? 'a rule' : `${rules.length} rules`} cannot be searched for: ${named.join('; ')}${more}`,
			'The other rules were searched. What only the stream can match cannot be found later: use operators that recent search has as well, if gaps matter.',
			{ gap: spanOf(gap), rules },
		);
		this.notices.report(problem, 'A gap was not filled for all rules');
	}

	failed(gap: Gap, error: unknown): void {
		const problem = this.notices.problem(
			`The Posts from ${iso(gap.from)} to ${iso(gap.to)} could not be searched for: ${messageOf(error)}`,
			'Posts of that time that matched the rules may have started no run. Search for them with X Core (Post: Search).',
			{ gap: spanOf(gap) },
		);
		this.notices.report(problem);
	}
}

const spanOf = ({ from, to }: Gap) => ({
	from: new Date(from).toISOString(),
	to: new Date(to).toISOString(),
});
