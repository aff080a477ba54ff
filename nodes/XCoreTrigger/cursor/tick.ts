/** One poll of one list, page by page, until nothing is left or it has to stop. */
import type { PageRequest, Cursor, ListPage, PagePosition, ListRow } from './cursor';

/** Requests a page. Undefined if this poll may not send any more requests. */
type AskForPage<E> = (ask: PageRequest) => Promise<ListPage<E> | undefined>;

export interface Tick<S, E> {
	/** The state to remember. Undefined if not even the first page arrived. */
	readonly state: S | undefined;
	/** New entries, in the order in which they were read. */
	readonly fresh: readonly ListRow<E>[];
	/** Whether X does not reach back to the end of the last poll. */
	readonly isLost: boolean;
	/** How many entries may be new, but are not passed on, because nothing that is known was left in the list. */
	readonly unsure: number;
	/** Whether there is more than one poll passes on. The next one continues. */
	readonly isFull: boolean;
	/** The error that ended the poll early. */
	readonly error?: unknown;
}

/** The most new entries that one poll of a list passes on. */
export const MOST_NEW = 1000;

/**
 * Polls a list once. What it found before an error is kept, and the next poll continues from there.
 *
 * @param state The remembered state.
 * @param ask Sends the request for a page to X.
 * @param placeIn Which part of the request an error is about.
 */
export async function runTick<S extends object, E>(
	cursor: Cursor<S>,
	state: S | undefined,
	ask: AskForPage<E>,
	placeIn: (error: unknown) => PagePosition | undefined,
): Promise<Tick<S, E>> {
	let current = state;
	let fresh: ListRow<E>[] = [];
	let [isLost, unsure] = [false, 0];
	// A poll that only completed an earlier one has not looked for newer entries yet.
	let again = state !== undefined && cursor.isUnfinished(state);
	const brokenOff = (rest: { error?: unknown; isFull?: boolean } = {}): Tick<S, E> => {
		const kept = cursor.isAllOrNothing === true ? { state, fresh: [] } : { state: current, fresh };
		return { ...kept, isLost, unsure, isFull: false, ...rest };
	};
	for (;;) {
		const asked = cursor.plan(current);
		let page: ListPage<E> | undefined;
		try {
			page = await ask(asked);
		} catch (error) {
			const place = placeIn(error);
			const refused = place && cursor.refused(current, asked, place);
			if (!refused) return brokenOff({ error });
			current = refused.state;
			isLost ||= refused.isLost;
			if (cursor.isAllOrNothing === true) fresh = [];
			continue;
		}
		if (!page) return brokenOff();
		const step = cursor.take(current, asked, page);
		current = step.state;
		fresh = [...fresh, ...step.fresh].filter(({ key }) => step.old?.has(key) !== true);
		isLost ||= step.isLost === true;
		unsure += step.unsure ?? 0;
		if (step.more && cursor.isAllOrNothing !== true && fresh.length >= MOST_NEW)
			return brokenOff({ isFull: true });
		if (step.more) continue;
		if (!again) return { state: current, fresh, isLost, unsure, isFull: false };
		again = false;
	}
}
