/** These settings of the user say how products are completed and cleaned up before they are checked. */
import type { DecimalMark } from '../product/price';
import type { FieldName } from '../product/fields';

/** Values for fields that the source lacks. */
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
	/** The time zone of the workflow, for the dates of shop systems that write none. */
	readonly timeZone: string;
}

/** A value that is not sent as it was written. */
export interface Change {
	/** The change in words. Equal texts are counted together. */
	readonly what: string;
	readonly field: FieldName;
	readonly from: string;
	readonly to: string;
}

export interface Draft {
	readonly product: Partial<Record<FieldName, string>>;
	readonly changes: Change[];
}

/** Sets a field and records the change. */
export function change({ product, changes }: Draft, field: FieldName, to: string, what: string): void {
	const from = product[field] ?? '';
	if (from === to) return;
	product[field] = to;
	changes.push({ what, field, from, to });
}
