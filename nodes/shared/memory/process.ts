/**
 * Only this file makes the memories of this process between two calls of n8n, so that each has a name, an owner and a
 * bound, and the table in docs/architecture.md lists them. A test reads the syntax tree for others.
 */
import { BoundedMap, MOST } from './boundedMap';
import { dayOf } from '../util/time';

/**
 * The owner of a memory. `keys.ts` makes the keys of nodes and workflows, `dayKey` those of credentials, `appOf` those
 * of apps; an address is that of a webhook, or of a host. The memory of an execution is attached to an object of n8n.
 */
type Owner =
	| 'node'
	| 'workflow'
	| 'credential'
	| 'grant'
	| 'account'
	| 'app'
	| 'address'
	| 'question'
	| 'execution'
	| 'process';

interface MemoryFacts {
	readonly name: string;
	readonly of: Owner;
	/** The most entries, where `MOST` does not fit. Each has its reason beside it. */
	readonly limit?: number;
	readonly until?: string;
}

interface Made {
	readonly facts: MemoryFacts;
	readonly memory: object;
	readonly limit: number | undefined;
}

const all: Made[] = [];

function made<M extends object>(facts: MemoryFacts, memory: M, limit?: number): M {
	all.push({ facts, memory, limit });
	return memory;
}

/** Remembers one thing for each key. The entry that was written longest ago is forgotten first. */
export function remembered<V>(facts: MemoryFacts): BoundedMap<string, V> {
	const { limit = MOST } = facts;
	return made(facts, new BoundedMap<string, V>(limit), limit);
}

/** Remembers one thing for each object, as long as something else holds the object. */
class Attached<K extends object, V> {
	private readonly known = new WeakMap<K, V>();

	get(owner: K): V | undefined {
		return this.known.get(owner);
	}

	has(owner: K): boolean {
		return this.known.has(owner);
	}

	set(owner: K, value: V): V {
		this.known.set(owner, value);
		return value;
	}

	getOrMake(owner: K, make: () => V): V {
		return this.known.get(owner) ?? this.set(owner, make());
	}
}

/** Remembers something for an object of n8n, such as the context of an execution. */
export const attached = <K extends object, V>(facts: Omit<MemoryFacts, 'limit'>): Attached<K, V> =>
	made({ until: 'n8n drops the object', ...facts }, new Attached<K, V>());

/** Returns a queue for each key. It remembers the tasks in progress. */
export const queued = (facts: Omit<MemoryFacts, 'limit'>): KeyedQueue =>
	made({ until: 'its tasks have ended', ...facts }, new KeyedQueue());

/** Makes a memory of today's reports. */
export const oncePerDay = (facts: Omit<MemoryFacts, 'limit'>): OncePerDay =>
	made({ until: 'the day (UTC) ends', ...facts }, new OncePerDay(), MOST);

/** Forgets everything of one owner, for a node that begins anew. What n8n has stored is not changed. */
export function forget(of: Owner, key: string): void {
	for (const { facts, memory } of all)
		if (facts.of === of && memory instanceof BoundedMap) memory.delete(key);
}

/** All memories of the modules that are loaded, for the table. */
export const memories = (): readonly (MemoryFacts & { readonly most: number | undefined })[] =>
	all.map(({ facts, limit }) => ({ ...facts, most: limit }));

/** Runs tasks with the same key in order, and all others concurrently. */
export class KeyedQueue {
	private readonly last = new Map<string, Promise<unknown>>();

	/** @returns The task's result; its failure does not stop other tasks. */
	async run<T>(key: string, task: () => Promise<T>): Promise<T> {
		const before = this.last.get(key);
		const running = before ? before.then(task, task) : task();
		this.last.set(key, running);
		try {
			return await running;
		} finally {
			if (this.last.get(key) === running) this.last.delete(key);
		}
	}
}

/** Limits reports to one a day (UTC), as far as this process knows. */
export class OncePerDay {
	private readonly days = new BoundedMap<string, number>(MOST);

	/** Checks whether something happens for the first time today. It counts as reported from then on. */
	isFirst(what: string, time: number): boolean {
		const day = dayOf(time);
		if (this.days.get(what) === day) return false;
		this.days.set(what, day);
		return true;
	}
}
