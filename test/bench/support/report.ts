/** What a ratio should be, which every ratio has; only printed, for times never fail a run. */
type Goal = { readonly atLeast: number } | { readonly atMost: number };

type Cell = string | number;

interface Ratio {
	readonly what: string;
	readonly value: number;
	readonly goal: Goal;
}

interface Table {
	readonly title: string;
	readonly columns: readonly string[];
	readonly rows: readonly (readonly string[])[];
}

/** Collects what a benchmark found; prints the ratios, which hold on any machine, before the absolute numbers. */
export class Report {
	private readonly ratios: Ratio[] = [];
	private readonly tables: Table[] = [];
	private readonly notes: string[] = [];
	private readonly wrongs: string[] = [];

	/** A figure without a unit that does not depend on the machine. */
	ratio(what: string, value: number, goal: Goal): void {
		if (!Number.isFinite(value)) this.wrong(`${what}: no number`);
		this.ratios.push({ what, value, goal });
	}

	/** Absolute numbers. The first column is aligned left, the others right. */
	table(title: string, columns: readonly string[], rows: ReadonlyArray<readonly Cell[]>): void {
		this.tables.push({ title, columns, rows: rows.map((row) => row.map(show)) });
	}

	/** A sentence a reader needs to understand the figures. */
	note(sentence: string): void {
		this.notes.push(sentence);
	}

	/** A result that is not what it must be: the run fails at its end. */
	wrong(sentence: string): void {
		this.wrongs.push(sentence);
	}

	get failed(): boolean {
		return this.wrongs.length > 0;
	}

	/** In Markdown, for the terminal and for a page. */
	toMarkdown(): string {
		const ratios = this.ratios.map(
			({ what, value, goal }) =>
				`| ${what} | **${round(value)} ×** | ${goalText(goal)}${isMissed(value, goal) ? ': missed' : ''} |`,
		);
		const parts = [
			...(ratios.length > 0 ? [['| Ratio | | Goal |', '|---|---:|---|', ...ratios].join('\n')] : []),
			...this.tables.map(({ title, columns, rows }) =>
				[
					`${title}:`,
					'',
					...[columns, columns.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map(
						(cells) => `| ${cells.join(' | ')} |`,
					),
				].join('\n'),
			),
			...this.notes,
		];
		return [...parts, ...this.wrongs.map((sentence) => `WRONG: ${sentence}`)].join('\n\n');
	}
}

const goalText = (goal: Goal): string =>
	'atLeast' in goal ? `${goal.atLeast} or more` : `${goal.atMost} or less`;

const isMissed = (value: number, goal: Goal): boolean =>
	'atLeast' in goal ? value < goal.atLeast : value > goal.atMost;

const show = (cell: Cell): string => (typeof cell === 'number' ? round(cell) : cell);

/** Three digits that count, and whole thousands written out. */
function round(value: number): string {
	if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
	return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
