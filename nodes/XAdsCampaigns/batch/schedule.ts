/** Requests in flight: a bounded number at once, and never two that change children of the same parent. */

export interface Delivery<T> {
	readonly members: readonly T[];
	/** What this request touches: it waits for earlier requests that touch one of them. */
	readonly parents: readonly string[];
}

export interface Sending<T> {
	/** How many requests may be in flight at once, as the first item says. */
	settingsOf(member: T): number;
	/** Sends one; answers whether all of it was applied. Does not throw for a refusal. */
	send(members: readonly T[]): Promise<boolean>;
	/** Whether to send nothing more after a refusal. */
	readonly stopEarly: boolean;
}

/**
 * Sends all, in order where the order matters; whoever waits for another one keeps nobody else from going. Waits for
 * those under way before it passes on an error.
 */
export async function deliver<T>(deliveries: readonly Delivery<T>[], sending: Sending<T>): Promise<void> {
	const [first] = deliveries[0]?.members ?? [];
	const lanes = first === undefined ? 1 : Math.max(1, sending.settingsOf(first));
	const waiting = new Set(inQueue(deliveries));
	const gone = new Set<Queued<T>>();
	const errors: unknown[] = [];
	let inFlight = 0;
	let stopped = false;

	const fly = async (one: Queued<T>) => {
		waiting.delete(one);
		inFlight++;
		try {
			const applied = await sending.send(one.members);
			stopped ||= !applied && sending.stopEarly;
		} catch (error) {
			errors.push(error);
			stopped = true;
		}
		inFlight--;
		gone.add(one);
		await start();
	};
	/** Starts what may go now. Whatever lands starts the next. */
	const start = async () => {
		const flights: Promise<void>[] = [];
		for (const one of waiting) {
			if (stopped || inFlight >= lanes) break;
			if (one.after.every((each) => gone.has(each))) flights.push(fly(one));
		}
		await Promise.all(flights);
	};
	await start();
	if (errors.length > 0) throw errors[0];
}

interface Queued<T> {
	readonly members: readonly T[];
	/** Those before that touch the same. */
	readonly after: readonly Queued<T>[];
}

function inQueue<T>(deliveries: readonly Delivery<T>[]): Queued<T>[] {
	const latest = new Map<string, Queued<T>>();
	return deliveries.map(({ members, parents }) => {
		const own = { members, after: parents.flatMap((parent) => latest.get(parent) ?? []) };
		for (const parent of parents) latest.set(parent, own);
		return own;
	});
}
