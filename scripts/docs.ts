/**
 * Writes the table of operations into the README, from the records that the nodes are made of.
 *
 *     npx tsx scripts/docs.ts            writes it
 *     npx tsx scripts/docs.ts --check    exits with 1 when the README is behind
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operationTables } from './docs/tables';

const readme = resolve(__dirname, '../README.md');
const [begin, end] = ['<!-- operations -->', '<!-- /operations -->'];

const before = readFileSync(readme, 'utf8');
const from = before.indexOf(begin);
const to = before.indexOf(end);
if (from < 0 || to < from) throw new Error(`README.md lacks ${begin} … ${end}`);
const after = `${before.slice(0, from + begin.length)}\n\n${operationTables()}\n\n${before.slice(to)}`;

if (!process.argv.includes('--check')) writeFileSync(readme, after);
else if (after !== before) {
	console.error('The table of operations in README.md is behind: run npx tsx scripts/docs.ts');
	process.exitCode = 1;
}
