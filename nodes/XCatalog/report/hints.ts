/** This file writes the messages of a run besides its output: hints in the editor, and lines in n8n's log. */
import { partition, compact } from 'lodash';
import {
	NodeOperationError,
	type IExecuteFunctions,
	type IDataObject,
	type INodeExecutionData,
} from 'n8n-workflow';
import { hint, counted } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';
import { describeRow, exampleOf, location, type ProductSource, type InputRow } from '../input/productSource';
import type { CatalogJob } from '../input/catalogJobs';
import type { Report } from './report';
import { attached } from '../../shared/memory/process';
import type { InputScan } from '../input/scanInput';
import { Tally } from '../../shared/report/tally';
import { adviceOn, kindOf } from './advice';
import { sentenceOf, type ProductProblem } from '../product/fields';

const NAMED_COLUMNS = 50;

/** Keys that X assigns. They have no meaning in an upsert. */
const MADE_BY_PLATFORM = new Set(['product_key', 'item_group_key']);

/**
 * Writes a line to n8n's log, which begins with the kind of run: the editor shows nothing until the node has finished.
 */
export const logProgress = ({ logger }: IExecuteFunctions, work: 'sync' | 'upload', sentence: string) =>
	logger.info(`Catalog ${work}: ${sentence}`);

/** Lists the columns that were not sent: the shop's own columns, and keys that X assigns. */
function ignoredColumns({ unknownColumns }: ProductSource): { unknown: string[]; keys: string[] } {
	const [keys, unknown] = partition([...unknownColumns], (name) => MADE_BY_PLATFORM.has(name));
	return { unknown: unknown.slice(0, NAMED_COLUMNS), keys };
}

export function hintColumns(context: IExecuteFunctions, source: ProductSource): void {
	const { unknown, keys } = ignoredColumns(source);
	if (unknown.length > 0)
		hint(context, `Ignored columns (not product fields): ${unknown.join(', ')}`, 'info');
	if (keys.length > 0)
		hint(context, `X makes these keys itself, so they were not sent: ${keys.join(', ')}`, 'info');
}

/** Shows which format was detected, which rows were left out, and which values were changed. */
export function hintSource(context: IExecuteFunctions, { formats, leftOut, changes }: ProductSource): void {
	for (const { format, because } of formats)
		if (format.fields !== 'feed' || format.mapped)
			hint(context, `Read as ${format.label}, because ${because}`, 'info');
	if (!leftOut.isEmpty) hint(context, `Rows that were left out: ${leftOut.toSentence()}`, 'info');
	if (!changes.isEmpty) hint(context, `Changed on the way: ${changes.toSentence()}`, 'info');
	for (const { what, count, advice } of changes.list())
		if (advice !== undefined) hint(context, `${what} (${count}). ${advice}`, 'warning');
}

export function hintDoubts(context: IExecuteFunctions, { doubtful: { count, examples } }: Report): void {
	if (count === 0) return;
	const products =
		count === 1 ? '1 product has a value that looks' : `${count} products have values that look`;
	const more = count > examples.length ? `; and ${count - examples.length} more` : '';
	hint(context, `${products} wrong, sent all the same. ${examples.join('; ')}${more}`, 'warning');
}

/**
 * Reports products that failed.
 *
 * @throws NodeOperationError if the user wants partial errors to fail.
 */
export function failOrHint(job: CatalogJob<unknown>, report: Report): void {
	const { batch, firstItem, failOnPartialErrors } = job;
	const { context } = batch;
	const { failed } = report.counts;
	if (failed === 0 || batch.isDryRun()) return;
	const { id = '', errors = [] } = report.failures[0] ?? {};
	const message = `${counted(failed, 'product')} failed`;
	const example = `The first is ${asText(id)}: ${Array.isArray(errors) ? errors.join('; ') : ''}`;
	if (failOnPartialErrors)
		throw new NodeOperationError(context.getNode(), message, { itemIndex: firstItem, description: example });
	const helps = report.problems.advice().map((advice) => advice.replace(/\.$/, ''));
	const advised = helps.length > 0 ? `. What helps: ${helps.join('; ')}` : '';
	hint(context, `${message}. ${example}${advised}. ${RUN_AGAIN}`, 'warning');
}

/** Running again is safe: a sync compares first, an upsert replaces, and deleted products stay deleted. */
const RUN_AGAIN = 'Run it again once that is solved: what was done already is not done twice';

