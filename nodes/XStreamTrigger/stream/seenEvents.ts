import { digestOf, digestsIn } from '../../shared/events/eventDigests';
import { BoundedMap } from '../../shared/util/boundedMap';

/** How many events a running node remembers. */
export const REMEMBERED = 20_000;
/** How many of the newest survive a restart. They are stored with each run. */
export const STORED = 500;

/** The events that a node has started runs for. The oldest are forgotten first. */
export class SeenEvents {
	private readonly seen = new BoundedMap<string, true>(REMEMBERED);
	private newest: string[] = [];

	/** @param stored A result of `toText` from before a restart. */
	constructor(stored: unknown = '') {
		if (typeof stored === 'string') for (const digest of digestsIn(stored)) this.remember(digest);
	}

	/** Remembers an event. False if it is already known. */
	add(key: string): boolean {
		const digest = digestOf(key);
		if (this.seen.has(digest)) return false;
		this.remember(digest);
		return true;
	}

	has(key: string): boolean {
		return this.seen.has(digestOf(key));
	}

	/** Forgets an event that was not run. */
	delete(key: string): void {
		this.seen.delete(digestOf(key));
	}

	/** The newest events, for static data. */
	toText(): string {
		return this.newest.slice(-STORED).join('');
	}

	private remember(digest: string): void {
		this.seen.set(digest, true);
		this.newest.push(digest);
		if (this.newest.length >= 2 * STORED) this.newest = this.newest.slice(-STORED);
	}
}
