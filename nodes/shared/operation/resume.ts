/** This file defines the rest of a run that broke off, as data from which the next run continues. */
/** An input item that is not done. */
export interface LeftItem {
	readonly item: number;
	/**
	 * Its place: a page token, or one in a thread or an upload; what is unsure has since when behind a question mark. Is
	 * absent if it was not begun.
	 */
	readonly from?: string;
	/** The number of results, Posts or segments before that place. */
	readonly done?: number;
	/** Whether X may have done it, or a part of it. */
	readonly unsure?: true;
	/** Since when, on X's clock. */
	readonly since?: string;
}

export interface Resume {
	/** Why: `limit`, `maxCost`, `cancelled`, or the kind of the failure. */
	readonly reason: string;
	/** The place of the item that was in progress, if it is the only one that has a place. */
	readonly from?: string;
	readonly left: readonly LeftItem[];
}

/** The place of an item, and since when it is not known what X has done for it. */
export interface Place {
	readonly from?: string | undefined;
	readonly since?: number | undefined;
}

/** The user's input: a place for this item, or the rest of an earlier run. By default an item begins at the start. */
export interface ResumeFrom extends Place {
	readonly left?: ReadonlyMap<number, Place> | undefined;
}

const SINCE = /\?(\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** Writes a place as text. */
export const writePlace = ({ from = '', since }: Place): string | undefined =>
	since === undefined ? from || undefined : `${from}?${new Date(since).toISOString()}`;

/** Reads a place from text. */
export function readPlace(text: string | undefined): Place {
	const since = SINCE.exec(text ?? '')?.[1];
	if (text === undefined || since === undefined) return { from: text };
	return { from: text.replace(SINCE, '') || undefined, since: Date.parse(since) };
}
