/**
 * Checks that those who signed events of a group are in it. A valid signature does not say: anyone can sign a key or a
 * message for any group. Nor does the ID of a group name its members, so signed changes and X's list must do.
 */
import { isNewer, newestFirst } from '../trust/conversationId';
import { signerOf, type ConversationKeys, type KnownKey } from '../trust/conversationKeys';
import type { TrustMemory } from '../trust/memory';
import type { MessageEvent } from '../wire/eventStructures';
import type { OpenedEvent } from './readEvent';
import { HOUR } from '../../util/time';

export interface Group {
	readonly conversation: string;
	readonly keys: ConversationKeys;
	readonly ownId: string;
	readonly memory: TrustMemory;
	/** The members that X names. */
	readonly members: () => Promise<readonly string[]>;
	/** Learns the keys that came before the one of a version. */
	readonly earlier: (version: string) => Promise<unknown>;
}

/** What stays verified where X does not name the members: nothing else would be left. */
export const NO_LIST = 'Signed by the sender; X does not say whether they are in the group';

/**
 * Decides which keys of a group count, and who is or was in it. X's list says who is, and so do changes of the group
 * that were signed by who made a key of the same version. The list of those who got a key is signed by no one.
 */
class Known {
	private readonly accepted = new Set<KnownKey>();
	/** Keys that only their use by members speaks for: enough to read, and not to write. */
	private readonly used = new Set<KnownKey>();
	private readonly people: Set<string>;
	private readonly present: ReadonlySet<string>;
	private readonly certain: readonly KnownKey[];

	constructor(
		private readonly group: Group,
		members: readonly string[] = [],
		opened: readonly (OpenedEvent | undefined)[] = [],
		private readonly hasEarlier = false,
	) {
		const { conversation, keys, ownId, memory } = group;
		this.people = new Set([ownId, ...members, ...memory.membersOf(conversation)]);
		const remembered = memory.newestKey(conversation);
		this.present = new Set([ownId, ...members]);
		const verified = keys.all().filter(({ verdict }) => verdict.verified === true);
		this.certain = verified.filter(
			(key) => this.present.has(signerOf(key)) || memory.hasUsed(conversation, key),
		);
		for (const key of this.certain) this.accept(key);
		const [{ version: newest = remembered ?? '' } = {}] = this.certain;
		let before: KnownKey | undefined;
		// A key that is certain comes before others of its version, which someone who did not get it may have added.
		const others = verified.filter((key) => !this.certain.includes(key));
		for (const key of newestFirst([...others, ...this.certain]).reverse()) {
			if (!this.accepted.has(key) && this.isOfFormer(key, before, newest, remembered)) this.accept(key);
			if (this.accepted.has(key)) before = key;
		}
		if (this.accepted.size > 0) return;
		for (const { key, event, readable } of opened.filter((each) => each !== undefined))
			if (key && readable.verified === true && this.present.has(event.sender_id ?? '')) this.used.add(key);
	}

	/**
	 * Returns whether a key of someone who is no member now counts. They must have had the key before it. Then it does if
	 * a member has made a newer one since, or if the key before it was made with a change that names them: they can read
	 * what is written with that one as well.
	 */
	private isOfFormer(key: KnownKey, before: KnownKey | undefined, newest: string, remembered = ''): boolean {
		const signer = signerOf(key);
		const isNamed = before !== undefined && this.named(before).some(({ people }) => people.includes(signer));
		if (this.people.has(signer) && isNewer(newest, key.version))
			return before
				? isNamed || before.handedTo.includes(signer)
				: this.hasEarlier || this.certain.some((other) => signerOf(other) === signer);
		return isNamed && !(isNewer(remembered, before.version) && !isNewer(remembered, key.version));
	}

	private accept(key: KnownKey): void {
		this.accepted.add(key);
		for (const person of [signerOf(key), ...this.named(key).flatMap(({ people }) => people)])
			this.people.add(person);
	}

	/** The signed changes that were made with a key. */
	private named(key: KnownKey) {
		return this.group.keys.named.filter(
			({ version, signer }) => version === key.version && signer === signerOf(key),
		);
	}

	/** Returns why a signed event does not prove its sender, or undefined if it does. */
	doubt({ event, key, readable }: OpenedEvent): string | undefined {
		if (readable.verified !== true || event.conversation_id !== this.group.conversation) return undefined;
		const sender = event.sender_id ?? '';
		const used = key ?? (this.present.has(sender) ? undefined : this.group.keys.keyIn(event));
		if (used && !this.accepts(used))
			return 'Its key was added by someone who is not among the members of the group';
		if (!this.people.has(sender))
			return 'The sender is not among the members of the group. They may have left it';
		return !this.present.has(sender) && this.isLate(event, key)
			? 'Sent with a key that a newer one had replaced, by someone who is not among the members of the group'
			: undefined;
	}

	/** Returns whether members had a newer key long before X got an event. Both times are X's and the clients' word. */
	private isLate({ detail, created_at_msec: created }: MessageEvent, key?: KnownKey): boolean {
		const own = key?.version ?? detail?.key_change?.conversation_key_version;
		const before = String(Number(created) - HOUR);
		return (
			own !== undefined &&
			this.certain.some(({ version }) => isNewer(version, own) && isNewer(before, version))
		);
	}

	/** Returns whether a key counts: two members may hand over the same one. */
	accepts({ version, key }: KnownKey): boolean {
		const all = [...this.accepted, ...this.used];
		return all.some((each) => each.version === version && each.key.equals(key));
	}

	remember(): void {
		const { conversation, memory } = this.group;
		for (const key of this.accepted) memory.useKey(conversation, key.version, signerOf(key));
		memory.addMembers(conversation, this.people);
	}
}

/**
 * Marks events of a group whose signers are not known to be in it. X is asked for the members only if the keys that
 * are known do not show it, and its answer counts only if it names any.
 */
export async function withKnownSenders(
	group: Group,
	opened: readonly (OpenedEvent | undefined)[],
): Promise<(OpenedEvent | undefined)[]> {
	const first = new Known(group);
	const doubtful = opened.filter((each) => each && first.doubt(each) !== undefined);
	if (doubtful.length === 0) return [...opened];
	const members = await group.members();
	if (members.length === 0)
		return opened.map((each) =>
			each && doubtful.includes(each)
				? { ...each, readable: { ...each.readable, verification: NO_LIST } }
				: each,
		);
	const keys = opened.flatMap((each) =>
		each?.readable.verified === true ? (each.key ?? group.keys.keyIn(each.event) ?? []) : [],
	);
	const known = await knownWith(group, members, keys, opened);
	known.remember();
	return opened.map((each) => {
		const doubt = each && known.doubt(each);
		if (!each || doubt === undefined) return each;
		return { ...each, readable: { ...each.readable, verified: 'unknown', verification: doubt } };
	});
}

/** Uses the members that X names, and earlier keys if those do not show who signed one. */
async function knownWith(
	group: Group,
	members: readonly string[],
	keys: readonly KnownKey[],
	opened: readonly (OpenedEvent | undefined)[] = [],
): Promise<Known> {
	const known = new Known(group, members);
	const doubted = keys.find((key) => !known.accepts(key));
	if (doubted === undefined) return known;
	await group.earlier(doubted.version);
	return new Known(group, members, opened, true);
}

/** Returns whether someone who is or was a member of a group signed a key of it. */
export const isKeyOfGroup = async (
	group: Group,
	members: readonly string[],
	key: KnownKey,
): Promise<boolean> => (await knownWith(group, members, [key])).accepts(key);
