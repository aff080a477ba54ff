/** How long a delivery must have been the newest before it writes for all, in milliseconds. */
const SETTLED = 200;
/** Longest that static data is left behind while deliveries keep coming, in milliseconds. */
const AT_LEAST_EVERY = 1_000;

/**
 * The deliveries that n8n is being given at this moment. Storing what was seen costs n8n a write to its database,
 * about as much as the run itself; while several are under way one of them stores it for all: the one that is left
 * alone, or the newest once no other follows, and in an endless stream one every second.
 */
export class PersistScheduler {
	private readonly open = new Set<PendingDelivery>();
	private newest: PendingDelivery | undefined;
	private written = -Infinity;

	/** @param now in milliseconds, from any fixed moment on */
	start(now: number): PendingDelivery {
		const flight = new PendingDelivery(this, now);
		this.open.add(flight);
		this.newest = flight;
		return flight;
	}

	end(flight: PendingDelivery): void {
		this.open.delete(flight);
	}

	mayWrite(flight: PendingDelivery, now: number): boolean {
		const isAlone = this.open.size === 1;
		const isLast = this.newest === flight && now - flight.since >= SETTLED;
		if (!isAlone && !isLast && now - this.written < AT_LEAST_EVERY) return false;
		this.written = now;
		return true;
	}
}

/** One delivery under way. */
export class PendingDelivery {
	constructor(
		private readonly flights: PersistScheduler,
		readonly since: number,
	) {}

	/** Whether this delivery should store what was seen, for itself and the others. */
	mayWrite(now: number): boolean {
		return this.flights.mayWrite(this, now);
	}

	end(): void {
		this.flights.end(this);
	}
}
