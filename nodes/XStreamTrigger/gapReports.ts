import type { OpenSpan, Span } from '../shared/events/openSpans';
import type { Notices } from '../shared/events/notices';
import { firstFew } from '../shared/report/wording';
import { HOUR, utc } from '../shared/util/time';
import { RECENT_SEARCH, type UnsearchedRule } from './search/gap';

/** The most rules that a message names. The data of the error have all of them. */
const NAMED = 10;

const LOOK =
	'Posts of that time that matched the rules may have started no run. X Core (Post: Search) finds them.';

/** Reports what is missing of a stream: each gap by one failed execution, with the same facts as data. */
export class GapReports {
	constructor(
		private readonly notices: Notices,
		private readonly rules: readonly string[],
	) {}

	lost(span: Span): void {
		this.report(
			span,
			'the time is too long ago for a search',
			`The stream was down for longer than a search reaches back: ${Math.ceil((span.to - span.from) / HOUR)} hours before ${utc(span.to)} are missing`,
			'Posts of that time that matched the rules have started no run. A search of the full archive (X Core, Post: Search) can find them.',
		);
	}

	/** Reports that some rules could not be searched; the others were. */
	unsearched(gap: Span, rules: readonly UnsearchedRule[]): void {
		if (rules.length === 0) return;
		const named = rules.map(({ rule, reason }) => `${rule} (${reason})`);
		this.report(
			gap,
			rules,
			`Posts from ${utc(gap.from)} to ${utc(gap.to)} may be missing, because ${rules.length === 1 ? 'a rule' : `${rules.length} rules`} cannot be searched for: ${firstFew(named, NAMED, '; ')}`,
			'The other rules were searched. What only the stream can match cannot be found later: use operators that recent search has as well, if gaps matter.',
		);
	}

	/** Reports that the node cannot read its stored gaps, so it does not know what they were. */
	damaged(now: number): void {
		this.report(
			{ from: now - RECENT_SEARCH.reach, to: now },
			'what n8n stored about it is damaged',
			`What n8n stored about gaps of the stream is damaged: Posts of outages before ${utc(now)} may be missing`,
			'The stream goes on, and what was missed since its last connection is searched for. Older gaps are not known any more: search for their Posts with X Core (Post: Search).',
		);
	}

	/** Reports that nothing is stored, although what the node made on X shows that it has run before. */
	gone(lastUp: number | undefined, now: number): void {
		this.report(
			{ from: lastUp ?? now, to: now },
			'what n8n stored about the node is gone',
			'What n8n stored about this node is gone, as after a restored backup: X still has what the node made there',
			lastUp === undefined
				? `The stream goes on. It is not known since when something is missing. ${this.rules.length > 0 ? LOOK : 'X has no search for it.'}`
				: `What was missed since the last connection, ${utc(lastUp)}, is searched for. Posts from shortly before may start the workflow again, and earlier gaps are not known any more.`,
		);
	}

	/** Reports gaps that were open when a person switched the workflow off, and that are not searched now. */
	dropped(gaps: readonly Span[]): void {
		const reason = 'the workflow was switched off for more than a day, or its rules were changed meanwhile';
		for (const gap of gaps)
			this.report(
				gap,
				reason,
				`The Posts from ${utc(gap.from)} to ${utc(gap.to)} were not searched for: ${reason}`,
				LOOK,
			);
	}

	stillOpen(gap: OpenSpan): void {
		this.report(
			gap,
			gap.reason,
			`The Posts from ${utc(gap.from)} to ${utc(gap.to)} could not be searched for so far: ${gap.reason}`,
			`They are searched for every 15 minutes until ${utc(gap.from + RECENT_SEARCH.reach)}, and later as far as X still has them. ${LOOK}`,
		);
	}

	private report(
		{ from, to }: Span,
		why: string | readonly UnsearchedRule[],
		message: string,
		advice: string,
	): void {
		const rules = typeof why === 'string' ? this.rules.map((rule) => ({ rule, reason: why })) : [...why];
		const [start, end] = [from, to].map((time) => new Date(time).toISOString());
		const gap = { from: start, to: end, seconds: Math.round((to - from) / 1000) };
		this.notices.report(this.notices.problem(message, advice, { gap, rules, advice }));
	}
}
