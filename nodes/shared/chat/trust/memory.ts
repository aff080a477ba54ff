/**
 * Remembers over the executions of a node who had which public keys, and the newest key of each conversation. X relays
 * both, so only what was seen before shows that they were exchanged or withdrawn. The higher version always wins:
 * docs/decisions/chat-trust.md.
 */
import { uniqBy } from 'lodash';
import { z } from 'zod';
import type { ApiContext } from '../../http/connection';
import { nodeKey, workflowKey } from '../../memory/keys';
import { remembered } from '../../memory/process';
import { Stored, storedForm } from '../../memory/stored';
import { isAhead, isNewer, newestFirst } from './conversationId';
import type { KnownKey } from './conversationKeys';
import type { Identity } from './publicKeys';

/**
 * `new`: not seen before. `changed`: seen before, with other public keys, or with newer ones that X no longer shows.
 * `replaced`: signed with keys that newer ones have replaced.
 */
export type Recognition = 'new' | 'known' | 'changed' | 'replaced';

const MOST = 2000;
/** The number of pairs of public keys of a user that are remembered. */
const MOST_MARKS = 8;
/** The members of groups that are remembered, in all. */
const MOST_MEMBERS = 10_000;
/** A line for each user and conversation. A damaged line is left out, so that the others are still known. */
const TRUST = storedForm({
	name: 'chatTrust',
	of: 'workflow, or trigger',
	shape: z.string(),
	without: 'every sender counts as new, and no key as older than another',
});

export interface TrustedKeys extends Pick<Identity, 'mark' | 'fingerprint' | 'version'> {
	/** The time of the first sight or of the acceptance. */
	readonly since: number;
}

const KEYS = /^([\w-]{22})\.([\w-]{43})\.(\d{1,16})\.(\d{1,14})$/;

export class TrustMemory {
	private readonly people = new Map<string, readonly TrustedKeys[]>();
	/** The newest key of each conversation: its version, and who signed it. */
	private readonly keys = new Map<string, string>();
	private readonly members = new Map<string, Set<string>>();
	/** When a person forgot someone: what was stored before counts no more. */
	private readonly forgotten = new Map<string, number>();
	/** Users who were not known before this execution or event. */
	private readonly newcomers = new Set<string>();
	private hasChanged = false;

	constructor(public now: () => number = Date.now) {}

	/** Adds what was stored. Nothing that is known is forgotten. */
	merge(stored: string): void {
		const { hasChanged } = this;
		const lines = stored.split('\n').map((line) => line.split(' '));
		for (const [kind, id = '', ...values] of lines) {
			if (kind === 'forgot') this.forgotten.set(id, Math.max(Number(values[0]) || 0, this.forgottenAt(id)));
			if (kind === 'key' && values[0]) this.useKey(id, values[0], values[1]);
			if (kind === 'members') this.addMembers(id, values);
		}
		for (const [kind, id = '', ...values] of lines)
			for (const value of kind === 'user' ? values : []) {
				const [, mark = '', fingerprint = '', version = '', time] = KEYS.exec(value) ?? [];
				const since = Number(time);
				if (since > this.forgottenAt(id)) this.add(id, { mark, fingerprint, version, since });
			}
		this.hasChanged = hasChanged;
	}

