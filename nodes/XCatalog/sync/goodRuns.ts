/** Remembers the last good run for a catalog, so that a broken input is noticed before it is sent. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { Stored, storedForm } from '../../shared/memory/stored';
import { fieldOf, labelOf, type FieldName } from '../product/fields';
import { counted } from '../../shared/report/wording';
import type { SyncPlan } from './plan';

const goodRun = z.object({
	/** The time at which it ended, in ISO 8601. */
	at: z.string(),
	products: z.number(),
	fields: z.array(z.string()).transform((names) => names.flatMap((name) => fieldOf(name)?.name ?? [])),
	repeated: z.number(),
});

export type GoodRun = Readonly<z.infer<typeof goodRun>>;

/** Finds the last good run of a node for a catalog. */
export const storedGoodRun = (context: IExecuteFunctions, catalogId: string): Stored<GoodRun> =>
	new Stored(context, GOOD_RUN, `${context.getNode().id} ${catalogId}`);

const GOOD_RUN = storedForm({
	name: 'goodRuns',
	of: 'node and catalog',
	shape: goodRun,
	without: 'this run is compared with no earlier one',
});

const OF_SALE: readonly FieldName[] = ['sale_price', 'sale_price_effective_date'];

/**
 * Decides what it means that no product of the input has a field. A sale ends with its price: XML and JSON leave out
 * what is empty, and a shop that sells at the full price must not be shown with the reduced one.
 */
export class AbsentFields {
	/** Fields that the last good run had, and that stay as they are. */
	private readonly lost: readonly FieldName[];
	/** Whether products without a sale price lose the one that they have in the catalog. */
	private readonly endsSales: boolean;

	/**
	 * @param before The fields that the last good run had. Is undefined if no run is remembered.
	 * @param isOfElements Whether a file of the input is XML or JSON.
	 */
	constructor(
		private readonly plan: SyncPlan,
		private readonly before: readonly FieldName[] | undefined,
		private readonly isOfElements: boolean,
	) {
		const { fields } = plan;
		this.endsSales = isOfElements || OF_SALE.some((name) => fields.includes(name) || before?.includes(name));
		this.lost = (before ?? []).filter((name) => !fields.includes(name) && !OF_SALE.includes(name));
		if (this.endsSales) plan.clear(OF_SALE);
		plan.countLeft([...this.lost, ...(fields.includes('sale_price') ? [] : OF_SALE.slice(0, 1))]);
	}

	/** The fields to remember of this run. A source that once had sales goes on to have them. */
	get toRemember(): FieldName[] {
		return [...new Set([...this.plan.fields, ...(this.endsSales ? OF_SALE : [])])];
	}

	/** After the second pass: the number of sales that end because the input has no column or element for them. */
	get endedSales(): number {
		return this.endsSales ? (this.plan.left.get('sale_price') ?? 0) : 0;
	}

	/** After the second pass: what a person should know. */
	notes(lastDay: string): string[] {
		const { plan, lost, before, endsSales } = this;
		const notes = lost
			.filter((name) => plan.left.get(name))
			.map((name) => {
				const kept = counted(plan.left.get(name) ?? 0, 'product');
				return `The input no longer has ${labelOf(name)}, which the last good run (${lastDay}) had: ${kept} kept it as it is in the catalog. Send the column empty to clear it`;
			});
		const sales = plan.left.get('sale_price') ?? 0;
		if (sales === 0 || this.isOfElements) return notes;
		if (endsSales)
			notes.push(
				`The input no longer has Sale Price, which an earlier run had: the sale of ${counted(sales, 'product')} ended`,
			);
		else if (before === undefined)
			notes.push(
				`The catalog has a Sale Price for ${counted(sales, 'product')}, and the input has no such column: the prices stay. If these sales have ended, send the column empty`,
			);
		return notes;
	}
}
