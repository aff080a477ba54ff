/** This file keeps what a node remembers between polls, in its static data. */
import { isPlainObject } from 'lodash';
import { z } from 'zod';
import type { IDataObject } from 'n8n-workflow';
import { digestOf } from '../shared/events/eventDigests';
import { ownAccountShape } from '../shared/events/ownAccounts';
import { dayShape } from '../shared/ledger/dayCounter';

const headShape = z.object({
	/** Grows with each poll that keeps its result. A simultaneous poll then discards its own. */
	revision: z.number(),
	digest: z.string(),
	spending: dayShape.optional().catch(undefined),
});

const shapeWith = (list: z.ZodType<object, z.ZodTypeDef, unknown>) =>
	headShape.extend({
		form: z.record(z.unknown()).optional(),
		/** The account of the credential, if the event depends on it. */
		account: ownAccountShape.optional(),
		/** The time, by X's clock, at which the last poll began that read everything. */
		completeAt: z.number().optional(),
		/** The time at which n8n last stored this memory for certain: it does so when a poll passes something on. */
		storedAt: z.number().optional(),
		/** Whether the last poll left entries to the next one because there were too many. */
		isFull: z.boolean().optional(),
		lists: z.record(list),
		/** The versions up to which the lists found on X have been read. */
		versions: z.record(z.string()).optional(),
		/** The list that comes first in the next poll, because there may not be time for all. */
		turn: z.number().nonnegative(),
	});

export type PollMemory = Readonly<z.infer<ReturnType<typeof shapeWith>>>;

const KEY = 'memory';
/** The key of the memory's checksum, without which nothing would show wrong values of the right shape. */
const CHECK = 'check';

/** Returns the same for any order of keys, because databases may change it. */
const checkOf = (memory: unknown): string => {
	const sorted = (_key: string, value: unknown) =>
		isPlainObject(value) ? Object.fromEntries(Object.entries(value as object).sort()) : value;
	return digestOf(JSON.stringify([memory], sorted));
};

const isWhole = (data: IDataObject): boolean => data[CHECK] === checkOf(data[KEY]);

const revisionIn = (data: IDataObject): number => headShape.safeParse(data[KEY]).data?.revision ?? 0;

/** Reads the memory for some settings. That of other settings is dropped, except for what the day has cost. */
export function recall(data: IDataObject, digest: string, shape: z.ZodType<object, z.ZodTypeDef, unknown>) {
	const stored = data[KEY];
	const head = headShape.safeParse(stored).data;
	const known = isWhole(data) ? shapeWith(shape).safeParse(stored).data : undefined;
	if (known?.digest === digest) return { memory: known, isDamaged: false };
	const isOther = head !== undefined && head.digest !== digest && isWhole(data);
	return { memory: anew(head, digest), isDamaged: (stored ?? data[CHECK]) !== undefined && !isOther };
}

/** Makes the memory of a node that has not polled yet, and keeps what the day has cost. */
export const anew = (
	before: Pick<PollMemory, 'revision' | 'spending'> | undefined,
	digest: string,
): PollMemory => ({
	revision: before?.revision ?? 0,
	digest,
	lists: {},
	turn: 0,
	spending: before?.spending,
});

/** Keeps the result of a poll. Returns false if another poll has kept one since: then nothing may be emitted. */
export function keep(data: IDataObject, memory: PollMemory): boolean {
	if (revisionIn(data) !== memory.revision) return false;
	data[KEY] = JSON.parse(JSON.stringify({ ...memory, revision: memory.revision + 1 })) as IDataObject;
	data[CHECK] = checkOf(data[KEY]);
	return true;
}
