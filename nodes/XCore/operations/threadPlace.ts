/** A place says where a broken thread goes on: `3@1880028106020515840` is after three Posts, the last with this ID. */

/** The place up to which a thread was published. */
export interface ThreadPlace {
	/** Posts that were certainly published. */
	readonly count: number;
	/** The ID of the last one. */
	readonly lastId: string | undefined;
	/** The time at which another Post was sent that got no answer. */
	readonly unanswered: string | undefined;
}

export const START: ThreadPlace = { count: 0, lastId: undefined, unanswered: undefined };

/** Checks that nothing was published, and nothing sent without an answer. */
export const isStart = ({ count, unanswered }: ThreadPlace): boolean =>
	count === 0 && unanswered === undefined;

export const writePlace = ({ count, lastId = '', unanswered }: ThreadPlace): string =>
	`${count}@${lastId}${unanswered === undefined ? '' : `?${unanswered}`}`;

/** Reads a place; without a text, the start of the thread. Is undefined for any other text. */
export function readPlace(text: string | undefined): ThreadPlace | undefined {
	if (text === undefined) return START;
	const found = /^(\d{1,4})@(\d{0,19})(?:\?([\d:.TZ-]*))?$/.exec(text);
	if (!found) return undefined;
	const [, count = '0', lastId = '', unanswered] = found;
	if (unanswered !== undefined && Number.isNaN(Date.parse(unanswered))) return undefined;
	return { count: Number(count), lastId: lastId === '' ? undefined : lastId, unanswered };
}
