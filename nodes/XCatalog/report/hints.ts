/** This file writes the messages of a run besides its output: hints in the editor, and lines in n8n's log. */
import { partition } from 'lodash';
import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { hint, counted } from '../../shared/report/wording';
import { asText } from '../../shared/util/text';
import type { ProductSource } from '../input/productSource';
import type { CatalogJob } from '../input/catalogJobs';
import type { Report } from './report';

/** The most columns that a message names. */
const NAMED_COLUMNS = 50;

/** Keys that X assigns. They have no meaning in an upsert. */
const MADE_BY_PLATFORM = new Set(['product_key', 'item_group_key']);

/**
 * Writes a line to n8n's log, which begins with the kind of run: the editor shows nothing until the node has finished.
 */
export const logProgress = ({ logger }: IExecuteFunctions, work: 'sync' | 'upload', sentence: string) =>
	logger.info(`Catalog ${work}: ${sentence}`);

/** Lists the columns that were not sent: the shop's own columns, and keys that X assigns. */
export function ignoredColumns({ unknownColumns }: ProductSource): { unknown: string[]; keys: string[] } {
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
