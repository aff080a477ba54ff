import type { Notices } from '../shared/events/notices';
import { firstFew } from '../shared/report/wording';
import { messageOf } from '../shared/util/messageOf';
import { utc } from '../shared/util/utc';
import { oldestFound, type Span, type UnsearchedRule } from './stream/gaps';
import { HOUR } from '../shared/util/time';

/** The most rules that a message names. The data of the error have all of them. */
const NAMED = 10;

/** Reports gaps that stay open: each by one failed execution, with the same facts as data. */
export class GapReports {
	/** @param rules The texts of all rules. */
	constructor(
		private readonly notices: Notices,
		private readonly rules: readonly string[],
	) {}

	/** Reports that a part of a gap is too old for a search. */
	lost(span: Span): void {
		const reason = 'the time is too long ago for a search';
		this.report(span, this.because(reason), {
			message: `The stream was down for longer than a search reaches back: ${hours(span.to - span.from)} before ${utc(span.to)} are missing`,
			advice:
				'Posts of that time that matched the rules have started no run. A search of the full archive (X Core, Post: Search) can find them.',
			what: 'A gap could not be filled',
		});
	}

	/** Reports that some rules could not be searched; the others were. */
	unsearched(gap: Span, rules: readonly UnsearchedRule[]): void {
		if (rules.length === 0) return;
		const named = rules.map(({ rule, reason }) => `${rule} (${reason})`);
		this.report(gap, rules, {
			message: `Posts from ${utc(gap.from)} to ${utc(gap.to)} may be missing, because ${rules.length === 1 ? 'a rule' : `${rules.length} rules`} cannot be searched for: ${firstFew(named, NAMED, '; ')}`,
			advice:
				'The other rules were searched. What only the stream can match cannot be found later: use operators that recent search has as well, if gaps matter.',
			what: 'A gap was not filled for all rules',
		});
	}

	/** Reports that the node cannot read its stored gaps, so it does not know what they were. */
	damaged(now: number): void {
		const reason = 'what n8n stored about it is damaged';
		const span = { from: oldestFound(now), to: now };
		this.report(span, this.because(reason), {
			message: `What n8n stored about gaps of the stream is damaged: Posts of outages before ${utc(now)} may be missing`,
			advice:
				'The stream goes on, and what was missed since its last connection is searched for. Older gaps are not known any more: search for their Posts with X Core (Post: Search).',
			what: 'Gaps were forgotten',
		});
	}

	/** Reports that a gap could not be searched at all. */
	failed(gap: Span, error: unknown): void {
		const reason = messageOf(error);
		this.report(gap, this.because(reason), {
			message: `The Posts from ${utc(gap.from)} to ${utc(gap.to)} could not be searched for: ${reason}`,
			advice:
				'Posts of that time that matched the rules may have started no run. Search for them with X Core (Post: Search).',
		});
	}

	private report(
		{ from, to }: Span,
		rules: readonly UnsearchedRule[],
		{ message, advice, what }: { message: string; advice: string; what?: string },
	): void {
		const gap = { from: isoTimeOf(from), to: isoTimeOf(to), seconds: Math.round((to - from) / 1000) };
		this.notices.report(this.notices.problem(message, advice, { gap, rules, advice }), what);
	}

	private because(reason: string): UnsearchedRule[] {
		return this.rules.map((rule) => ({ rule, reason }));
	}
}

/** Puts a span into words, in whole hours. */
const hours = (milliseconds: number): string => `${Math.ceil(milliseconds / HOUR)} hours`;

const isoTimeOf = (time: number): string => new Date(time).toISOString();
