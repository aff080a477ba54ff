/** What a run that broke off left to do, as data that the next run takes back. */
/** An input item that is not done. */
export interface LeftItem {
	/** Its index. */
	readonly item: number;
	/** Where it goes on: a page token, the place in a thread or in an upload. Absent if it was not begun. */
	readonly from?: string;
	/** How many results, Posts or segments came before that place. */
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

/** What the user gave: a place for this item, or what an earlier run left. Without either it begins at the start. */
export interface ResumeFrom {
	readonly from?: string | undefined;
	readonly left?: ReadonlyMap<number, string | undefined> | undefined;
}
