/** This file reads small lists without a reliable order: it compares all it reads with all it remembers. */
import { z } from 'zod';
import type { Cursor } from './cursor';

const stateShape = z.object({
	/** Keys with their largest versions, the most recently seen first. */
	known: z.array(z.tuple([z.string(), z.number()])),
});

type SnapshotState = z.infer<typeof stateShape>;

const MEMORY = 500;

export function snapshot(size: number, memory = MEMORY): Cursor<SnapshotState> {
	return {
		order: 'by comparison of all entries',
		shape: stateShape,
		plan: () => ({ size }),

		take(state, _ask, { rows }) {
			const known = new Map(state?.known);
			const present = new Map<string, number>();
			const fresh = rows.filter(({ key, version = 0 }) => {
				const before = present.get(key) ?? known.get(key);
				present.set(key, Math.max(version, before ?? version));
				return state !== undefined && (before === undefined || version > before);
			});
			for (const [key, version] of known) if (!present.has(key)) present.set(key, version);
			return { state: { known: [...present].slice(0, memory) }, fresh, more: false };
		},

		refused: () => undefined,

		isUnfinished: () => false,
	};
}
