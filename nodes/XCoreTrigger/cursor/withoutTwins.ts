/** This file takes each thing of a list once, because someone can have it listed again under another ID. */
import { z } from 'zod';
import { digestOf } from '../../shared/events/eventDigests';
import type { Cursor, ListRow } from './cursor';

const MEMORY = 200;

const REMEMBERED = z.object({ twins: z.array(z.string()).optional() });

type Remembered = z.infer<typeof REMEMBERED>;

/** Makes a cursor take each thing once, even if it is listed under several IDs. */
export function withoutTwins<S extends object>(cursor: Cursor<S>): Cursor<S & Remembered> {
	return {
		...cursor,
		shape: cursor.shape.and(REMEMBERED),
		take(state, ask, page) {
			const { twins = [] } = state ?? {};
			const step = cursor.take(state, ask, page);
			const known = new Set(twins);
			// Entries of the very first page are known, although they are not new.
			const arrived = state ? step.fresh : page.rows;
			const first = arrived.filter((row) => isFirst(row, known));
			return {
				...step,
				state: { ...step.state, twins: [...known].slice(-MEMORY) },
				fresh: state ? first : step.fresh,
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
