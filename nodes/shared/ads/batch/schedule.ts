import { TaskPool } from '../../util/taskPool';

export interface BatchRequest<T> {
	readonly members: readonly T[];
	/** The entities that this request changes. It waits for earlier requests with the same parents. */
	readonly parents: readonly string[];
}

interface SendingOptions<T> {
	readonly concurrency: number;
	/** Sends a request, and returns whether X applied all of it. Does not throw if X refuses it. */
	send(members: readonly T[]): Promise<boolean>;
	readonly stopEarly: boolean;
	readonly signal?: AbortSignal | undefined;
}

/** Sends requests concurrently, but never two that change the same parent. Errors are thrown after all have ended. */
export async function sendInTurn<T>(deliveries: readonly BatchRequest<T>[], sending: SendingOptions<T>) {
	const pool = new TaskPool(Math.max(1, sending.concurrency), sending.signal);
	const latest = new Map<string, Promise<void>>();
	let isStopped = false;
	const send = async (members: readonly T[]) => {
		if (isStopped) return;
		let goesOn = false;
		try {
			goesOn = (await sending.send(members)) || !sending.stopEarly;
		} finally {
			isStopped ||= !goesOn;
		}
	};
	const all = deliveries.map(async ({ members, parents }) => {
		const before = parents.flatMap((parent) => latest.get(parent) ?? []);
		let finish: () => void = () => undefined;
		const finished = new Promise<void>((resolve) => (finish = resolve));
		for (const parent of parents) latest.set(parent, finished);
		await Promise.all(before);
		let hasStarted = false;
		try {
			await pool.add(() => {
				hasStarted = true;
				return send(members).finally(finish);
			});
		} finally {
			if (!hasStarted) finish();
		}
	});
	await Promise.all(all);
	await pool.drain();
}
