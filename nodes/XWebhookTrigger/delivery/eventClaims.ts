/**
 * What several processes of n8n have delivered, kept in a memory node (Redis Chat Memory, Postgres Chat Memory). Each
 * event has a list to which entries are only added. The first claim owns the event; its owner adds `done` when n8n
 * has taken the event, or `drop`. Processes that claim it later wait for that entry.
 */
import { randomUUID } from 'crypto';
import { sleep } from 'n8n-workflow';
import { z } from 'zod';

/** The longest wait for another process's outcome, in milliseconds. X waits 10 s for an answer. */
const PATIENCE = 6_000;
/** The pause between two looks for the outcome, in milliseconds. */
const PAUSE = 100;
/** After this time, in milliseconds, a claim without an outcome counts as left by a killed process. */
const CLAIM_LASTS = 15_000;
/** An entry in the list of an event. */
export const entryShape = z.object({
	state: z.enum(['claim', 'done', 'drop']),
	/** The delivery that wrote the entry. */
	id: z.string(),
	/** In milliseconds since 1970. */
	at: z.number(),
});

export type ClaimEntry = z.infer<typeof entryShape>;

export interface EventLog {
	read(): Promise<ClaimEntry[]>;
	append(entry: ClaimEntry): Promise<void>;
}

/** Where the lists are. */
export interface EventStore {
	open(key: string): EventLog;
	close(): Promise<void>;
}

/** A clock that tests can replace, so that they need not wait. */
interface Clock {
	now(): number;
	pause(milliseconds: number): Promise<unknown>;
}

const REAL_CLOCK: Clock = { now: Date.now, pause: sleep };

/** Another process did not report the outcome of an event in time. */
export class EventIsBusy extends Error {
	override readonly message = 'another process of n8n is handling an event of this delivery';
}

export class EventClaims {
	private readonly id = randomUUID();
	private readonly owned = new Map<string, EventLog>();

	constructor(
		private readonly store: EventStore,
		private readonly clock: Clock = REAL_CLOCK,
	) {}

	/**
	 * Claims events that no process has delivered, and waits while another process handles them.
	 *
	 * @param keys The events' keys.
	 * @returns The keys that this process now owns. The others have been delivered.
	 * @throws EventIsBusy when another process takes too long. Then this process owns nothing.
	 */
	async claim(keys: readonly string[]): Promise<Set<string>> {
		return await this.claimEach(keys).catch(async (error: unknown) => {
			await this.end(false).catch(() => {});
			throw error;
		});
	}

	private async claimEach(keys: readonly string[]): Promise<Set<string>> {
		// All deliveries use the same order, so that two of them cannot wait for each other. One key at a time, over
		// one connection.
		for (const key of [...new Set(keys)].sort()) {
			const list = this.store.open(key);
			if (await this.isClaimed(list)) this.owned.set(key, list);
		}
		return new Set(this.owned.keys());
	}

	/** Records the outcome of the owned events. */
	async end(isTaken: boolean): Promise<void> {
		try {
			for (const list of this.owned.values()) await this.append(list, isTaken ? 'done' : 'drop');
		} finally {
			this.owned.clear();
			await this.store.close();
		}
	}

	private async isClaimed(list: EventLog): Promise<boolean> {
		if (isDone(await list.read())) return false;
		await this.append(list, 'claim');
		return await this.isOwned(list).catch(async (error: unknown) => {
			await this.append(list, 'drop').catch(() => {});
			throw error;
		});
	}

	/** Whether the claim is the first. Waits for the outcome if it is not. */
	private async isOwned(list: EventLog): Promise<boolean> {
		const deadline = this.clock.now() + PATIENCE;
		for (;;) {
			const entries = await list.read();
			if (isDone(entries)) return false;
			if (ownerOf(entries, this.clock.now()) === this.id) return true;
			if (this.clock.now() >= deadline) throw new EventIsBusy();
			await this.clock.pause(PAUSE);
		}
	}

	private async append(list: EventLog, state: ClaimEntry['state']): Promise<void> {
		await list.append({ state, id: this.id, at: this.clock.now() });
	}
}

const isDone = (entries: readonly ClaimEntry[]): boolean => entries.some(({ state }) => state === 'done');

/** The owner is the first claim that was neither dropped nor abandoned. */
function ownerOf(entries: readonly ClaimEntry[], now: number): string | undefined {
	const dropped = new Set(entries.filter(({ state }) => state === 'drop').map(({ id }) => id));
	return entries.find(({ state, id, at }) => state === 'claim' && !dropped.has(id) && now - at < CLAIM_LASTS)
		?.id;
}
