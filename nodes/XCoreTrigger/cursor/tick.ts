/** One poll of one list: page after page until there is nothing more, or until something says to stop. */
import type { Ask, Cursor, Page, Place, Row } from './cursor';

/** Gives a page, or nothing where this poll may ask for no more. */
export type AskForPage<E> = (ask: Ask) => Promise<Page<E> | undefined>;

export interface Tick<S, E> {
	/** What is to be remembered; undefined where not even the first page came. */
	readonly state: S | undefined;
	/** What is new, in the order in which it was read. */
	readonly fresh: readonly Row<E>[];
	/** Whether X does not reach back to where the last poll ended. */
	readonly isLost: boolean;
	/** Why it ended before everything was read. */
	readonly error?: unknown;
}

/**
 * Polls a list once. What was found before an error counts: the next poll goes on from there.
 *
 * @param state What the polls before remembered.
 * @param ask Asks X.
 * @param placeIn Which part of the request an error blames.
 */
export async function runTick<S extends object, E>(
	cursor: Cursor<S>,
	state: S | undefined,
	ask: AskForPage<E>,
	placeIn: (error: unknown) => Place | undefined,
): Promise<Tick<S, E>> {
	let current = state;
	let isLost = false;
	// A poll that only finished what an earlier one had begun has not looked for anything newer.
	let again = state !== undefined && cursor.isUnfinished(state);
	const fresh: Row<E>[] = [];
	for (;;) {
		const asked = cursor.plan(current);
		let page: Page<E> | undefined;
		try {
			page = await ask(asked);
		} catch (error) {
			const place = placeIn(error);
			const refused = place && cursor.refused(current, asked, place);
			if (!refused) return { state: current, fresh, isLost, error };
			current = refused.state;
			isLost ||= refused.isLost;
			continue;
		}
		if (!page) return { state: current, fresh, isLost };
		const step = cursor.take(current, asked, page);
		current = step.state;
		fresh.push(...step.fresh);
		if (step.more) continue;
		if (!again) return { state: current, fresh, isLost };
		again = false;
	}
}
