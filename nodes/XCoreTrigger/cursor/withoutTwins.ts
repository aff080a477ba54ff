/** For lists in which someone can have the same thing listed again under another ID. */
import { createHash } from 'crypto';
import type { Cursor, ListRow } from './cursor';

/** How many things of a list are remembered. */
const MEMORY = 200;
const DIGEST = 11;

interface Remembered {
	/** Digests, the newest last. */
	readonly twins?: readonly string[] | undefined;
}

const digestOf = (twin: string): string =>
	createHash('sha256').update(twin).digest('base64').slice(0, DIGEST);

/** A cursor that takes each thing once, even if it is listed under several IDs. */
export function withoutTwins<S extends object>(cursor: Cursor<S>): Cursor<S & Remembered> {
	return {
		...cursor,
		take(state, ask, page) {
			const { twins = [] } = state ?? {};
			const { state: next, fresh, more } = cursor.take(state, ask, page);
			const known = new Set(twins);
			// Entries of the very first page are known, although they are not new.
			const arrived = state ? fresh : page.rows;
			const first = arrived.filter((row) => isFirst(row, known));
			return {
				state: { ...next, twins: [...known].slice(-MEMORY) },
				fresh: state ? first : fresh,
				more,
			};
		},
		refused(state, ask, place) {
			const refused = cursor.refused(state, ask, place);
			return refused && { ...refused, state: { ...refused.state, twins: state?.twins } };
		},
	};
}

function isFirst({ twin }: ListRow, known: Set<string>): boolean {
	if (twin === undefined) return true;
	const digest = digestOf(twin);
	if (known.has(digest)) return false;
	known.add(digest);
	return true;
}
