import { createHash } from 'crypto';

/** Events remembered per node and process; beyond it the oldest are forgotten. */
export const REMEMBERED = 10_000;
/** The newest of them that are also kept in the workflow's static data and so survive a restart. */
export const PERSISTED = 2_000;
/** Nodes whose events one process remembers at a time. */
const MEMORIES = 500;
/** Characters of a key's digest that are kept: 72 bits. */
const DIGEST = 12;

/** Events of one delivery that nobody else has, held until n8n took them or did not. */
export interface Claim {
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
export class SeenEvents {
	private readonly seen = new Set<string>();
	private readonly held = new Map<string, Promise<void>>();
	private readonly handed = new Set<string>();
	private recent = '';
	private absorbed: string | undefined;

	/**
	 * Takes the keys that are neither remembered nor held; waits while any of them is held.
	 *
	 * @param keys the delivery's keys; repeated ones count once
	 */
	async claim(keys: readonly string[]): Promise<Claim> {
		// Nothing is held while waiting, so two deliveries that share keys cannot wait for each other.
		for (let waiting = this.heldAmong(keys); waiting.length > 0; waiting = this.heldAmong(keys)) {
			await Promise.all(waiting);
		}
		const fresh = new Set(keys.filter((key) => !this.seen.has(digest(key))));
		return this.hold(fresh);
	}

	/**
	 * Adds what was remembered before a restart, or by another process.
	 *
	 * @param persisted the text that `persisted()` gave, as read from static data
	 */
	absorb(persisted: unknown): void {
		if (typeof persisted !== 'string' || persisted === this.absorbed || persisted === this.recent) return;
		this.absorbed = persisted;
		for (let at = 0; at + DIGEST <= persisted.length; at += DIGEST) {
			const known = persisted.slice(at, at + DIGEST);
			if (!this.seen.has(known)) this.remember(known);
		}
	}

	/**
	 * The newest remembered events, and those that n8n is being given, as text for static data. Deliveries of the same
	 * moment overwrite each other's static data, so each writes for all.
	 */
	persisted(): string {
		return tail(this.recent + [...this.handed].join(''));
	}

	private heldAmong(keys: readonly string[]): Array<Promise<void>> {
		if (this.held.size === 0) return [];
		return keys.flatMap((key) => this.held.get(key) ?? []);
	}

	private hold(fresh: ReadonlySet<string>): Claim {
		let settle = (): void => undefined;
		const settled = new Promise<void>((resolve) => {
			settle = resolve;
		});
		for (const key of fresh) this.held.set(key, settled);
		let open = true;
		const end = (remember: boolean): void => {
			if (!open) return;
			open = false;
			for (const key of fresh) {
				this.held.delete(key);
				this.handed.delete(digest(key));
				if (remember) this.remember(digest(key));
			}
			settle();
		};
		const hand = (): void => {
			for (const key of open ? fresh : []) this.handed.add(digest(key));
		};
		return { fresh, hand, keep: () => end(true), release: () => end(false) };
	}

	private remember(known: string): void {
		this.seen.add(known);
		this.recent = tail(this.recent + known);
		if (this.seen.size > REMEMBERED) {
			const oldest = this.seen.values().next().value;
			if (oldest !== undefined) this.seen.delete(oldest);
		}
	}
}

const memories = new Map<string, SeenEvents>();

/**
 * The memory of one node in this process. n8n makes a new node object for every delivery, so it lives here.
 *
 * @param scope names the node: workflow, node, and whether it is a test run
 */
export function memoryOf(scope: string): SeenEvents {
	const memory = memories.get(scope) ?? new SeenEvents();
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
