/** A place says where a broken thread goes on: `3@1880028106020515840` is after three Posts, the last with this ID. */

export interface ThreadPlace {
	/** Posts that were certainly published. */
	readonly count: number;
	readonly lastId: string | undefined;
}

export const START: ThreadPlace = { count: 0, lastId: undefined };

/** Returns the place as text; undefined for the start. */
export const writePlace = ({ count, lastId = '' }: ThreadPlace): string | undefined =>
	count === 0 ? undefined : `${count}@${lastId}`;

/** Reads a place; without a text, the start of the thread. Is undefined for any other text. */
export function readPlace(text: string | undefined): ThreadPlace | undefined {
	if (text === undefined) return START;
	const [whole, count = '0', lastId = ''] = /^(\d{1,4})@(\d{0,19})$/.exec(text) ?? [];
	return whole === undefined ? undefined : { count: Number(count), lastId: lastId || undefined };
}
