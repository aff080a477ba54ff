/** This file defines the rest of a run that broke off, as data from which the next run continues. */
/** An input item that is not done. */
export interface LeftItem {
	/** Its index. */
	readonly item: number;
	/** Its place: a page token, or one in a thread or an upload. Is absent if it was not begun. */
	readonly from?: string;
	/** The number of results, Posts or segments before that place. */
	readonly done?: number;
}

/** A run that broke off. */
export interface Resume {
	/** Why: `limit`, `maxCost`, `cancelled`, or the kind of the failure. */
	readonly reason: string;
	/** The place of the item that was in progress, if it is the only one that has a place. */
	readonly from?: string;
	readonly left: readonly LeftItem[];
}

/** The user's input: a place for this item, or the rest of an earlier run. By default an item begins at the start. */
export interface ResumeFrom {
	readonly from?: string | undefined;
	readonly left?: ReadonlyMap<number, string | undefined> | undefined;
}
