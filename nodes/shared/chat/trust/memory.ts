/**
 * Remembers over the executions of a node who had which public keys, and the newest key of each conversation. X relays
 * both, so only what was seen before shows that they were exchanged or withdrawn.
 */
import { z } from 'zod';
import type { ApiContext } from '../../http/connection';
import { Stored, storedForm } from '../../memory/stored';
import { isNewer } from './conversationId';
import type { Identity } from './publicKeys';

/** `new`: not seen before. `changed`: seen before, with other public keys. */
export type Recognition = 'new' | 'known' | 'changed';

/** The number of users, and of conversations, that are remembered. */
const MOST = 2000;
/** The number of pairs of public keys of a user that are remembered. */
const MOST_MARKS = 8;
/** A line for each user and conversation. A damaged line is left out, so that the others are still known. */
const TRUST = storedForm({
	name: 'chatTrust',
	of: 'workflow, or trigger',
	shape: z.string(),
	without: 'every sender counts as new, and no key as older than another',
});

export class TrustMemory {
	private readonly marks = new Map<string, Set<string>>();
	private readonly keys = new Map<string, string>();
	/** Users who were not known before this execution or event. */
	private readonly newcomers = new Set<string>();
	private hasChanged = false;

	/**
	 * Adds what was stored. Nothing that is known is forgotten.
	 *
	 * @param stored An earlier result of `toText`.
	 */
	merge(stored: string): void {
		const { hasChanged } = this;
		for (const line of stored.split('\n')) {
			const [kind, id = '', ...values] = line.split(' ');
			if (kind === 'user') values.forEach((mark) => this.addMark(id, mark));
			if (kind === 'key') values.forEach((version) => this.useKey(id, version));
		}
		this.hasChanged = hasChanged;
	}

	toText(): string {
		const users = [...this.marks].map(([id, marks]) => ['user', id, ...marks].join(' '));
		const keys = [...this.keys].map(([id, version]) => `key ${id} ${version}`);
		return [...users, ...keys].join('\n');
	}

	/** Returns whether there is more to store than at the last call. */
	takeChange(): boolean {
		const { hasChanged } = this;
		this.hasChanged = false;
		return hasChanged;
	}

	/** Begins another event or execution: those who were new in the last one are known now. */
	begin(): void {
		this.newcomers.clear();
	}

	/**
	 * Compares someone's public keys with those of before, and remembers those who are new.
	 *
	 * @param all The public keys of this user that X has. At first sight, all of them are remembered.
	 */
	recognize({ userId, mark }: Identity, all: () => readonly Identity[]): Recognition {
		const known = this.marks.get(userId);
		if (!known) {
			this.newcomers.add(userId);
			for (const each of all()) this.addMark(userId, each.mark);
			return 'new';
		}
		if (!known.has(mark)) return 'changed';
		return this.newcomers.has(userId) ? 'new' : 'known';
	}

	/** Counts the public keys of a user as known from now on. */
	accept({ userId, mark }: Identity): void {
		const known = this.marks.get(userId);
		// The oldest ones make room, so that a change can always be accepted.
		if (known && known.size >= MOST_MARKS) known.delete([...known][0] ?? '');
		this.addMark(userId, mark);
	}

	/** Returns the newest key of a conversation that was seen. */
	newestKey(conversation: string): string | undefined {
		return this.keys.get(conversation);
	}

	/** Remembers a key, unless a newer one is known. */
	useKey(conversation: string, version: string): void {
		const known = this.keys.get(conversation);
		if (known === undefined ? this.keys.size >= MOST : !isNewer(version, known)) return;
		this.keys.set(conversation, version);
		this.hasChanged = true;
	}

	/** True if someone was not known before this execution or event. */
	get hasNewcomers(): boolean {
		return this.newcomers.size > 0;
	}

	/** True if newcomers cannot be remembered. The others stay, because strangers could crowd them out. */
	get isFull(): boolean {
		return this.marks.size >= MOST;
	}

	private addMark(userId: string, mark: string): void {
		const known = this.marks.get(userId);
		if (known === undefined ? this.isFull : known.has(mark) || known.size >= MOST_MARKS) return;
		this.marks.set(userId, (known ?? new Set()).add(mark));
		this.hasChanged = true;
	}
}

/** The memory as it outlives an execution. */
export class StoredTrust {
	readonly memory: TrustMemory;
	private readonly ofWorkflow: Stored<string>;

	/** @param memory A memory that is kept longer than the static data of one execution. */
	constructor(context: ApiContext, memory: TrustMemory = new TrustMemory()) {
		this.memory = memory;
		this.ofWorkflow = new Stored(context, TRUST);
		this.takeOver();
	}

	/** True if no one stores it: the trigger in front, which does, is in another process. */
	get isLostWithProcess(): boolean {
		return this.ofWorkflow.isLostWithProcess;
	}

	/** Stores everything. For webhooks, which n8n gives an older copy of what was stored. */
	storeAll(): void {
		this.ofWorkflow.write(this.memory.toText());
	}

	/** Stores what is new. */
	store(): void {
		if (!this.memory.takeChange()) return;
		// Another run of this process may have stored something since.
		this.takeOver();
		this.storeAll();
	}

	private takeOver(): void {
		for (const stored of this.ofWorkflow.all.reverse()) this.memory.merge(stored);
	}
}
