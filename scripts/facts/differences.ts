/** What differs between the facts and what X publishes, in words. */

/** `added`: published and not in the facts. `gone`: in the facts and no longer published. */
export type Change = 'added' | 'gone' | 'changed';

export interface Difference {
	readonly change: Change;
	/** What it is about, e.g. `POST /2/tweets` or `Prices`. */
	readonly subject: string;
	/** What differs, e.g. `body field tag (string, required)`. */
	readonly what: string;
}

/** One line of the report. */
export const lineOf = ({ change, subject, what }: Difference): string => `${change} · ${subject}: ${what}`;

/**
 * What is in only one of two lists, by key, and what `compare` finds in those that both have.
 *
 * @param report The key of an entry, its words, and what differs between two entries of one key.
 */
export function listDifferences<F, P>(
	facts: readonly F[],
	published: readonly P[],
	report: {
		readonly subject: string;
		readonly factKey: (entry: F) => string;
		readonly publishedKey: (entry: P) => string;
		readonly gone: (entry: F) => string;
		readonly added: (entry: P) => string;
		readonly compare: (fact: F, entry: P) => readonly string[];
	},
): Difference[] {
	const { subject, factKey, publishedKey } = report;
	const factBy = new Map(facts.map((entry) => [factKey(entry), entry]));
	const publishedKeys = new Set(published.map(publishedKey));
	const gone = facts.filter((entry) => !publishedKeys.has(factKey(entry)));
	return [
		...published.flatMap((entry): Difference[] => {
			const fact = factBy.get(publishedKey(entry));
			if (fact === undefined) return [{ change: 'added', subject, what: report.added(entry) }];
			return report.compare(fact, entry).map((what) => ({ change: 'changed', subject, what }));
		}),
		...gone.map((entry): Difference => ({ change: 'gone', subject, what: report.gone(entry) })),
	];
}
