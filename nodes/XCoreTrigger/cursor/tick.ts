/** This file polls one list, page by page, until nothing is left or it has to stop. */
import {
	MOST_NEW,
	type Cursor,
	type ListPage,
	type ListRow,
	type PagePosition,
	type PageRequest,
	type Span,
	type Step,
} from './cursor';

/** Requests a page. Returns undefined if this poll may not send any more requests. */
type AskForPage<E> = (ask: PageRequest) => Promise<ListPage<E> | undefined>;

interface Tick<S, E> {
	/** The state to remember. Is undefined if not even the first page arrived. */
	readonly state: S | undefined;
	readonly fresh: readonly ListRow<E>[];
	/** Whether X does not reach back to the end of the last poll. */
	readonly isLost: boolean;
	readonly lostSpan?: Span | undefined;
	readonly unsure: number;
	/** Whether there is more than one poll passes on. The next one continues. */
	readonly isFull: boolean;
	readonly error?: unknown;
}

class Found<E> {
	isLost = false;
	lostSpan: Span | undefined;
	unsure = 0;
	fresh: ListRow<E>[] = [];
	held: ListRow<E>[] = [];
	older: ListRow<E>[] = [];

	add({ fresh, held = [], passOn, isUpwards, isLost, lostSpan, unsure = 0 }: Step<object, E>): void {
		this.held.push(...held);
		if (passOn) {
			this.fresh.push(...this.held.filter(({ key }) => passOn.has(key)));
			this.held = [];
		}
		if (isUpwards === true) this.fresh.unshift(...fresh);
		else this.fresh.push(...fresh);
		this.isLost ||= isLost === true;
		this.lostSpan ??= lostSpan;
		this.unsure += unsure;
	}

	get all(): ListRow<E>[] {
		return [...this.fresh, ...this.older];
	}
}

/** Polls a list once. What it found before an error is kept, and the next poll continues from there. */
export async function runTick<S extends object, E>(
	cursor: Cursor<S>,
	state: S | undefined,
	ask: AskForPage<E>,
	placeIn: (error: unknown) => PagePosition | undefined,
): Promise<Tick<S, E>> {
	let current = state && (cursor.resume?.(state) ?? state);
	const found = new Found<E>();
	// A poll that only completed an earlier one has not looked for newer entries yet.
	let again = state !== undefined && cursor.isUnfinished(state);
	// Whether the next page has something, as far as is known: without entries it may be a fault, and is asked for twice.
	let isPromised = again;
	const end = (isFull: boolean, error?: unknown): Tick<S, E> => {
		const { all: fresh, isLost, lostSpan, unsure } = found;
		const state = current && (cursor.rest?.(current) ?? current);
		return { state, fresh, isLost, lostSpan, unsure, isFull, ...(error !== undefined && { error }) };
	};
	for (;;) {
		const asked = cursor.plan(current);
		let page: ListPage<E> | undefined;
		try {
			page = await ask(asked);
		} catch (error) {
			const place = placeIn(error);
			const refused = place && cursor.refused(current, asked, place);
			if (!refused) return end(false, error);
			current = refused.state;
			found.isLost ||= refused.isLost;
			// The poll reads again what is held back.
			found.held = [];
			continue;
		}
		if (!page) return end(false);
		if (isPromised && page.rows.length === 0 && page.next === undefined) {
			isPromised = false;
			continue;
		}
		const step = cursor.take(current, asked, page);
		current = step.state;
		found.add(step);
		if ((step.more || again) && found.all.length >= MOST_NEW) return end(true);
		isPromised = step.more;
		if (step.more) continue;
		if (!again) return end(false);
		again = false;
		found.older = found.all;
		found.fresh = [];
	}
}
