/**
 * Compares what a trigger needs on X with what exists there, and makes the difference. Without one plan for rules and
 * subscriptions, each trigger decides anew what it may delete, and one of them deletes what others use.
 */
import { difference } from 'lodash';

export interface Thing {
	readonly id: string;
	readonly tag?: string | undefined;
	readonly webhookId?: string | undefined;
}

interface Comparison<Found, Wanted> {
	readonly present: readonly Found[];
	readonly wanted: readonly Wanted[];
	readonly isSame: (found: Found, wanted: Wanted) => boolean;
	/** Returns whether something delivers what is wanted, even if it is not the same, as a rule with another name does. */
	readonly isEnough?: ((found: Found, wanted: Wanted) => boolean) | undefined;
	readonly isOwn: (found: Found) => boolean;
	readonly isUsedByOthers?: ((found: Found) => boolean) | undefined;
}

/** Plans what to remove, keep and add. Only what is the owner's is removed, and nothing that others use. */
export function reconcile<Found, Wanted>(comparison: Comparison<Found, Wanted>) {
	const { present, wanted, isSame, isEnough = isSame, isOwn, isUsedByOthers = () => false } = comparison;
	const remove = present.filter(
		(found) => isOwn(found) && !wanted.some((each) => isSame(found, each)) && !isUsedByOthers(found),
	);
	const left = difference(present, remove);
	return {
		remove,
		keep: left.filter((found) => wanted.some((each) => isEnough(found, each))),
		add: wanted.filter((each) => !left.some((found) => isEnough(found, each))),
	};
}

export interface Things<Found extends Thing, Wanted> extends Pick<
	Comparison<Found, Wanted>,
	'isSame' | 'isEnough'
> {
	list(): Promise<Found[]>;
	/** Throws if X would refuse what is wanted beside what is there. */
	check?(wanted: readonly Wanted[], present: readonly Found[]): void;
	/** Adds what is missing, and returns what others have added since, which is used instead. */
	add(missing: readonly Wanted[], present: readonly Found[], added: Found[]): Promise<Found[]>;
	/** Removes things, if they still exist, and gives `onRemoved` the IDs of those that are gone. */
	remove(ids: readonly string[], onRemoved?: (ids: readonly string[]) => void): Promise<void>;
}

export type Rollback = Array<() => Promise<unknown>>;

/** Makes what is wanted exist, and removes what its owner does not need any more. */
export async function ensureOnX<Found extends Thing, Wanted>(
	things: Things<Found, Wanted>,
	owner: Pick<Comparison<Found, Wanted>, 'wanted' | 'isOwn' | 'isUsedByOthers'>,
	undo: Rollback,
) {
	const present = await things.list();
	const mine = new Set(present.filter(owner.isOwn));
	const isOwn = (found: Found) => mine.has(found);
	const { remove, keep, add } = reconcile({ ...things, ...owner, present, isOwn });
	// Deleted before any is added: they count towards the plan's limit, and a rule's text can exist only once.
	await things.remove(idsOf(remove));
	const left = difference(present, remove);
	things.check?.(owner.wanted, left);
	const added: Found[] = [];
	undo.push(async () => await things.remove(idsOf(added)));
	const found = await things.add(add, left, added);
	const own = [...left.filter(isOwn), ...added];
	return { all: [...left, ...found, ...added], kept: [...keep, ...found], added, own, missing: add };
}

export const idsOf = (things: readonly Thing[]): string[] => things.map(({ id }) => id);
