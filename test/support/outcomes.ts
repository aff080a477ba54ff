/** What became of events: lost, run twice, of how many; as a table that tests print and documents keep. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the events of one test came to. */
export interface Outcome {
	/** Acknowledged to X, and no run. */
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

/**
 * What runs came to.
 *
 * @param expected The events that ought to have run, once each.
 */
export function outcomeOf(expected: readonly string[], ran: readonly unknown[]): Outcome {
	const times = (event: string) => ran.filter((each) => each === event).length;
	return {
		lost: expected.filter((event) => times(event) === 0).length,
		doubled: expected.filter((event) => times(event) > 1).length,
		of: expected.length,
	};
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** An outcome in words. */
export function cell(outcome: Outcome | undefined): string {
	if (outcome === undefined) return '–';
	const { lost, doubled, cutOff = 0, of } = outcome;
	const parts = [`${lost} lost`, `${doubled} doubled`, ...(cutOff > 0 ? [`${cutOff} cut off`] : [])];
	return `${parts.join(', ')} of ${of}`;
}

export const TRIGGERS = ['X Webhook Trigger', 'X Trigger', 'X Stream Trigger'] as const;

/** What may happen to a trigger, by where it is measured. */
export const CASES = {
	/** test/harness/losses */
	inOneProcess: [
		'duplicate at once',
		'duplicate later',
		'restart',
		'network cut',
		'clock jump',
		'leader change',
	],
	/** test/queue */
	inQueueMode: ['kill -9', 'two processes'],
} as const;

export type Trigger = (typeof TRIGGERS)[number];
export type Case = (typeof CASES)[keyof typeof CASES][number];

/** Enters what was measured. */
export type Judge = (name: Case, outcome: Outcome) => void;

/** The cells of the table under "What gets lost, what runs twice" in docs/evidence.md: case → trigger → cell. */
export function documentedLosses(): Map<string, Map<string, string>> {
	const page = readFileSync(join(__dirname, '../../docs/evidence.md'), 'utf8');
	const part = page.split('## What gets lost, what runs twice')[1]?.split('\n## ')[0] ?? '';
	const [head = [], , ...rows] = part
		.split('\n')
		.filter((text) => text.startsWith('|'))
		.map((text) => text.split('|').map((each) => each.trim()));
	return new Map(
		rows.map((cells) => [cells[1] ?? '', new Map(head.map((name, column) => [name, cells[column] ?? '']))]),
	);
}
