/** The versions of n8n that the package was tried with: `npm run versions` finds out, the README shows it. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The file with the results. */
export const RESULTS_FILE = resolve(__dirname, '../../docs/n8n-versions.json');

const outcome = z.object({ passed: z.number(), total: z.number() });

const tried = z.object({
	n8n: z.string(),
	/** Why it is in the list. */
	why: z.string(),
	node: z.string(),
	/** One for each node, in the real n8n. */
	flows: outcome,
	/** The harness on the n8n-core of this version, or why it does not run there. */
	harness: z.union([outcome, z.string()]),
});

/** How many tests there were, and how many passed. */
export type Outcome = z.infer<typeof outcome>;
/** A version of n8n, and how the package did. */
export type Tried = z.infer<typeof tried>;

/** The stored results. */
export const results = (): Tried[] => z.array(tried).parse(JSON.parse(readFileSync(RESULTS_FILE, 'utf8')));

const shown = (result: Outcome | string) =>
	typeof result === 'string' ? result : `${inWords(result.passed)} of ${inWords(result.total)}`;

const inWords = (count: number) => count.toLocaleString('en');

/** The table of the README. */
export const versionsTable = (): string =>
	[
		'| n8n | Node.js | One flow for each node | Tests in its engine |',
		'|---|---|---|---|',
		...results().map(
			({ n8n, why, node, flows, harness }) =>
				`| **${n8n}**, ${why} | ${node} | ${shown(flows)} | ${shown(harness)} |`,
		),
		'',
	].join('\n');
