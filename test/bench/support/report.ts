/** What a ratio should be; only printed, for times never fail a run. */
export interface Goal {
	atLeast?: number;
	atMost?: number;
}

type Cell = string | number;

/** Collects what a benchmark found; prints the ratios, which hold on any machine, before the absolute numbers. */
export class Report {
	private readonly ratios: string[] = [];
	private readonly tables: string[] = [];
	private readonly notes: string[] = [];
	private readonly wrongs: string[] = [];

	/** A figure without a unit that does not depend on the machine. */
	ratio(what: string, value: number, goal: Goal = {}): void {
		this.ratios.push(`  ${round(value).padStart(7)} ×  ${what}${verdict(value, goal)}`);
	}

	/** Absolute numbers. The first column is aligned left, the others right. */
	table(title: string, columns: readonly string[], rows: ReadonlyArray<readonly Cell[]>): void {
		const lines = [columns, ...rows.map((row) => row.map(show))];
		const widths = columns.map((_, at) => Math.max(...lines.map((line) => (line[at] ?? '').length)));
		const drawn = lines.map((line) =>
			line
				.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
				.join('  '),
		);
		this.tables.push([`  ${title}`, ...drawn.map((line) => `    ${line.trimEnd()}`)].join('\n'));
	}

	/** A sentence a reader needs to understand the figures. */
	note(sentence: string): void {
		this.notes.push(`  ${sentence}`);
	}

	/** A result that is not what it must be: the run fails at its end. */
	wrong(sentence: string): void {
		this.wrongs.push(sentence);
	}

	get failed(): boolean {
		return this.wrongs.length > 0;
	}

	toString(): string {
		const parts = [this.ratios.join('\n'), ...this.tables, this.notes.join('\n')];
		return [...parts, ...this.wrongs.map((sentence) => `  WRONG: ${sentence}`)]
			.filter((part) => part !== '')
			.join('\n\n');
	}
}

function verdict(value: number, { atLeast, atMost }: Goal): string {
	if (atLeast !== undefined) return `  (goal: ${atLeast} or more${value >= atLeast ? '' : ', MISSED'})`;
	if (atMost !== undefined) return `  (goal: ${atMost} or less${value <= atMost ? '' : ', MISSED'})`;
	return '';
}

const show = (cell: Cell): string => (typeof cell === 'number' ? round(cell) : cell);

/** Three digits that count, and whole thousands written out. */
function round(value: number): string {
	if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
	return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
