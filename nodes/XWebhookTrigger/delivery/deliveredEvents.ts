import { chunk } from 'lodash';
import { sleep } from 'n8n-workflow';
import { digestOf } from '../../shared/events/eventDigests';
import { BoundedMap } from '../../shared/memory/boundedMap';
import { remembered } from '../../shared/memory/process';
import type { WebhookResponse } from '../incoming';

/** Events remembered per node and process. When there are more, the oldest are forgotten. */
export const REMEMBERED = 10_000;
/** The newest of them are also kept in static data, and so survive a restart. n8n writes less than 10 kB with each run. */
export const PERSISTED = 1_400;
/** The letters of a stored digest, 42 bits: of three thousand million other events, one is taken for a stored one. */
const SHORT = 7;
const NODES = 500;

/**
 * The events that one node has handed to n8n, by key. A key is reserved while its delivery is in progress. A second
 * delivery with the same key waits for the outcome: otherwise the event could run twice, or be acknowledged without a
 * run.
 */
export class DeliveredEvents {
	/** Stores what was delivered, with one write for all deliveries in progress. */
	readonly writer = new StaticDataWriter();
	private readonly delivered = new BoundedMap<string, true>(REMEMBERED);
	/** Digests of events delivered before a restart or by another process. Their keys are not known. */
	private readonly inherited = new BoundedMap<string, true>(REMEMBERED);
	private readonly reserved = new Map<string, KeyReservation>();
	/** Digests for static data, and the newest keys that have no digest yet. Most of them never need one. */
	private digests = '';
	private undigested: string[] = [];
	private lastMerged: string | undefined;

	/** Reserves the keys that are neither delivered nor reserved, and waits while any of them is reserved. */
	reserve(keys: readonly string[]): KeyReservation | Promise<KeyReservation> {
		return this.reserved.size > 0 && keys.some((key) => this.reserved.has(key))
			? this.reserveLater(keys)
			: this.reserveNow(keys);
	}

	mergePersisted(persisted: unknown): void {
		if (typeof persisted !== 'string' || persisted === this.lastMerged || persisted === this.digests) return;
		this.lastMerged = persisted;
		const own = new Set(digestsIn(this.persisted()));
		for (const known of digestsIn(persisted)) {
			if (own.has(known) || this.inherited.has(known)) continue;
			this.inherited.set(known, true);
			this.digests = newest(known + this.digests);
		}
	}

	/**
	 * Returns the newest delivered events, with those of the delivery that writes: deliveries overwrite each other's
	 * static data. Events that others are still handing over are left out: if n8n were killed, they would be lost.
	 */
	persisted(own = ''): string {
		if (this.undigested.length > 0) {
			this.digests = newest(this.digests + this.undigested.map(short).join(''));
			this.undigested = [];
		}
		return newest(this.digests + own);
	}

	get isFull(): boolean {
		return this.digests.length >= PERSISTED * SHORT || this.undigested.length >= PERSISTED;
	}

	end(keys: ReadonlySet<string>, isTaken: boolean): void {
		for (const key of keys) {
			this.reserved.delete(key);
			if (!isTaken) continue;
			this.delivered.set(key, true);
			this.undigested.push(key);
		}
		if (this.undigested.length > 2 * PERSISTED) this.undigested = this.undigested.slice(-PERSISTED);
	}

	private async reserveLater(keys: readonly string[]): Promise<KeyReservation> {
		// Nothing is reserved during the wait, so two deliveries that share keys cannot block each other.
		await Promise.all(keys.map(async (key) => await this.reserved.get(key)?.ended()));
		return await this.reserve(keys);
	}

	private reserveNow(keys: readonly string[]): KeyReservation {
		const fresh = new Set(keys.filter((key) => !this.isDelivered(key)));
		const reservation = new KeyReservation(fresh, this);
		for (const key of fresh) this.reserved.set(key, reservation);
		return reservation;
	}

	private isDelivered(key: string): boolean {
		return this.delivered.has(key) || (this.inherited.size > 0 && this.inherited.has(short(key)));
	}
}

/** Events that only one delivery holds, until n8n takes or refuses them. */
export class KeyReservation {
	private isOpen = true;
	/** Created only when another delivery waits, which is rare. */
	private end: Promise<void> | undefined;
	private resolveEnd: (() => void) | undefined;

	constructor(
		readonly fresh: ReadonlySet<string>,
		private readonly events: DeliveredEvents,
	) {}

