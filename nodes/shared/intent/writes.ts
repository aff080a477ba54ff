/** This file keeps what a run has written, item by item: what is done, and what was sent without a certain answer. */
import { createHash } from 'crypto';
import type { Api, ApiRequest, ApiResponse } from '../http/api';
import type { INodeExecutionData } from 'n8n-workflow';

/** The output of an item that is done, with the hints about it. */
export interface ItemResult {
	readonly items: readonly INodeExecutionData[];
	readonly hints: readonly string[];
}

interface Done {
	readonly mark: string;
	readonly answer: ApiResponse;
	/** Whether it is worth something only together with a later one, as an uploaded file or a job of a report is. */
	readonly isStep: boolean;
}

/** What one input item writes, over the tries of its node. */
export class ItemWrites<Given = unknown> {
	private given: Given | undefined;
	private isHeld = false;
	private done: Done[] = [];
	private left: Done[] = [];
	private kept: ItemResult | undefined;
	/** Writes of an earlier try, by their marks, with the time at which each was sent. */
	private readonly unsure = new Map<string, number>();
	/** The time since which an earlier run does not know what it has done. */
	private ofRun: number | undefined;

	/** Begins a try. A step that nothing came of is done anew: it may be what failed. */
	begin(): void {
		while (this.done.at(-1)?.isStep) this.done.pop();
		this.left = [...this.done];
		if (!this.hasWritten) this.given = undefined;
	}

	/** Whether X has, or may have, done something for this item. */
	get hasWritten(): boolean {
		return this.isHeld || this.done.length > 0 || this.since !== undefined;
	}

	/** The result of an earlier try. */
	get result(): ItemResult | undefined {
		return this.kept;
	}

	/** The time since which it is not known what X has done for the item; undefined if it is known. */
	get since(): number | undefined {
		const first = Math.min(...this.unsure.values(), this.ofRun ?? Infinity);
		return first === Infinity ? undefined : first;
	}

	/** Goes on after an earlier run that did not know what it had done since then. */
	resume(since: number): void {
		this.ofRun ??= since;
	}

	/** Returns the values of the item. After a write every try has the same ones, even if an expression changes. */
	values(read: () => Given): Given {
		return (this.given ??= read());
	}

	/** The answer to the same write in an earlier try. Each is taken once: a second equal write is meant. */
	take(mark: string): ApiResponse | undefined {
		const place = this.left.findIndex((each) => each.mark === mark);
		return place < 0 ? undefined : this.left.splice(place, 1)[0]?.answer;
	}

	/** The time since which it is not known whether X has done a write. */
	sentAt(mark: string): number | undefined {
		return this.unsure.get(mark) ?? this.ofRun;
	}

	/** Checks whether a try has sent a write, and not only an earlier run. */
	hasSent(mark: string): boolean {
		return this.unsure.has(mark);
	}

	/** It is on its way to X. */
	sends(mark: string, since: number): void {
		this.unsure.set(mark, Math.min(since, this.unsure.get(mark) ?? Infinity));
	}

	/** X has certainly not done it: what came after it in an earlier run was not sent either. */
	undo(mark: string): void {
		this.unsure.delete(mark);
		this.ofRun = undefined;
	}

	add(mark: string, answer: ApiResponse, isStep: boolean): void {
		this.unsure.delete(mark);
		this.done.push({ mark, answer, isStep });
	}

	/** Its request was sent, and is done, together with those of another item. */
	hold(mark: string): void {
		this.undo(mark);
		this.isHeld = true;
	}

	/** Keeps the result of an item that is done, in place of its answers. */
	finish(result: ItemResult): void {
		this.kept = result;
		this.given = undefined;
		[this.done, this.left] = [[], []];
	}
}

/** What the input items of a node write, over its tries. */
export class Writes<Given = unknown> {
	private readonly items = new Map<number, ItemWrites<Given>>();
	private readonly taken = new Set<unknown>();
	/** When X did a write, by its mark: an equal one is newer. */
	private readonly equal = new Map<string, number>();
	/** The moment of what X has confirmed last, in milliseconds. What is sent after it is not older. */
	private reached = -Infinity;

	/** X's time before the first write was sent; undefined while none was. */
	first: number | undefined;

	readonly begunAt = Date.now();

	/** @param isTriedAgain Whether n8n runs the node again if it fails. */
	constructor(readonly isTriedAgain: boolean) {}

	/** Begins a try. */
	begin(): this {
		for (const item of this.items.values()) item.begin();
		return this;
	}

	item(itemIndex: number): ItemWrites<Given> {
		const known = this.items.get(itemIndex) ?? new ItemWrites<Given>();
		this.items.set(itemIndex, known);
		return known;
	}

	/** Forgets an item that is done, where no later try asks for it. */
	forget(itemIndex: number): void {
		this.items.delete(itemIndex);
	}

	/** Keeps what a write of this run has made, so that it is taken for no other one. */
	made(mark: string, id: unknown, at: number | undefined): void {
		if (id !== undefined) this.taken.add(id);
		if (at === undefined) return;
		this.reached = Math.max(this.reached, at);
		this.equal.set(mark, at + 1);
	}

	/** Returns the moment on X since which a write is looked for, no later than it was sent. */
	since(now: number): number {
		return Math.max(now, this.reached);
	}

	/** The same for another run, which does not know what is taken. */
	sinceForOthers(mark: string, since: number): number {
		return Math.max(since, this.equal.get(mark) ?? since);
	}

	isTaken(id: unknown): boolean {
		return this.taken.has(id);
	}
}

/** Returns a mark of fixed length that equal writes share. */
export const markOf = ({ baseUrl }: Api, { method, path, query, body, file, meaning }: ApiRequest): string =>
	createHash('sha256')
		.update(JSON.stringify([baseUrl, method, path, query, meaning?.text ?? body, file?.type]))
		.update(file?.content ?? '')
		.digest('base64url');
