/** Adds up the rows of a report: for the whole range, or for each of its intervals. */
import { pick } from 'lodash';
import { ratesOf } from './metrics';
import { leading } from './rows';

type Row = Readonly<Record<string, unknown>>;

export type TotalKind = 'interval' | 'range';

interface TotalOptions {
	readonly kind: TotalKind;
	readonly metrics: readonly string[];
	readonly hasRates: boolean;
}

/** Amounts of different currencies cannot be added up, nor people of different segments. */
const APART = ['currency', 'country', 'segment_name', 'segment_value'];

interface Total {
	readonly first: Row;
	start: unknown;
	end: unknown;
	isIncomplete: boolean;
	readonly sums: Record<string, number | null>;
	readonly objectives: Set<unknown>;
}

/** Collects rows, and gives their totals. */
export class Totals {
	private readonly totals = new Map<string, Total>();

	constructor(private readonly options: TotalOptions) {}

	add(row: Row): void {
		const { kind, metrics } = this.options;
		const key = JSON.stringify(
			[...APART, ...(kind === 'interval' ? ['start'] : [])].map((name) => row[name]),
		);
		const total = this.totals.get(key) ?? {
			first: row,
			start: row.start,
			end: row.end,
			isIncomplete: false,
			sums: {},
			objectives: new Set(),
		};
		this.totals.set(key, total);
		if (Date.parse(String(row.start)) < Date.parse(String(total.start))) total.start = row.start;
		if (Date.parse(String(row.end)) > Date.parse(String(total.end))) total.end = row.end;
		total.isIncomplete ||= row.incomplete === true;
		total.objectives.add(row.objective);
		for (const name of metrics) {
			const value = row[name];
			const before = total.sums[name] ?? null;
			total.sums[name] = typeof value === 'number' ? sum(before ?? 0, value) : before;
		}
	}

	*rows(): Generator<Record<string, unknown>> {
		const { kind, hasRates } = this.options;
		for (const { first, start, end, isIncomplete, sums, objectives } of this.totals.values()) {
			const [objective] = objectives.size === 1 ? objectives : [undefined];
			yield leading({
				id: null,
				name: 'Total',
				...pick(first, 'currency'),
				...(kind === 'interval' && pick(first, 'date')),
				start,
				end,
				...pick(first, 'country', 'segment_name', 'segment_value'),
				...sums,
				...(hasRates && ratesOf(sums, objective)),
				...(isIncomplete && { incomplete: true, missing: 'Some of the rows are incomplete' }),
				...pick(first, 'account_id', 'entity'),
				is_total: true,
			});
		}
	}
}

/** Adds two amounts: they have up to six decimals, which a sum of binary floats would not keep. */
const sum = (one: number, other: number): number => Number((one + other).toFixed(6));
