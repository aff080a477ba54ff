/** Notes how far each item of a run came, so that whatever ends the run, the output says what is left. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { writePlace, type LeftItem, type Place, type Resume } from '../operation/resume';
import { asText } from '../util/text';

interface Reached {
	readonly from?: string;
	readonly done?: number;
}

export class Progress {
	private readonly places = new Map<number, Reached>();
	private readonly since = new Map<number, number>();
	private readonly settled = new Set<number>();
	private readonly failed = new Set<number>();
	private readonly left = new Set<number>();

	readonly items: readonly number[];

	/** @param count The number of all items: an earlier run has done those without a place. */
	constructor(
		places: ReadonlyMap<number, Place>,
		private readonly count: number,
	) {
		this.items = [...places.keys()];
		for (const [item, { from, since }] of places) {
			this.reached(item, from, 0);
			this.unsure(item, since);
		}
	}

	/** Whether the run ended early although it did not fail. */
	get hasEnded(): boolean {
		return this.left.size > 0;
	}

	/** Keeps where an item would go on; undefined after its last page. */
	reached(item: number, from: string | undefined, done: number): void {
		if (from === undefined) this.places.delete(item);
		else this.places.set(item, { from, done });
	}

	/** Keeps since when it is not known what X has done for an item; undefined once it is known. */
	unsure(item: number, since: number | undefined): void {
		if (since === undefined) this.since.delete(item);
		else this.since.set(item, since);
	}

	/** An item whose failure is in the output. Of a cancelled run n8n drops that. */
	fail(item: number): void {
		this.failed.add(item);
		this.settle(item);
	}

	/** An item that is done. */
	settle(item: number): void {
		if (!this.left.has(item)) this.settled.add(item);
	}

	/** An item that was left out, or ended early, because the run would have cost too much. */
	leave(item: number): void {
		this.left.add(item);
	}

	/** Checks whether an item was left out or ended early. */
	isLeft(item: number): boolean {
		return this.left.has(item);
	}

	/** Returns the rest of one item. Is undefined if it would begin at its start. */
	ofItem(reason: string, item: number): Resume | undefined {
		const left = this.leftOf(item);
		return left.from === undefined ? undefined : resumeOf(reason, [left]);
	}

	/** Returns the rest of the run. Is undefined if it would begin at the start. */
	ofRun(reason: string): Resume | undefined {
		const isLost = (item: number) => reason === 'cancelled' && this.failed.has(item);
		const left = this.items
			.filter((item) => !this.settled.has(item) || isLost(item))
			.map((item) => this.leftOf(item));
		const isBegun = left.length < this.count || left.some(({ from }) => from !== undefined);
		return isBegun && left.length > 0 ? resumeOf(reason, left) : undefined;
	}

	/** The items that are not done, and for which nothing was sent that may be. */
	unsent(): readonly number[] {
		return this.items.filter((item) => !this.settled.has(item) && this.leftOf(item).from === undefined);
	}

	/** Returns what is left of an item that is not done. */
	leftOf(item: number): LeftItem {
		const place = this.places.get(item);
		const since = this.since.get(item);
		if (since === undefined) return { item, ...place };
		const from = writePlace({ from: place?.from, since }) ?? '';
		return { item, ...place, from, unsure: true, since: new Date(since).toISOString() };
	}
}

function resumeOf(reason: string, left: readonly LeftItem[]): Resume {
	const [one, ...more] = left.flatMap(({ from }) => from ?? []);
	return { reason, ...(one !== undefined && more.length === 0 && { from: one }), left };
}

interface CustomData {
	get(key: string): unknown;
	set(key: string, value: string): void;
}

/** n8n keeps values of at most this length. */
const LONGEST_VALUE = 512;

const RESUME = 'resume';
/** Since when a node has written, the items for which it certainly has not, and its name. */
const TRIED = 'tried';

/**
 * Texts that n8n keeps with an execution: one that it retries still has them, and they are all that comes through where
 * n8n drops what a node returns or throws.
 */
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
