/** What the user wants done to products before they are checked. */
import type { DecimalMark } from '../product/amount';
import type { FieldName } from '../product/fields';

/** Values for a source that lacks them. */
interface Defaults {
	readonly availability?: string;
	readonly brand?: string;
	readonly condition?: string;
	readonly currency?: string;
	readonly decimals?: DecimalMark;
	readonly imageBase?: string;
	readonly linkPattern?: string;
	readonly timeZone?: string;
}

export interface Preparation {
	readonly defaults: Defaults;
	readonly cleanUp: ReadonlySet<string>;
	/** The zone of the workflow, for dates that a shop system writes without one. */
	readonly timeZone: string;
}

/** A value that is sent differently than it was written. */
export interface Change {
	/** What was done, for people: equal ones are counted together. */
	readonly what: string;
	readonly field: FieldName;
	readonly from: string;
	readonly to: string;
}

/** A product that is being prepared. */
export interface Draft {
	readonly product: Partial<Record<FieldName, string>>;
	readonly changes: Change[];
}

/** Sets a field, and notes what it was before. */
export function change({ product, changes }: Draft, field: FieldName, to: string, what: string): void {
	const from = product[field] ?? '';
	if (from === to) return;
	product[field] = to;
	changes.push({ what, field, from, to });
}