	/** Remembers the events, because n8n has taken them. */
	commit(): void {
		this.close(true);
	}

	/** Releases the events that n8n could not take; X will send them again. Has no effect after `commit`. */
	rollback(): void {
		this.close(false);
	}

	async ended(): Promise<void> {
		this.end ??= new Promise((resolve) => {
			this.resolveEnd = resolve;
		});
		await this.end;
	}

	private close(isTaken: boolean): void {
		if (!this.isOpen) return;
		this.isOpen = false;
		this.events.end(this.fresh, isTaken);
		this.resolveEnd?.();
	}
}

/** n8n makes a new node object for every delivery, so the process holds what a node remembers. */
const delivered = remembered<DeliveredEvents>({
	name: 'events that a webhook trigger has handed to n8n',
	of: 'node',
	limit: NODES,
	until: 'a test run begins',
});

/** Returns the events that a node has delivered, as far as this process knows; `scopeOf` gives its name. */
export const deliveredEventsOf = (scope: string): DeliveredEvents =>
	delivered.getOrMake(scope, () => new DeliveredEvents());

/** Returns the digests of keys, as `persisted` takes them. */
export const digestsOf = (keys: ReadonlySet<string>): string => [...keys].map(short).join('');

const short = (key: string): string => digestOf(key).slice(0, SHORT);
const digestsIn = (text: string): string[] => chunk([...text], SHORT).map((letters) => letters.join(''));
const newest = (digests: string): string => digests.slice(-PERSISTED * SHORT);

/** The time for which a delivery must be the newest before it writes for all, in milliseconds. */
const SETTLED = 200;
/** The longest time without a write while deliveries keep arriving, in milliseconds. */
const AT_LEAST_EVERY = 1_000;
const INTERVAL = 1;
/** The interval at which a delivery that does not write checks whether it must take over, in milliseconds. */
const IDLE_INTERVAL = 20;
/** The longest time that n8n may take to start a run, in milliseconds. */
const PATIENCE = 60_000;

/**
 * Brings what a node writes into static data during `webhook()` into n8n's database. n8n 2.39 saves them right before
 * it answers (`LiveWebhooks.executeWebhook`) if they are marked as changed, and clears the mark once `webhook()` has
 * returned (`ObservableObject.create` in `WorkflowRunner.runMainProcess`). So the data are written until n8n has
 * answered. The test "n8n forgets what webhook() wrote" fails once n8n fixes that; then this class can go. A write
 * costs about as much as a run, so one of several deliveries writes for all: the last one in progress, or the newest
 * once no other follows, and one every second in an endless series.
 */
export class StaticDataWriter {
	private readonly open = new Set<PendingWrite>();
	private newest: PendingWrite | undefined;
	private writtenAt = -Infinity;
	/** Wakes the waiting deliveries when one has ended, because another may have to write now. */
	private nextEnd = newSignal();

	/** Writes until n8n has answered a delivery, and returns whether n8n took the events. */
	async writeUntilAnswered(response: WebhookResponse, write?: () => void): Promise<boolean> {
		const finished = new Promise<void>((resolve) => {
			response.once('finish', resolve);
		});
		// If X has hung up there is no `finish` event, but n8n has still set a status.
		await Promise.race([finished, this.writeUntilEnded(response, write)]);
		return response.writableEnded && response.statusCode < 300;
	}

	private async writeUntilEnded(response: WebhookResponse, write?: () => void): Promise<void> {
		const delivery: PendingWrite = { since: performance.now() };
		if (write !== undefined) {
			this.open.add(delivery);
			this.newest = delivery;
		}
		try {
			while (!response.writableEnded && performance.now() - delivery.since < PATIENCE) {
				if (write !== undefined && this.shouldWrite(delivery, performance.now())) {
					write();
					await sleep(INTERVAL);
				} else {
					await Promise.race([sleep(IDLE_INTERVAL), this.nextEnd.promise]);
				}
			}
		} finally {
			if (this.open.delete(delivery)) {
				this.nextEnd.resolve();
				this.nextEnd = newSignal();
			}
		}
	}

	private shouldWrite(delivery: PendingWrite, now: number): boolean {
		const isAlone = this.open.size === 1;
		const isLast = this.newest === delivery && now - delivery.since >= SETTLED;
		if (!isAlone && !isLast && now - this.writtenAt < AT_LEAST_EVERY) return false;
		this.writtenAt = now;
		return true;
	}
}

interface PendingWrite {
	readonly since: number;
}

function newSignal() {
	let resolve = () => {};
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}
