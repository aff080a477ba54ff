/** A list that broke off between two pages: what was read is not lost, if one knows where to go on. */
import { NodeApiError } from 'n8n-workflow';
import type { FailureKind } from '../errors/failure';
import { labelOf } from '../operation/labels';
import type { Operation } from '../operation/operation';

/** Faults that pass, after which the same page can be asked for again. */
const PASSING: ReadonlySet<unknown> = new Set<FailureKind>([
	'rateLimit',
	'usageCap',
	'noCredit',
	'server',
	'unavailable',
	'connection',
	'timeout',
]);

/**
 * Adds to the error of a later page how to go on after the pages before, where the operation can begin at a page.
 *
 * @param count How many items came before.
 * @param next The token of the page that failed; undefined for the first one.
 */
export function withResumeToken(
	error: unknown,
	{ fields, paging }: Operation,
	count: number,
	next?: string,
): unknown {
	const key = paging?.request ?? '';
	const field = fields[key];
	const data = error instanceof NodeApiError ? (error.context.data as { kind?: unknown }) : undefined;
	if (!(error instanceof NodeApiError) || !field || next === undefined || !PASSING.has(data?.kind))
		return error;
	const advice = (error.description ?? '').replace(/\.$/, '');
	const before =
		count === 1 ? '1 item came before and is' : `${count.toLocaleString('en')} items came before and are`;
	error.description = `${advice}. ${before} not in the output: to go on from there, set ${labelOf(key, field)} to ${next}`;
	error.context.data = { ...data, nextToken: next };
	return error;
}
