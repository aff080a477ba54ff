/** docs/reliability.md: a table for each kind of operation, as it was measured. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupBy } from 'lodash';
import type { Duration, Measured, Kind, Told } from './scene';

const FILE = join(__dirname, '../../../docs/reliability.md');

const HEAD = `# Reliability

What happens when something goes wrong between n8n and X. Each kind of request meets each fault once, and the lasting ones as long as a run tries. The nodes run in n8n's own engine against a simulated X that counts requests and remembers what it did; times are skipped. The tables are written by the test that measures them (\`test/harness/reliability\`), which fails when one is stale.

In every cell of every table:

- nothing is created twice;
- every result that is missing has an error or a hint, and every error says what happened and what to do;
- where X may have done what was asked although the run failed, the advice says to look first whether it was done;
- a run waits no longer than Max Wait (16 minutes, unless you change it) and makes at most four attempts.

An answer that never comes is given up by n8n after five minutes. Runs are with *On Error → Continue*, so that results and errors stand side by side.

With n8n's *Retry On Fail*, nothing that X confirmed is sent again by a later try ([how](resume.md#retry-on-fail), measured by \`test/harness/retryOnFail.test.ts\`).
`;

export interface Row {
	readonly fault: string;
	readonly cells: Partial<Record<Duration, Measured>>;
}

/** What differs from run to run. */
const steady = (text: string): string =>
	text
		.replace(/127\.0\.0\.1:\d+/g, 'api.x.com')
		.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, '(time)')
		.replace(/\b[0-9a-f]{32}\b|\b\d{15,}\b/g, '…')
		.replace(/\|/g, '\\|');

/** The errors of a section, numbered in the order in which they come. */
class Notes {
	readonly texts: string[] = [];

	number(text: string): number {
		const known = this.texts.indexOf(text);
		return known >= 0 ? known + 1 : this.texts.push(text);
	}
}

/** The message of a trigger has the advice in it, as the editor shows nothing else there. */
const noteOf = ({ message, advice }: Told) =>
	steady(
		advice === ''
			? message
			: `${message.replace(advice, '').trim().replace(/\.$/, '')}. _${advice.replace(/\.$/, '')}._`,
	);

function cell(kind: Kind, notes: Notes, seen: Measured | undefined): string {
	if (!seen) return '';
	const { results, errors, hints, arrived, made, waited } = seen;
	const numbers = [
		...new Set([...errors.map(noteOf), ...hints.map(steady)].map((text) => notes.number(text))),
	];
	const count = kind.results > 1 && results < kind.results ? `${results} of ${kind.results} results` : '';
	const isDone = results >= kind.results;
	const outcome = [
		isDone ? 'done' : count,
		...(numbers.length > 0 ? [`${errors.length > 0 ? 'error' : 'hint'} ${numbers.join(', ')}`] : []),
	].filter(Boolean);
	const requests = arrived > 8 ? 'many requests' : `${arrived} request${arrived === 1 ? '' : 's'}`;
	const waits = waited > 20_000 ? ['waits'] : [];
	const state =
		made === undefined || kind.makes === undefined || isDone
			? []
			: [made === 0 ? 'not done on X' : made === kind.makes ? 'done on X' : `${made} of ${kind.makes} on X`];
	return [outcome.join(', ') || 'nothing came', requests, ...waits, ...state].join('; ');
}

const line = (cells: readonly string[], widths: readonly number[]): string =>
	`| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;

function table(rows: readonly (readonly string[])[]): string {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const [head = [], ...rest] = rows;
	const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
	return [line(head, widths), rule, ...rest.map((row) => line(row, widths))].join('\n');
}

/**
 * The section of a kind. Faults with the same outcome share a row.
 *
 * @param rows What was measured, by fault.
 */
export function section(kind: Kind, rows: readonly Row[]): string {
	const notes = new Notes();
	const cells = rows.map(({ fault, cells: { once, 'as long as it lasts': lasting } }) => ({
		fault,
		once: cell(kind, notes, once),
		lasting: cell(kind, notes, lasting),
	}));
	const grouped = Object.values(groupBy(cells, ({ once, lasting }) => `${once}|${lasting}`)).map((group) => [
		group.map(({ fault }) => fault).join('<br>'),
		group[0]?.once ?? '',
		group[0]?.lasting ?? '',
	]);
	const listed = notes.texts.map((text, index) => `${index + 1}. ${text}`).join('\n');
	return [
		`## ${kind.name}`,
		`${kind.example} (\`${kind.at.method} ${kind.at.path}\`).`,
		table([['Fault', 'Once', 'As long as it lasts'], ...grouped]),
		...(listed === '' ? [] : [listed]),
	].join('\n\n');
}

/** The section of a kind as the page has it now. */
export function documented({ name }: Kind): string {
	const [, found = ''] = readFileSync(FILE, 'utf8').split(new RegExp(`^(?=## ${name}$)`, 'm'));
	return (found.split(/\n(?=## )/)[0] ?? '').trim();
}

/** Writes the page. */
export function write(sections: readonly string[]): void {
	writeFileSync(FILE, `${[HEAD.trim(), ...sections].join('\n\n')}\n`);
}
