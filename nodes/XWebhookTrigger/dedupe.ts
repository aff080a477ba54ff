import { createHash } from 'crypto';

import { PersistScheduler } from './persistScheduler';

/** Events remembered per node and process; beyond it the oldest are forgotten. */
export const REMEMBERED = 10_000;
/** The newest of them that are also kept in the workflow's static data and so survive a restart. */
export const PERSISTED = 2_000;
/** Nodes whose events one process remembers at a time. */
const MEMORIES = 500;
/** Characters of a key's digest that are kept: 72 bits. */
const DIGEST = 12;

/** Events of one delivery that nobody else has, held until n8n took them or did not. */
export interface KeyReservation {
	/** Keys that are new, in the order given. */
	fresh: ReadonlySet<string>;
	/** n8n is being given them: from now on `persisted` counts them as remembered. */
	hand(): void;
	/** n8n has them: remember them. */
	keep(): void;
	/** n8n could not take them: the platform will send them again. */
	release(): void;
}

/**
 * The events that one node has handed to n8n. A key is held while its delivery is under way; a second delivery with
 * that key waits for the outcome, so that an event is neither run twice nor acknowledged without having run.
 */
export class DeliveredEvents {
	/** Deliveries under way, which share the work of storing what was seen. */
	readonly flights = new PersistScheduler();
	private readonly seen = new BoundedSet(REMEMBERED);
	/** Digests of events remembered before a restart or by another process: their keys are not known any more. */
	private readonly inherited = new BoundedSet(REMEMBERED);
	private readonly held = new Map<string, Hold>();
	private readonly handed = new Set<string>();
	/** Digests of what n8n was being given and did not take: others may have stored them meanwhile. */
	private readonly refused = new Set<string>();
	/** Digests for static data, and the newest keys that are still to be digested: most are never asked for. */
	private digests = '';
	private undigested: string[] = [];
	private absorbed: string | undefined;

	/**
	 * Takes the keys that are neither remembered nor held; waits while any of them is held.
	 *
	 * @param keys the delivery's keys; repeated ones count once
	 */
	claim(keys: readonly string[]): KeyReservation | Promise<KeyReservation> {
		return this.held.size > 0 && keys.some((key) => this.held.has(key))
			? this.claimLater(keys)
			: this.take(keys);
	}

	/**
	 * Adds what was remembered before a restart, or by another process.
	 *
	 * @param persisted the text that `persisted()` gave, as read from static data
	 */
	absorb(persisted: unknown): void {
		if (typeof persisted !== 'string' || persisted === this.absorbed || persisted === this.digests) return;
		this.absorbed = persisted;
		const own = new Set(chunks(this.persisted()));
		for (const known of chunks(persisted)) {
			if (own.has(known) || this.inherited.has(known) || this.refused.has(known)) continue;
			this.inherited.add(known);
			this.digests = tail(known + this.digests);
		}
	}

	/**
	 * The newest remembered events, and those that n8n is being given, as text for static data. Deliveries of the same
	 * moment overwrite each other's static data, so each writes for all.
	 */
	persisted(): string {
		if (this.undigested.length > 0) {
			this.digests = tail(this.digests + this.undigested.map(digest).join(''));
			this.undigested = [];
		}
		return tail(this.digests + [...this.handed].map(digest).join(''));
	}

	private isSeen(key: string): boolean {
		return this.seen.has(key) || (this.inherited.size > 0 && this.inherited.has(digest(key)));
	}

	private async claimLater(keys: readonly string[]): Promise<KeyReservation> {
		// Nothing is held while waiting, so two deliveries that share keys cannot wait for each other.
		await Promise.all(keys.map(async (key) => await this.held.get(key)?.ended()));
		return await this.claim(keys);
	}

	private take(keys: readonly string[]): KeyReservation {
		const hold = new Hold(new Set(keys.filter((key) => !this.isSeen(key))), this);
		for (const key of hold.fresh) this.held.set(key, hold);
		return hold;
	}

	/** Counts keys as being handed over. */
	hand(keys: ReadonlySet<string>): void {
		for (const key of keys) this.handed.add(key);
	}

	/** Ends a claim. */
	end(keys: ReadonlySet<string>, isTaken: boolean): void {
		for (const key of keys) {
			this.held.delete(key);
			const wasHanded = this.handed.delete(key);
			if (!isTaken) {
				if (wasHanded) this.refuse(digest(key));
				continue;
			}
			if (this.refused.size > 0) this.refused.delete(digest(key));
			this.seen.add(key);
			this.undigested.push(key);
		}
		if (this.undigested.length > 2 * PERSISTED) this.undigested = this.undigested.slice(-PERSISTED);
	}

	private refuse(known: string): void {
		this.refused.add(known);
		if (this.refused.size <= PERSISTED) return;
		const [oldest] = this.refused;
		if (oldest !== undefined) this.refused.delete(oldest);
	}
}

/** A claim that others may wait for; few ever do, so the promise is made when somebody asks. */
class Hold implements KeyReservation {
	private isOpen = true;
	private promise: Promise<void> | undefined;
	private resolve: (() => void) | undefined;

	constructor(
		readonly fresh: ReadonlySet<string>,
		private readonly memory: DeliveredEvents,
	) {}

	hand(): void {
		if (this.isOpen) this.memory.hand(this.fresh);
	}

	keep(): void {
		this.end(true);
	}

	release(): void {
		this.end(false);
	}

	async ended(): Promise<void> {
		this.promise ??= new Promise((resolve) => {
			this.resolve = resolve;
		});
		await this.promise;
	}

	private end(isTaken: boolean): void {
		if (!this.isOpen) return;
		this.isOpen = false;
		this.memory.end(this.fresh, isTaken);
		this.resolve?.();
	}
}

/** The newest values, up to a number of them. A ring beside the set: finding a set's oldest entry is slow. */
class BoundedSet {
	private readonly set = new Set<string>();
	private readonly ring: string[] = [];
	private next = 0;

	constructor(private readonly limit: number) {}

	get size(): number {
		return this.set.size;
	}

	has(value: string): boolean {
		return this.set.has(value);
	}

	add(value: string): void {
		if (this.set.has(value)) return;
		const oldest = this.ring[this.next];
		if (oldest !== undefined) this.set.delete(oldest);
		this.ring[this.next] = value;
		this.set.add(value);
		this.next = (this.next + 1) % this.limit;
	}
}

function chunks(text: string): string[] {
	return Array.from({ length: Math.floor(text.length / DIGEST) }, (_, n) =>
		text.slice(n * DIGEST, (n + 1) * DIGEST),
	);
}

const memories = new Map<string, DeliveredEvents>();

/**
 * The memory of one node in this process. n8n makes a new node object for every delivery, so it lives here.
 *
 * @param scope names the node: workflow, node, and whether it is a test run
 */
export function memoryOf(scope: string): DeliveredEvents {
	const memory = memories.get(scope) ?? new DeliveredEvents();
	memories.delete(scope);
	memories.set(scope, memory);
	if (memories.size > MEMORIES) {
		const oldest = memories.keys().next().value;
		if (oldest !== undefined) memories.delete(oldest);
	}
	return memory;
}

/** Forgets what this process remembers of a node; what static data holds stays. */
export function forget(scope: string): void {
	memories.delete(scope);
}

function digest(key: string): string {
	return createHash('sha256').update(key).digest('base64').slice(0, DIGEST);
}

function tail(text: string): string {
	return text.length > PERSISTED * DIGEST ? text.slice(-PERSISTED * DIGEST) : text;
}
