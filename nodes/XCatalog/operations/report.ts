/** Results of single products on their way to the output. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { errorJson } from '../../shared/engine/errorJson';
import type { Row } from './productSource';

/** Which results become items: all; those of products that were touched or failed; none but a summary. */
export type ReportMode = 'all' | 'changes' | 'summary';

/** What happened to one product, as its output item says. */
export interface ProductResult {
	readonly id: string;
	readonly action: 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed' | 'skipped';
	/** The platform's own word, where it was asked. */
	readonly status?: string;
	readonly productKey?: string;
	readonly warnings?: readonly string[];
	readonly errors?: readonly string[];
	/** Fields that differed. */
	readonly changes?: readonly string[];
}

export type Counts = Record<ProductResult['action'], number>;

/** How many failures a summary lists. */
const listed = 100;

/** Counts results and keeps those that the mode wants, in the order of the input. */
export class Report {
	readonly counts: Counts = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, skipped: 0 };
	readonly failures: IDataObject[] = [];
	private readonly kept: { ordinal: number; item: INodeExecutionData }[] = [];

	/** @param apart whether failures go to an output of their own */
	constructor(
		private readonly mode: ReportMode,
		private readonly apart: boolean,
	) {}

	add(result: ProductResult, row: Pick<Row, 'ordinal' | 'itemIndex' | 'line'>): void {
		this.counts[result.action]++;
		if (result.action === 'failed' && this.failures.length < listed) {
			this.failures.push({ ...place(row), id: result.id, errors: [...(result.errors ?? [])] });
		}
		if (this.mode === 'summary' || (this.mode === 'changes' && result.action === 'unchanged')) return;
		const whole = toJson(result, row.line);
		const json =
			this.apart && result.action === 'failed' ? errorJson(result.errors?.join('; ') ?? '', whole) : whole;
		this.kept.push({ ordinal: row.ordinal, item: { json, pairedItem: { item: row.itemIndex } } });
	}

	/** The items, in the order of the input; what is not of the input (deleted) comes last. */
	items(): INodeExecutionData[] {
		return this.kept.sort((a, b) => a.ordinal - b.ordinal).map(({ item }) => item);
	}

	/** The failures for a summary, and how many more there are. */
	summary(): IDataObject {
		const more = this.counts.failed - this.failures.length;
		return { failures: this.failures, ...(more > 0 && { moreFailures: more }) };
	}
}

/** Whether the node's failures go to an error output of its own. */
export const hasErrorOutput = (context: IExecuteFunctions) =>
	context.getNode().onError === 'continueErrorOutput';

function toJson({ productKey, changes, status, ...result }: ProductResult, line?: number): IDataObject {
	return {
		id: result.id,
		action: result.action,
		...(status !== undefined && { status }),
		...(productKey !== undefined && productKey !== '' && { product_key: productKey }),
		...(changes && { changes: [...changes] }),
		warnings: [...(result.warnings ?? [])],
		errors: [...(result.errors ?? [])],
		...(line !== undefined && { line }),
	};
}

/** Where a product stands in the input, for people. */
export const place = ({ itemIndex, line }: Pick<Row, 'itemIndex' | 'line'>): IDataObject =>
	line === undefined ? { item: itemIndex } : { item: itemIndex, line };

export const placeInWords = ({ itemIndex, line }: Pick<Row, 'itemIndex' | 'line'>): string =>
	line === undefined ? `Item ${itemIndex}` : `Line ${line}`;
