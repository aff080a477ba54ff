/**
 * This file keeps what the tries of a node share. With Retry On Fail, n8n runs a node again with all of its items after
 * an error, or if the first returned item has one (n8n-core 2.41, workflow-execute). The tries share a process and one
 * execute data object; a round of a loop, a sub-workflow, a resumed or repeated run has another one. So the memory is
 * attached to that object, and is forgotten with it.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { attached, type Attached } from './process';

/** One thing for all tries of a node. */
export class OverTries<T> {
	constructor(private readonly all: Attached<object, T>) {}

	/**
	 * Returns the memory that the tries share.
	 *
	 * @param make Makes it for the first try.
	 * @returns Undefined if n8n tries once. A tool that an agent runs with its own execute data is not tried again:
	 *   a second call is intended.
	 */
	of(context: Pick<IExecuteFunctions, 'getExecuteData' | 'getNode'>, make: () => T): T | undefined {
		const { name, retryOnFail } = context.getNode();
		if (retryOnFail !== true) return undefined;
		const data = context.getExecuteData();
		if (data.node.name !== name) return undefined;
		return this.all.getOrMake(data, make);
	}
}

/** @param name What the tries share. */
export const overTries = <T>(name: string): OverTries<T> =>
	new OverTries<T>(attached({ name, of: 'execution' }));

/** A write that X has confirmed. */
interface Done<Answer> {
	readonly mark: string;
	readonly answer: Answer;
	/** Whether it is worth something only together with a later one, as an uploaded file or a job of a report is. */
	readonly isStep: boolean;
}

/** One input item over the tries of its node. */
export class TriedItem<Given, Answer, Result> {
	private given: Given | undefined;
	private isHeld = false;
	private done: Done<Answer>[] = [];
	private left: Done<Answer>[] = [];
	private kept: Result | undefined;

	/** Begins a try. A step that nothing came of is done anew: it may be what failed. */
	begin(): void {
		while (this.done.at(-1)?.isStep) this.done.pop();
		this.left = [...this.done];
		if (!this.hasWritten) this.given = undefined;
	}

	/** Whether an earlier request of this item, or one that it shared, is done. */
	get hasWritten(): boolean {
		return this.isHeld || this.done.length > 0;
	}

	/** The result of an earlier try. */
	get result(): Result | undefined {
		return this.kept;
	}

	/** Returns the values of the item. After a write every try has the same ones, even if an expression changes. */
	values(read: () => Given): Given {
		return (this.given ??= read());
	}

	/** The answer to the same write in an earlier try. Each is taken once: a second equal write is meant. */
	take(mark: string): Answer | undefined {
		const place = this.left.findIndex((each) => each.mark === mark);
		return place < 0 ? undefined : this.left.splice(place, 1)[0]?.answer;
	}

	add(mark: string, answer: Answer, isStep: boolean): void {
		this.done.push({ mark, answer, isStep });
	}

	/** Its request was sent, and is done, together with those of another item. */
	hold(): void {
		this.isHeld = true;
	}

	/** Keeps the result of an item that is done, in place of its answers. */
	finish(result: Result): void {
		this.kept = result;
		this.given = undefined;
		[this.done, this.left] = [[], []];
	}
}

/** The input items of a node over its tries. */
export class Tries<Given, Answer, Result> {
	private readonly items = new Map<number, TriedItem<Given, Answer, Result>>();

	/** Begins a try. */
	begin(): this {
		for (const item of this.items.values()) item.begin();
		return this;
	}

	item(itemIndex: number): TriedItem<Given, Answer, Result> {
		const known = this.items.get(itemIndex) ?? new TriedItem<Given, Answer, Result>();
		this.items.set(itemIndex, known);
		return known;
	}
}