	toText(): string {
		const line = ({ mark, fingerprint, version, since }: TrustedKeys) =>
			[mark, fingerprint, version, since].join('.');
		return [
			...[...this.people].map(([id, all]) => ['user', id, ...all.map(line)].join(' ')),
			...[...this.keys].map(([id, key]) => `key ${id} ${key}`),
			...[...this.members].map(([id, people]) => ['members', id, ...people].join(' ')),
			...[...this.forgotten].map(([id, time]) => `forgot ${id} ${time}`),
		].join('\n');
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

	/** Returns whose public keys are trusted, the newest first. */
	trusted(): (TrustedKeys & { readonly userId: string })[] {
		return [...this.people].flatMap(([userId, all]) => all.map((keys) => ({ userId, ...keys })));
	}

	/**
	 * Compares someone's public keys with those of before, and remembers those who are new.
	 *
	 * @param all The public keys of this user that X has. At first sight, one of each version is remembered.
	 */
	recognize(identity: Identity, all: () => readonly Identity[]): Recognition {
		const { userId, mark, version } = identity;
		if (!this.people.has(userId)) {
			this.newcomers.add(userId);
			for (const each of uniqBy(all(), 'version')) this.add(userId, { ...each, since: this.now() });
		}
		const [newest, ...older] = this.people.get(userId) ?? [];
		// There is no room for more people.
		if (!newest) return 'new';
		if (mark === newest.mark) {
			// The same keys may be registered again.
			if (isNewer(version, newest.version)) this.add(userId, { ...newest, version });
			return this.newcomers.has(userId) ? 'new' : 'known';
		}
		// Who relays them could give keys that were replaced a higher number.
		if (!older.some((each) => each.mark === mark && each.version === version)) return 'changed';
		return all().some((each) => each.mark === newest.mark) ? 'replaced' : 'changed';
	}

	/** Returns whether the keys can be accepted: with a fingerprint that was not seen, in a higher version. */
	mayAccept({ userId, fingerprint, version }: Identity): boolean {
		const known = this.people.get(userId) ?? [];
		return known.every((each) => each.fingerprint !== fingerprint && isNewer(version, each.version));
	}

	/** Counts public keys of a user as known from now on. */
	accept({ userId, mark, fingerprint, version }: Identity): void {
		this.add(userId, { mark, fingerprint, version, since: this.now() });
	}

	/** Forgets someone, who is new again at the next sight. */
	forget(userId: string): boolean {
		if (!this.people.delete(userId)) return false;
		if (this.forgotten.size >= MOST) this.forgotten.delete([...this.forgotten.keys()][0] ?? '');
		this.forgotten.set(userId, this.now());
		this.hasChanged = true;
		return true;
	}

	/** Returns the version of the newest key of a conversation that was seen. */
	newestKey(conversation: string): string | undefined {
		return this.keys.get(conversation)?.split(' ')[0];
	}

	/** Returns whether a key is that one. Anyone can sign another key of its version, so its signer counts as well. */
	hasUsed(conversation: string, { version, verdict }: Pick<KnownKey, 'version' | 'verdict'>): boolean {
		const signer = verdict.signer?.userId;
		return signer !== undefined && this.keys.get(conversation) === `${version} ${signer}`;
	}

	/** Remembers a key, unless a newer one is known. A version far ahead is damage: no key would ever be newer. */
	useKey(conversation: string, version: string, signer = ''): void {
		const known = this.newestKey(conversation);
		if (isAhead(version, this.now())) return;
		if (known === undefined ? this.keys.size >= MOST : !isNewer(version, known)) return;
		this.keys.set(conversation, `${version} ${signer}`);
		this.hasChanged = true;
	}

	/** Returns who was seen as a member of a group. */
	membersOf(group: string): ReadonlySet<string> {
		return this.members.get(group) ?? new Set();
	}

	/** Remembers members of a group, which X or a signed change has named. */
	addMembers(group: string, people: Iterable<string>): void {
		const known = this.members.get(group) ?? new Set();
		const count = [...this.members.values()].reduce((sum, { size }) => sum + size, 0);
		const fresh = [...people]
			.filter((id) => /^\d+$/.test(id) && !known.has(id))
			.slice(0, MOST_MEMBERS - count);
		if (fresh.length === 0) return;
		this.members.set(group, new Set([...known, ...fresh]));
		this.hasChanged = true;
	}

	/** True if someone was not known before this execution or event. */
	get hasNewcomers(): boolean {
		return this.newcomers.size > 0;
	}

	/** True if newcomers cannot be remembered. The others stay, because strangers could crowd them out. */
	get isFull(): boolean {
		return this.people.size >= MOST;
	}

	private forgottenAt(userId: string): number {
		return this.forgotten.get(userId) ?? 0;
	}

	/** Adds keys in the order of their versions. The oldest ones make room, so that a change can always be accepted. */
	private add(userId: string, keys: TrustedKeys): void {
		// As for keys of conversations: nothing would ever be newer.
		if (isAhead(keys.version, this.now())) return;
		const known = this.people.get(userId);
		const same = known?.find(({ mark }) => mark === keys.mark);
		if (known ? same && !isNewer(keys.version, same.version) : this.isFull) return;
		const { mark, fingerprint, version } = keys;
		const since = Math.min(keys.since, same?.since ?? Infinity);
		const others = (known ?? []).filter((each) => each !== same);
		this.people.set(
			userId,
			newestFirst([{ mark, fingerprint, version, since }, ...others]).slice(0, MOST_MARKS),
		);
		this.hasChanged = true;
	}
}

/** The memories of this process: that of a workflow, and those of its triggers. */
const memories = remembered<TrustMemory>({ name: 'whom workflows trust', of: 'workflow' });

/** The memory as it outlives an execution. */
export class StoredTrust {
	readonly memory: TrustMemory;
	private readonly ofWorkflow: Stored<string>;
	private readonly workflow: string;

	/** @param memory A memory that is kept longer than the static data of one execution. */
	constructor(context: ApiContext, memory: TrustMemory = new TrustMemory()) {
		this.memory = memory;
		this.ofWorkflow = new Stored(context, TRUST);
		this.workflow = workflowKey(context);
		this.takeOver();
		memories.set('getInputData' in context ? `${this.workflow}:` : nodeKey(context), memory);
	}

	/** True if no one stores it: the trigger in front, which does, is in another process. */
	get isLostWithProcess(): boolean {
		return this.ofWorkflow.isLostWithProcess;
	}

	/** All memories of this process with their workflows; the own one is among them. */
	get all(): readonly { readonly workflow: string; readonly memory: TrustMemory }[] {
		return [...memories.entries()].map(([key, memory]) => ({ workflow: key.split(':')[0] ?? '', memory }));
	}

	/** Changes the memories of this workflow and of its triggers, which store theirs with the next event. */
	decide(change: (memory: TrustMemory) => void): void {
		for (const { workflow, memory } of this.all) if (workflow === this.workflow) change(memory);
		this.store();
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
