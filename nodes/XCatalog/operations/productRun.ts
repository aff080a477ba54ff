/** What Create or Update and Sync have in common: the input is scanned, read again to be sent, and reported. */
import { omit } from 'lodash';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { SourceValues } from '../fields/productSource';
import type { Product } from '../product/fields';
import { toWire } from '../product/normalize';
import { checkProduct } from '../product/validate';
import type { Decision } from '../sync/plan';
import type { CatalogJob, JobValues } from '../input/catalogJobs';
import { failOrHint, hintColumns, hintDoubts, hintSource } from '../report/hints';
import { summaryText } from '../report/preview';
import { ProductSource } from '../input/productSource';
import { ProductWriter } from '../requests/productWriter';
import { duplicateOf, hasErrorOutput, Report, sourceSummary, type ReportMode } from '../report/report';
import { scanInput, type DuplicatePolicy, type InputScan } from '../input/scanInput';

export interface ProductRunValues extends SourceValues, JobValues {
	readonly report: ReportMode;
	readonly duplicates: DuplicatePolicy | undefined;
}

export interface ProductRun<V extends ProductRunValues = ProductRunValues> {
	readonly job: CatalogJob<V>;
	readonly source: ProductSource;
	readonly scan: InputScan;
	readonly report: Report;
}

/**
 * Scans the input.
 *
 * @param trackMissing Whether the products that the input lacks are to be deleted.
 */
export async function openRun<V extends ProductRunValues>(
	job: CatalogJob<V>,
	trackMissing: boolean,
): Promise<ProductRun<V>> {
	const { context } = job.batch;
	const source = new ProductSource(job);
	const scan = await scanInput(context, source, job.values.duplicates ?? 'last', trackMissing);
	return {
		job,
		source,
		scan,
		report: new Report(job.values.report, hasErrorOutput(context), source.linkPattern),
	};
}

/**
 * Reads the input again, reports every product, and sends those that are new or differ.
 *
 * @param dryRun Whether products are reported as if they were sent.
 * @returns How many requests it took.
 */
export async function sendProducts(
	{ job, source, scan, report }: ProductRun,
	work: 'sync' | 'upload',
	dryRun = false,
): Promise<number> {
	const writer = new ProductWriter(job, report, work, scan.plan.toSend);
	for await (const rows of source.rows())
		for (const row of rows) {
			const { product, ordinal } = row;
			const { id = '' } = product;
			if (row.leftOut !== undefined) {
				report.add({ id, action: 'skipped', warnings: [`Left out: ${row.leftOut}`] }, row);
				continue;
			}
			const decision = scan.plan.decide(product, ordinal);
			if (decision.action === 'duplicate' || decision.action === 'unchanged') {
				report.add(decision.action === 'duplicate' ? duplicateOf(id) : { id, action: 'unchanged' }, row);
				continue;
			}
			const problems = scan.problems(row);
			const changes = decision.action === 'update' ? decision.changes : undefined;
			// In an upload every item has a status, also that of a product that was not sent.
			const status = work === 'upload' ? 'ERROR' : undefined;
			if (problems.length > 0 || decision.action === 'failed') {
				report.addInvalid(row, problems, status);
				continue;
			}
			const sent = wireOf(product, decision);
			report.preview?.add(row, sent, decision);
			if (!dryRun) await writer.send(row, sent, changes);
			else {
				const action = decision.action === 'create' ? 'created' : 'updated';
				const warnings = report.doubtsAbout(row);
				report.add({ id, action, warnings, cleanedUp: row.changes, ...(changes && { changes }) }, row);
			}
		}
	return await writer.finish();
}

/**
 * A product as it is sent. The documentation does not say whether X keeps fields that an update omits, so an update
 * includes those of the catalog that the input does not mention. Catalog fields that would break a rule together with
 * the new values are omitted: an inventory of 0 for a product that is in stock again, or a sale price above the new
 * price.
 */
function wireOf(product: Product, decision: Decision) {
	if (decision.action !== 'update') return toWire(product);
	const { current = {} } = decision;
	const whole: Product = { ...current, ...product };
	const before = new Set(checkProduct(current).map(({ field, rule }) => `${field} ${rule}`));
	const contradicting = checkProduct(whole).flatMap(({ field, rule }) =>
		field === undefined || before.has(`${field} ${rule}`) ? [] : field,
	);
	return toWire(omit(whole, contradicting), decision.clear);
}

/**
 * Shows the hints of a run that is over.
 *
 * @param summary The only output item where the report is a summary.
 * @returns The output items.
 * @throws NodeOperationError where products failed and partial errors are to be fatal.
 */
export function outputOf({ job, source, report }: ProductRun, summary: IDataObject): INodeExecutionData[] {
	const { context } = job.batch;
	hintColumns(context, source);
	hintSource(context, source);
	hintDoubts(context, report);
	failOrHint(job, report);
	const pairedItem = job.itemIndexes.map((item) => ({ item }));
	const whole = { ...summary, ...sourceSummary(source) };
	if (report.preview)
		return [
			...report.preview.items(),
			{ json: { action: 'summary', text: summaryText(whole), ...whole }, pairedItem },
		];
	return job.values.report === 'summary' ? [{ json: whole, pairedItem }] : report.items();
}
