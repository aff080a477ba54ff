/** What the node keeps of the last good run for a catalog, in n8n's static data. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { fieldOf, type FieldName } from '../product/fields';

export interface GoodRun {
	/** When it ended, in ISO 8601. */
	readonly at: string;
	/** The number of products in the input. */
	readonly products: number;
	/** The fields that the input had. */
	readonly fields: readonly FieldName[];
	/** The number of repeated IDs. */
	readonly repeated: number;
}

/** The most catalogs that a node remembers. */
const REMEMBERED = 50;

const runsIn = (context: IExecuteFunctions): IDataObject => {
	const data = context.getWorkflowStaticData('node');
	return (data.goodRuns ??= {}) as IDataObject;
};

/** The last good run. Undefined if there was none, or if what is stored is damaged. */
export function lastGoodRun(context: IExecuteFunctions, catalogId: string): GoodRun | undefined {
	const stored = runsIn(context)[catalogId] as IDataObject | undefined;
	if (stored === undefined) return undefined;
	const { at, products, fields, repeated } = stored;
	if (typeof at !== 'string' || typeof products !== 'number' || !Array.isArray(fields)) return undefined;
	const known = fields.flatMap((name) => fieldOf(String(name))?.name ?? []);
	return { at, products, fields: known, repeated: Number(repeated) || 0 };
}

export function rememberGoodRun(context: IExecuteFunctions, catalogId: string, run: GoodRun): void {
	const runs = runsIn(context);
	delete runs[catalogId];
	runs[catalogId] = { ...run, fields: [...run.fields] };
	for (const name of Object.keys(runs).slice(0, -REMEMBERED)) delete runs[name];
}
