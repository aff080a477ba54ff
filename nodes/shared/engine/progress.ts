/** Notes how far each item of a run came, so that whatever ends the run, the output says what is left. */
import { writePlace, type LeftItem, type Place, type Resume } from '../operation/resume';

/** How far an item came. */
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
