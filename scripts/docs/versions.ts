/** The versions of n8n that the package was tried with: `npm run versions` finds out, the README shows it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The file with the results. */
export const RESULTS_FILE = resolve(__dirname, '../../docs/n8n-versions.json');

const outcome = z.object({ passed: z.number(), total: z.number() });

const row = z.object({
	n8n: z.string(),
	/** Why it is in the list. */
	why: z.string(),
});

const tried = row.extend({
	node: z.string(),
	/** One for each node, in the real n8n. */
	flows: outcome,
	/** The harness on the n8n-core of this version, or where it says what is different there. */
	harness: z.union([outcome, z.string()]),
});

/** A version that could not be tried: what was done instead. */
const untried = row.extend({ instead: z.string() });

/** How many tests there were, and how many passed. */
export type Outcome = z.infer<typeof outcome>;
/** A version of n8n, and how the package did. */
export type Tried = z.infer<typeof tried>;

/** A version that could not be tried. */
export type Untried = z.infer<typeof untried>;

/** The stored results. */
export const results = (): Array<Tried | Untried> =>
	z.array(z.union([tried, untried])).parse(JSON.parse(readFileSync(RESULTS_FILE, 'utf8')));

function shown(result: Outcome | string): string {
	if (typeof result === 'string') return result;
	const { passed, total } = result;
	return passed === total ? 'all' : `${inWords(passed)} of ${inWords(total)}`;
}

const inWords = (count: number) => count.toLocaleString('en');

/** Of all nodes that the package has now. */
const flows = ({ passed }: Outcome): string => {
	const { n8n } = JSON.parse(readFileSync(resolve(__dirname, '../../package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	return passed === n8n.nodes.length ? 'all' : `${passed} of ${n8n.nodes.length}`;
};

/** The table of the README. */
export const versionsTable = (): string =>
	[
		'| n8n | Node.js | One flow for each node | Tests in its engine |',
		'|---|---|---|---|',
		...results().map((entry) =>
			'instead' in entry
				? `| **${entry.n8n}**, ${entry.why} | – | ${entry.instead} | – |`
				: `| **${entry.n8n}**, ${entry.why} | ${entry.node} | ${flows(entry.flows)} | ${shown(entry.harness)} |`,
		),
		'',
	].join('\n');
