import { digestOf } from '../../shared/events/eventDigests';
import { BoundedMap } from '../../shared/memory/boundedMap';

/** The number of events that a running node remembers. */
export const REMEMBERED = 20_000;
/** The number of the newest that survive a restart at least. They are stored with each run. */
export const STORED = 500;
/** Characters of a digest: 48 bits. Of 20,000 events, one in ten billion is taken for another. */
const DIGEST = 8;

interface Seen {
	readonly digest: string;
	readonly at: number;
}

/** Remembers the events that a node has started runs for, and forgets the oldest first. */
export class SeenEvents {
	private readonly seen = new BoundedMap<string, true>(REMEMBERED);
	private newest: Seen[] = [];

	/**
	 * @param stored A result of `toText` from before a restart.
	 * @param now The present time, because it is not known when the stored events were written.
	 */
	constructor(stored = '', now = -Infinity) {
		for (let place = 0; place + DIGEST <= stored.length; place += DIGEST)
			this.remember(stored.slice(place, place + DIGEST), now);
	}

	/**
	 * Remembers an event. Returns false if it is already known.
	 *
	 * @param at The time at which it was written.
	 */
	add(key: string, at = -Infinity): boolean {
		const digest = shortDigest(key);
		if (this.seen.has(digest)) return false;
		this.remember(digest, at);
		return true;
	}

	has(key: string): boolean {
		return this.seen.has(shortDigest(key));
	}

	/** Forgets an event that was not run. */
	delete(key: string): void {
		this.seen.delete(shortDigest(key));
	}

	/**
	 * Returns the newest events, for static data: as many as a search could find again.
	 *
	 * @param since The oldest time that a search after a restart would ask for.
	 */
	toText(since = Infinity): string {
		let first = 0;
		while (first < this.newest.length - STORED && (this.newest[first]?.at ?? 0) < since) first++;
		return this.newest
			.slice(Math.max(first, this.newest.length - REMEMBERED))
			.map(({ digest }) => digest)
			.join('');
	}

	private remember(digest: string, at: number): void {
		this.seen.set(digest, true);
		this.newest.push({ digest, at });
		if (this.newest.length >= 2 * REMEMBERED) this.newest = this.newest.slice(-REMEMBERED);
	}
}

const shortDigest = (key: string): string => digestOf(key).slice(0, DIGEST);
