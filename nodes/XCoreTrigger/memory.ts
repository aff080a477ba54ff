/** What a node remembers between polls, in its static data. */
import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import type { Values } from '../shared/operation/operation';

export interface PollMemory {
	/** Grows with each poll that keeps its result. A simultaneous poll then discards its own. */
	readonly revision: number;
	/** The event and settings that this memory belongs to. */
	readonly digest: string;
	/** The form's values after look-ups. */
	readonly form?: Values | undefined;
	/** The state of each list's cursor. */
	readonly lists: Readonly<Record<string, object>>;
	/** How far the lists found on X have been read. */
	readonly versions?: Readonly<Record<string, string>> | undefined;
	/** Which list comes first in the next poll, because there may not be time for all. */
	readonly turn: number;
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

const KEY = 'memory';

/** How many polls have kept their result. */
const revisionIn = (data: IDataObject): number => shape.safeParse(data[KEY]).data?.revision ?? 0;

/**
 * The memory for some settings.
 *
 * @param digest A digest of the settings. Memory of other settings is dropped, except for what the day has cost.
 */
export function recall(data: IDataObject, digest: string): PollMemory {
	const known = shape.safeParse(data[KEY]).data;
	if (known?.digest === digest) return known;
	const { revision = 0, spending } = known ?? {};
	return { revision, digest, lists: {}, turn: 0, spending };
}

/**
 * Keeps the result of a poll, unless another poll has kept one since.
 *
 * @returns Whether it was kept. If not, the poll must not emit what it found.
 */
export function keep(data: IDataObject, memory: PollMemory): boolean {
	if (revisionIn(data) !== memory.revision) return false;
	data[KEY] = JSON.parse(JSON.stringify({ ...memory, revision: memory.revision + 1 })) as IDataObject;
	return true;
}
