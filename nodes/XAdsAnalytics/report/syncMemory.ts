/** Report → Sync remembers until when it knows what changed, and the values that X may still correct. */
import { z } from 'zod';
import { DateTime } from 'luxon';
import { DAY } from '../../shared/util/time';

export type Metrics = Readonly<Record<string, number>>;

/** A row by what makes it one: the entity, the day of the account, and the placement where those have their own rows. */
interface RowName {
	readonly id: string;
	readonly date: string;
	readonly placement?: string | undefined;
}

export interface ReadRow extends RowName {
	/** Null for metrics that are not known, because a part of the answer is missing. */
	readonly metrics: Readonly<Record<string, number | null>>;
	/** The reason why a part of the numbers is missing; a complete row has none. */
	readonly missing?: string | undefined;
}

export type Change = 'changed' | 'complete' | 'final' | 'new' | 'same' | 'unknown';

export interface SyncedRow extends ReadRow {
	readonly change: Change;
	/** The metrics that changed. Null where the earlier values are not remembered. */
	readonly changed: readonly string[] | null;
	readonly isFinal: boolean;
	readonly finalAt: number;
}

/**
 * X estimates spend for three days and processes billing for up to 14; all other metrics are locked after 24 hours:
 * https://docs.x.com/x-ads-api/analytics#best-practices, read on 2026-11-22.
 */
export const DAYS_OF_BILLING = 14;
const DAYS_OF_OTHERS = 1;

const state = z.object({
	from: z.number(),
	/** Changes that were recorded before this time are known. */
	until: z.number(),
	columns: z.array(z.string()),
	rows: z.record(z.string(), z.array(z.number())),
	/** The placements where each entity has ever run: a row is the sum of all of them. */
	placements: z.record(z.string(), z.array(z.string())),
	incomplete: z.array(z.string()),
	names: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** The memory of a report, which is stored as text: n8n would copy thousands of arrays for each run. */
export const reportState = z.string().transform(tryParse).pipe(state);

export type ReportState = z.infer<typeof state>;

/** More rows than this are not remembered: n8n loads the memory of a workflow with each of its runs. */
const MOST_ROWS = 30_000;

interface MemorySettings {
	readonly zone: string;
	readonly hasBilling: boolean;
}

/** Remembers one report between its runs. */
export class SyncMemory {
	constructor(
		private readonly settings: MemorySettings,
		private readonly stored: ReportState,
	) {}

	/** The memory of a report that remembers nothing: it begins with a day. */
	static empty(from: number, settings: MemorySettings, until = from): SyncMemory {
		return new SyncMemory(settings, {
			from,
			until,
			columns: [],
			rows: {},
			placements: {},
			incomplete: [],
			names: {},
		});
	}

	get from(): number {
		return this.stored.from;
	}

	get until(): number {
		return this.stored.until;
	}

	get isTooLarge(): boolean {
		return Object.keys(this.stored.rows).length > MOST_ROWS;
	}

	names(id: string): Readonly<Record<string, unknown>> {
		return this.stored.names[id] ?? {};
	}

	name(id: string, columns: Readonly<Record<string, unknown>>): void {
		this.stored.names[id] = { ...columns };
	}

	/** Returns all placements where an entity has ever run, those of this time included. Is undefined if `now` is. */
	placementsOf(id: string, now: readonly string[] | undefined): string[] | undefined {
		if (!now) return undefined;
		const all = [...new Set([...(this.stored.placements[id] ?? []), ...now])];
		this.stored.placements[id] = all;
		return all;
	}

	finalAt(date: string): number {
		const end = DateTime.fromISO(date, { zone: this.settings.zone }).plus({ days: 1 }).toMillis();
		return end + (this.settings.hasBilling ? DAYS_OF_BILLING : DAYS_OF_OTHERS) * DAY;
	}

	/** Takes rows, forgets final days, and returns what was read, may still change, or has just become final. */
	take(read: readonly ReadRow[], until: number): SyncedRow[] {
		const before = this.stored.until;
		this.widen(read);
		const output: SyncedRow[] = [];
		const names = new Set<string>();
		for (const row of read) {
			names.add(keyOf(row));
			output.push(this.compared(row, before, until));
		}
		for (const key of Object.keys(this.stored.rows))
			if (!names.has(key)) output.push(this.remembered(key, before, until));
		this.stored.until = until;
		this.stored.incomplete = output.filter(({ missing }) => missing !== undefined).map(keyOf);
		for (const row of output) if (row.isFinal) delete this.stored.rows[keyOf(row)];
		this.forgetEntities();
		return output;
	}

	text(): string {
		return JSON.stringify(this.isTooLarge ? { ...this.stored, rows: {} } : this.stored);
	}

	/** A metric that was not there before was 0. */
	private widen(read: readonly ReadRow[]): void {
		const { columns, rows } = this.stored;
		const added = new Set(read.flatMap(({ metrics }) => Object.keys(metrics)));
		for (const name of columns) added.delete(name);
		columns.push(...added);
		for (const values of Object.values(rows)) while (values.length < columns.length) values.push(0);
	}

	private compared(row: ReadRow, before: number, until: number): SyncedRow {
		const { columns, rows } = this.stored;
		const key = keyOf(row);
		const known = rows[key];
		const finalAt = this.finalAt(row.date);
		const last = { finalAt, isFinal: finalAt <= until };
		if (row.missing !== undefined) {
			const metrics = known ? this.metricsOf(known) : row.metrics;
			return { ...row, metrics, ...last, isFinal: false, change: 'unknown', changed: null };
		}
		const values = columns.map((name) => row.metrics[name] ?? 0);
		rows[key] = values;
		const metrics = this.metricsOf(values);
		if (!known) {
			const isForgotten = finalAt <= before;
			const change = isForgotten ? 'changed' : 'new';
			return {
				...row,
				metrics,
				...last,
				change,
				changed: isForgotten ? null : columns.filter((name) => metrics[name] !== 0),
			};
		}
		const changed = columns.filter((_, place) => values[place] !== known[place]);
		const isWhole = this.stored.incomplete.includes(key);
		const change = changed.length === 0 && isWhole ? 'complete' : changeOf(changed.length > 0, last.isFinal);
		return { ...row, metrics, ...last, change, changed };
	}

	private remembered(key: string, before: number, until: number): SyncedRow {
		const [id = '', date = '', placement] = key.split(' ');
		const finalAt = this.finalAt(date);
		const isFinal = finalAt <= until;
		return {
			id,
			date,
			placement,
			metrics: this.metricsOf(this.stored.rows[key] ?? []),
			change: changeOf(false, isFinal && finalAt > before),
			changed: [],
			isFinal,
			finalAt,
		};
	}

	private metricsOf(values: readonly number[]): Metrics {
		return Object.fromEntries(this.stored.columns.map((name, place) => [name, values[place] ?? 0]));
	}

	private forgetEntities(): void {
		const ids = new Set(Object.keys(this.stored.rows).map((key) => key.split(' ')[0]));
		for (const id of Object.keys(this.stored.names)) if (!ids.has(id)) delete this.stored.names[id];
	}
}

const changeOf = (isChanged: boolean, isFinal: boolean): Change =>
	isChanged ? 'changed' : isFinal ? 'final' : 'same';

const keyOf = ({ id, date, placement }: RowName): string => [id, date, placement].filter(Boolean).join(' ');

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
