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

/** Keeps the first of some texts that n8n does not cut off. */
const keep = (context: IExecuteFunctions, key: string, ...texts: readonly string[]): void =>
	keptTexts(context)?.set(key, texts.find(({ length }) => length <= LONGEST_VALUE) ?? '');

/** n8n drops what a node of a cancelled execution returns or throws. So the rest is kept while n8n is cancelling. */
export function keepWhenCancelled(
	context: IExecuteFunctions,
	progress: Progress,
	first: () => number | undefined,
): void {
	context.getExecutionCancelSignal()?.addEventListener('abort', () => {
		keepTried(context, progress, first());
		const resume = progress.ofRun('cancelled');
		if (!resume) return;
		const begun = { ...resume, left: resume.left.filter(({ from }) => from !== undefined) };
		keep(context, RESUME, JSON.stringify(resume), JSON.stringify(begun), resume.from ?? '');
	});
}

/**
 * Keeps what a run has sent before it fails: n8n gives a retried execution the same input again, and nothing else.
 *
 * @param first When the run sent its first write, on X's clock.
 */
export function keepTried(context: IExecuteFunctions, progress: Progress, first: number | undefined): void {
	if (first === undefined) return;
	const [since, node] = [new Date(first).toISOString(), context.getNode().name];
	keep(context, TRIED, `${since} ${progress.unsent().join(',')} ${node}`, `${since}  ${node}`);
}

/** Returns since when a retried execution does not know what X has done for an item; undefined where it knows. */
export function readTried(context: IExecuteFunctions): (itemIndex: number) => number | undefined {
	const isRetried = context.getMode() === 'retry';
	const kept = isRetried ? /^(\S+) (\S*) (.*)$/s.exec(asText(keptTexts(context)?.get(TRIED))) : null;
	if (kept?.[3] !== context.getNode().name) return () => undefined;
	const unsent = new Set(kept[2]?.split(','));
	return (itemIndex) => (unsent.has(String(itemIndex)) ? undefined : Date.parse(kept[1] ?? ''));
}
