/** What the events of one test came to. */
export interface Outcome {
	/** Acknowledged to the platform, and no run. */
	lost: number;
	/** Run more than once. */
	doubled: number;
	/** Begun by a worker that was killed before it ended: n8n gives an execution to no second worker. */
	cutOff?: number;
	of: number;
}

/** Outcomes by what was tested and how, printed as a table at the end. */
export class Table {
	private readonly rows = new Map<string, Map<string, Outcome>>();

	constructor(private readonly columns: readonly string[]) {}

	/** Enters an outcome. */
	enter(row: string, column: string, outcome: Outcome): void {
		const cells = this.rows.get(row) ?? new Map<string, Outcome>();
		this.rows.set(row, cells.set(column, outcome));
	}

	/** What was entered. */
	cell(row: string, column: string): Outcome | undefined {
		return this.rows.get(row)?.get(column);
	}

	/** The table in Markdown. */
	text(): string {
		const lines = [...this.rows].map(([row, cells]) =>
			line([row, ...this.columns.map((column) => cell(cells.get(column)))]),
		);
		return [line(['', ...this.columns]), line(['', ...this.columns].map(() => '---')), ...lines].join('\n');
	}
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function cell(outcome: Outcome | undefined): string {
	if (outcome === undefined) return '–';
	const { lost, doubled, cutOff = 0, of } = outcome;
	const parts = [`${lost} lost`, `${doubled} doubled`, ...(cutOff > 0 ? [`${cutOff} cut off`] : [])];
	return `${parts.join(', ')} of ${of}`;
}
