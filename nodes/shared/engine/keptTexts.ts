/**
 * This file keeps texts with an execution: the editor shows them, n8n's API gives them, and an execution that n8n retries
 * still has them. They are all that comes through where n8n drops what a node returns or throws.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { asText } from '../util/text';
import type { Progress } from './progress';

interface CustomData {
	get(key: string): unknown;
	set(key: string, value: string): void;
}

/** n8n keeps values of at most this length. */
const LONGEST_VALUE = 512;

/** What is left of a cancelled run. */
const RESUME = 'resume';
/** Since when a node has written, the items for which it certainly has not, and its name. */
const TRIED = 'tried';

function keptTexts(context: IExecuteFunctions): CustomData | undefined {
	const { $execution: execution } = context.getWorkflowDataProxy(0) as unknown as {
		$execution?: { customData?: CustomData };
	};
	return execution?.customData;
}

/** Keeps the first of some texts that n8n does not cut off. Returns false if the workflow has filled its ten keys. */
function keep(context: IExecuteFunctions, key: string, ...texts: readonly string[]): boolean {
	const text = texts.find(({ length }) => length <= LONGEST_VALUE) ?? '';
	const kept = keptTexts(context);
	kept?.set(key, text);
	return kept === undefined || kept.get(key) === text;
}

/**
 * n8n drops what a node of a cancelled execution returns or throws. So the rest is kept while n8n is cancelling.
 *
 * @returns What ends this with the run. An open connection keeps the signal, which would hold all items of the run.
 */
export function keepWhenCancelled(
	context: IExecuteFunctions,
	progress: Progress,
	first: () => number | undefined,
): () => void {
	const signal = context.getExecutionCancelSignal();
	const keepRest = () => {
		keepTried(context, progress, first());
		const resume = progress.ofRun('cancelled');
		if (!resume) return;
		const begun = { ...resume, left: resume.left.filter(({ from }) => from !== undefined) };
		keep(context, RESUME, JSON.stringify(resume), JSON.stringify(begun), resume.from ?? '');
	};
	signal?.addEventListener('abort', keepRest);
	return () => signal?.removeEventListener('abort', keepRest);
}

/**
 * Keeps what a run has sent before it fails: n8n gives a retried execution the same input again, and nothing else. What an
 * earlier one has sent stays in it, or a second retry would send that again.
 *
 * @param first When the run sent its first write, on X's clock.
 */
export function keepTried(
	context: IExecuteFunctions,
	progress: Progress,
	first: number | undefined,
): boolean {
	if (first === undefined) return true;
	const before = triedHere(context);
	const unsent = progress.unsent().filter((index) => before?.unsent.has(String(index)) !== false);
	const since = new Date(Math.min(first, before?.since ?? first)).toISOString();
	const { name } = context.getNode();
	return keep(context, TRIED, `${since} ${unsent.join(',')} ${name}`, `${since}  ${name}`);
}

/** What an earlier try of this node, or the execution that n8n retries, has kept of it. */
function triedHere(context: IExecuteFunctions): { since: number; unsent: ReadonlySet<string> } | undefined {
	const [, since = '', unsent = '', name] =
		/^(\S+) (\S*) (.*)$/s.exec(asText(keptTexts(context)?.get(TRIED))) ?? [];
	return name === context.getNode().name
		? { since: Date.parse(since), unsent: new Set(unsent.split(',')) }
		: undefined;
}

/** A node that has ended well leaves nothing to a retried execution, nor to its own next round of a loop. */
export function forgetTried(context: IExecuteFunctions): void {
	if (!triedHere(context)) return;
	for (const key of [TRIED, RESUME]) if (keptTexts(context)?.get(key)) keep(context, key, '');
}

/** Returns since when a retried execution does not know what X has done for an item; undefined where it knows. */
export function readTried(context: IExecuteFunctions): (itemIndex: number) => number | undefined {
	const before = context.getMode() === 'retry' ? triedHere(context) : undefined;
	return (itemIndex) => (before?.unsent.has(String(itemIndex)) === false ? before.since : undefined);
}
