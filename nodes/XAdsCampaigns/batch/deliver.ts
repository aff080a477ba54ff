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

/** Sends all, in order where the order matters. Waits for those under way before it passes on an error. */
export async function deliver<T>(deliveries: readonly Delivery<T>[], sending: Sending<T>): Promise<void> {
	const [first] = deliveries[0]?.members ?? [];
	const lanes = first === undefined ? 1 : Math.max(1, sending.settingsOf(first));
	const latest = new Map<string, Promise<void>>();
	const pending = [...deliveries].map((delivery) => ({ delivery, done: defer() }));
	const waits = pending.map(({ delivery, done }) => {
		const before = delivery.parents.map((parent) => latest.get(parent)).filter((each) => each !== undefined);
		for (const parent of delivery.parents) latest.set(parent, done.promise);
		return before;
	});
	let next = 0;
	let stopped = false;
	const lane = async () => {
		for (let place = next++; place < pending.length; place = next++) {
			const { delivery, done } = pending[place] ?? {};
			if (!delivery || !done) return;
			try {
				await Promise.all(waits[place] ?? []);
				if (stopped) continue;
				const applied = await sending.send(delivery.members);
				if (!applied && sending.stopEarly) stopped = true;
			} finally {
				done.resolve();
			}
		}
	};
	const ends = await Promise.allSettled(Array.from({ length: Math.min(lanes, pending.length) }, lane));
	const failed = ends.find((end) => end.status === 'rejected');
	if (failed) throw failed.reason;
}

/** A promise to be kept later. */
function defer(): { promise: Promise<void>; resolve: () => void } {
	let resolve: () => void = () => undefined;
	const promise = new Promise<void>((keep) => {
		resolve = keep;
	});
	return { promise, resolve };
}
