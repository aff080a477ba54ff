/** What a node remembers between polls, in its static data. */
import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import type { Values } from '../shared/operation/operation';

export interface Memory {
	/** Grows with each poll that keeps what it read: a poll beside it throws its own away. */
	readonly revision: number;
	/** Which event with which settings it is about. */
	readonly digest: string;
	/** The form's values after look-ups. */
	readonly form?: Values | undefined;
	/** The cursors, by list. */
	readonly lists: Readonly<Record<string, object>>;
	/** How far the lists that were found on X are read, by list. */
	readonly versions?: Readonly<Record<string, string>> | undefined;
	/** Which list comes first in the next poll: time may not suffice for all. */
	readonly turn: number;
	/** What the day has cost. */
	readonly spending?: object | undefined;
}

const shape = z.object({
	revision: z.number(),
	digest: z.string(),
	form: z.record(z.unknown()).optional(),
	lists: z.record(z.object({}).passthrough()),
	versions: z.record(z.string()).optional(),
	turn: z.number(),
	spending: z.object({}).passthrough().optional(),
});

/** The key in the static data. */
const KEY = 'memory';

/** How often something was kept. */
export const revisionIn = (data: IDataObject): number => shape.safeParse(data[KEY]).data?.revision ?? 0;

/**
 * What is remembered for some settings.
 *
 * @param digest Names the settings; what was remembered with others is left behind, except what the day has cost.
 */
export function recall(data: IDataObject, digest: string): Memory {
	const known = shape.safeParse(data[KEY]).data;
	if (known?.digest === digest) return known;
	const { revision = 0, spending } = known ?? {};
	return { revision, digest, lists: {}, turn: 0, spending };
}

/**
 * Keeps what a poll leaves, unless another poll has kept something since.
 *
 * @returns Whether it was kept; if not, what the poll found is not to be emitted.
 */
export function keep(data: IDataObject, memory: Memory): boolean {
	if (revisionIn(data) !== memory.revision) return false;
	data[KEY] = JSON.parse(JSON.stringify({ ...memory, revision: memory.revision + 1 })) as IDataObject;
	return true;
}