/** Items that go to the output. They are marked here, because the engine knows only one list of items. */
const marked = attached<INodeExecutionData, true>({
	name: 'items for the output Needs Attention',
	of: 'execution',
});

export function forAttention(item: INodeExecutionData): INodeExecutionData {
	marked.set(item, true);
	return item;
}

/**
 * Sends the errors that ended a sync to the output, each with a text. There are such items where On Error is set to
 * Continue. With an error output, n8n itself moves them there.
 */
export const errorsForAttention = (
	context: IExecuteFunctions,
	items: readonly INodeExecutionData[],
): INodeExecutionData[] =>
	items.map((item) => {
		const isError =
			typeof item.json.error === 'string' && context.getNode().onError !== 'continueErrorOutput';
		return isError ? forAttention({ ...item, json: { ...stopped(item.json), ...item.json } }) : item;
	});

function stopped({ error, details }: IDataObject): IDataObject {
	const { description = '' } = (details ?? {}) as IDataObject;
	const advice = asText(description) || 'Open this execution in n8n to see the node and its settings.';
	return {
		action: 'stopped',
		text: `The catalog sync stopped: ${asText(error)}\n${advice}`,
		needsAttention: true,
	};
}

/** Divides the items of a run into those of its outputs. Only Sync has two. */
export function splitOutputs(items: readonly INodeExecutionData[]): INodeExecutionData[][] {
	const [attention, regular] = partition(items, (item) => marked.has(item));
	return attention.length > 0 ? [regular, attention] : [regular];
}

const NAMED_PRODUCTS = 20;

/** Up to this number, wrong products are listed one by one. More of them are counted by rule. */
const LISTED_PRODUCTS = 3;

interface InvalidProduct {
	readonly row: InputRow;
	readonly problems: readonly ProductProblem[];
}

/**
 * Reads the input again, and stops if a product breaks a rule.
 *
 * @throws NodeOperationError that describes all wrong products. `context.data.invalid` has the rules.
 */
export async function refuseInvalid(
	context: IExecuteFunctions,
	source: ProductSource,
	scan: InputScan,
): Promise<void> {
	const { count, named, kinds } = await findingsIn(source, scan);
	const [first] = named;
	const [problem] = first?.problems ?? [];
	if (!first || !problem) return;
	const sentence = sentenceOf(problem);
	const helps = kinds.advice();
	const columns = ignoredColumns(source).unknown.join(', ');
	const wrong = count <= LISTED_PRODUCTS ? named.map(lineOf) : linesOf(kinds);
	const described = compact([
		`Nothing was sent. Correct all of these: ${wrong.join('; ')}`,
		source.isForeign && helps.length > 0 && `What helps: ${helps.join('; ')}`,
		columns !== '' && `Ignored columns (not product fields): ${columns}`,
	]);
	const error = new NodeOperationError(
		context.getNode(),
		count === 1 ? sentence : `${count} products break a rule, the first one: ${sentence}`,
		{ itemIndex: first.row.itemIndex, description: described.join('. ') },
	);
	error.context.data = { invalid: named.flatMap(dataOf) };
	throw error;
}

/** Counts the wrong products and the rules that they break. The first ones are named. */
async function findingsIn(source: ProductSource, scan: InputScan) {
	const found = { count: 0, named: new Array<InvalidProduct>(), kinds: new Tally() };
	for await (const rows of source.rows())
		for (const row of rows) {
			const { id = '' } = row.product;
			if (row.leftOut !== undefined || (id !== '' && scan.plan.isOverridden(id, row.ordinal))) continue;
			const wrong = scan.problems(row);
			if (wrong.length === 0) continue;
			if (++found.count <= NAMED_PRODUCTS) found.named.push({ row, problems: wrong });
			for (const problem of wrong) {
				const kind = kindOf(sentenceOf(problem));
				found.kinds.add(kind, () => exampleOf(row, problem));
				found.kinds.advise(kind, adviceOn(problem, source));
			}
		}
	return found;
}

const lineOf = ({ row, problems }: InvalidProduct): string =>
	`${describeRow(row, row.product)}: ${problems.map(sentenceOf).join('; ')}`;

const linesOf = (kinds: Tally): string[] =>
	kinds
		.list()
		.map(({ what, count, examples }) => `${what} (${counted(count, 'product')}: ${examples.join(', ')})`);

const dataOf = ({ row, problems }: InvalidProduct): IDataObject[] =>
	problems.map((each) => ({ ...location(row), id: row.product.id ?? '', ...each }));
