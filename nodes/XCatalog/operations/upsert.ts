/** Upsert: every product of the input is sent, 25 a request, and gets its own result. */
import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { pushAll } from '../../shared/util/pushAll';
import { invalidError, lookAtInput, type InputScan, type DuplicatePolicy } from './scanInput';
import { productWriter, type BatchResult } from './batchWriter';
import { productSource, type ProductSource, type Row } from './productSource';
import { hasErrorOutput, Report, type ProductResult, type ReportMode } from './report';
import { withProgress, logProgress, usualSeconds } from './progressLog';
import { estimateSeconds, formatDuration, requestsFor } from '../sync/duration';
import { asText } from '../../shared/util/text';
import { runsByCatalog, type CatalogJob } from './catalogJobs';
import { toWire } from '../product/normalize';
import type { BatchCall } from '../../shared/operation/operation';

/** How many wrong products an error names. */
const named = 20;

export async function runUpsert(batch: BatchCall): Promise<INodeExecutionData[]> {
	const { context } = batch;
	const output: INodeExecutionData[] = [];
	for (const run of await runsByCatalog(batch)) {
		try {
			pushAll(output, await upsert(context, run));
		} catch (error) {
			output.push(batch.fail(error, run.itemIndexes[0] ?? 0));
		}
	}
	return output;
}

async function upsert(context: IExecuteFunctions, run: CatalogJob): Promise<INodeExecutionData[]> {
	const source = productSource(context, run.itemIndexes);
	const policy = (run.values.duplicates ?? 'last') as DuplicatePolicy;
	const desired = await lookAtInput(context, source, policy, { trackMissing: false });
	if (desired.anyWrong && !context.continueOnFail()) await refuseWrong(context, source, desired);
	const report = new Report((run.values.report ?? 'all') as ReportMode, hasErrorOutput(context));
	const requests = await sendAll(context, run, source, desired, report);
	if (source.unknownColumns.size > 0) hintColumns(context, source);
	failOrHint(context, run, report);
	if (run.values.report !== 'summary') return report.items();
	const summary = {
		catalogId: run.catalogId,
		inputProducts: desired.rows,
		...report.counts,
		requests,
		...report.summary(),
	};
	return [{ json: summary, pairedItem: run.itemIndexes.map((item) => ({ item })) }];
}

/** Stops before anything is sent if a product breaks a rule. */
export async function refuseWrong(
	context: IExecuteFunctions,
	source: ProductSource,
	desired: InputScan,
): Promise<void> {
	const wrong: { row: Row; problems: string[] }[] = [];
	let count = 0;
	for await (const rows of source.rows()) {
		for (const row of rows) {
			const problems = desired.problems(row);
			if (problems.length === 0) continue;
			count++;
			if (wrong.length < named) wrong.push({ row, problems });
		}
	}
	if (count > 0) throw invalidError(context, wrong, count, source);
}

async function sendAll(
	context: IExecuteFunctions,
	run: CatalogJob,
	source: ProductSource,
	desired: InputScan,
	report: Report,
): Promise<number> {
	const underWay = new Map<string, Pick<Row, 'ordinal' | 'itemIndex' | 'line'>>();
	const done = (result: BatchResult) => {
		const row = underWay.get(result.id);
		underWay.delete(result.id);
		if (row) report.add(toResult(result), row);
	};
	const onFailure = (error: unknown, ids: readonly string[]) => {
		for (const id of ids)
			done({ id, productKey: '', status: 'ERROR', warnings: [], errors: [(error as Error).message] });
	};
	const { wanted } = desired.plan.counts;
	const requests = requestsFor({ reads: 0, writes: wanted, deletes: 0 });
	const seconds = estimateSeconds(requests, usualSeconds, run.concurrency);
	logProgress(
		context,
		'upload',
		`${wanted} products to send, ${requests.writes} write requests, about ${formatDuration(seconds)}`,
	);
	const options = { ...run, ...(context.continueOnFail() && { onFailure }) };
	const writer = productWriter(options, withProgress(context, 'upload', wanted, done));
	for await (const rows of source.rows()) {
		for (const row of rows) {
			const id = row.product.id ?? '';
			const { ordinal, itemIndex, line } = row;
			const at = { ordinal, itemIndex, ...(line !== undefined && { line }) };
			const problems = desired.problems(row);
			const { action } = desired.plan.decide(row.product, ordinal);
			if (action === 'duplicate') report.add(duplicateOf(id), at);
			else if (problems.length > 0)
				report.add({ id, action: 'failed', status: 'ERROR', errors: problems }, at);
			else {
				underWay.set(id, at);
				await writer.add(toWire(row.product));
			}
		}
	}
	await writer.finish();
	return writer.requests;
}

export const duplicateOf = (id: string): ProductResult => ({
	id,
	action: 'skipped',
	warnings: ['The ID occurs more than once in the input; another occurrence counts'],
});

const actions: Readonly<Record<string, ProductResult['action']>> = {
	CREATE_SUCCESS: 'created',
	UPDATE_SUCCESS: 'updated',
	NO_CHANGE: 'unchanged',
};

/** The platform's result in our words. Source: catalog brief, "Batch product result". */
export const toResult = ({ id, status, productKey, warnings, errors }: BatchResult): ProductResult => ({
	id,
	action: actions[status] ?? 'failed',
	status,
	productKey,
	warnings,
	errors,
});

export function hintColumns(context: IExecuteFunctions, { unknownColumns }: ProductSource): void {
	context.addExecutionHints({
		message: `These columns are no product fields and were left out: ${[...unknownColumns].slice(0, 20).join(', ')}`,
		location: 'outputPane',
		type: 'info',
	});
}

/** Products that the platform refused are shown, or stop the run where partial errors are to be fatal. */
export function failOrHint(context: IExecuteFunctions, run: CatalogJob, report: Report): void {
	const { failed } = report.counts;
	if (failed === 0) return;
	const index = run.itemIndexes[0] ?? 0;
	const { failOnPartialErrors = false } = context.getNodeParameter('requestOptions', index, {}) as {
		failOnPartialErrors?: boolean;
	};
	const [first] = report.failures;
	const message = `${failed} ${failed === 1 ? 'product' : 'products'} failed`;
	const example = `The first is ${asText(first?.id)}: ${(first?.errors as string[] | undefined)?.join('; ') ?? ''}`;
	if (failOnPartialErrors) {
		throw new NodeOperationError(context.getNode(), message, { itemIndex: index, description: example });
	}
	context.addExecutionHints({ message: `${message}. ${example}`, location: 'outputPane', type: 'warning' });
}
