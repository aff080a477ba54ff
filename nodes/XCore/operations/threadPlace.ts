/** The place at which a broken thread goes on: `3@1880028106020515840`, three Posts stand and this is the last one. */

/** How far a thread came. */
export interface ThreadPlace {
	/** Posts that certainly stand. */
	readonly count: number;
	/** The last of them. */
	readonly lastId: string | undefined;
	/** When a further one was sent of which no answer came. */
	readonly unanswered: string | undefined;
}

export const START: ThreadPlace = { count: 0, lastId: undefined, unanswered: undefined };

export const writePlace = ({ count, lastId = '', unanswered }: ThreadPlace): string =>
	`${count}@${lastId}${unanswered === undefined ? '' : `?${unanswered}`}`;

/** The place that a text names; the start where it names none. */
export function readPlace(text: string | undefined): ThreadPlace {
	const [, count = '0', lastId = '', unanswered] = /^(\d+)@(\d*)(?:\?(.*))?$/.exec(text ?? '') ?? [];
	return { count: Number(count), lastId: lastId === '' ? undefined : lastId, unanswered };
}
