/**
 * Checks that those who signed events of a group are in it. A valid signature does not say: anyone can sign a key or a
 * message for any group. Nor does the ID of a group name its members, so what the keys of members and X say must do.
 */
import { intersection } from 'lodash';
import { isNewer } from '../trust/conversationId';
import type { ConversationKeys, KnownKey } from '../trust/conversationKeys';
import type { TrustMemory } from '../trust/memory';
import type { OpenedEvent } from './readEvent';

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

/** Decides which keys of a group count, and who was in it when each was handed over. */
class Known {
	private readonly accepted = new Set<string>();
	private readonly people = new Set<string>();

	constructor(
		private readonly group: Group,
		members: readonly string[] = [],
	) {
		for (const member of [group.ownId, ...members]) this.people.add(member);
		const remembered = group.memory.newestKey(group.conversation);
		// From the newest one: who was handed a key was in the group when the older ones were made, too.
		for (const key of this.fromNewest()) {
			const signer = key.verdict.signer?.userId ?? '';
			if (key.version !== remembered && !this.people.has(signer)) continue;
			this.accepted.add(key.version);
			for (const user of [signer, ...key.handedTo]) this.people.add(user);
		}
		if (members.length > 0) this.acceptFormer(remembered);
	}

	/**
	 * Accepts a key of someone who is no member now if the key before it, which a member had signed, was handed to them:
	 * they can read what is written with that one as well. The people who were handed their own key prove nothing.
	 */
	private acceptFormer(remembered: string | undefined): void {
		let [before, handedTo]: [string, readonly string[]] = ['', []];
		for (const key of this.fromNewest().reverse()) {
			const { version, verdict } = key;
			const isBetween = (seen: string) => isNewer(seen, before) && isNewer(version, seen);
			const isSigned = this.accepted.has(version);
			const hasGap = remembered !== undefined && isBetween(remembered);
			if (!isSigned && (hasGap || !handedTo.includes(verdict.signer?.userId ?? ''))) continue;
			this.accepted.add(version);
			handedTo = isSigned ? key.handedTo : intersection(handedTo, key.handedTo);
			before = version;
		}
	}

	private fromNewest(): KnownKey[] {
		return this.group.keys
			.all()
			.filter(({ verdict }) => verdict.verified === true)
			.sort((a, b) => (isNewer(a.version, b.version) ? -1 : 1));
	}

	/** Returns why a signed event does not prove its sender, or undefined if it does. */
	doubt({ event, keyVersion, readable }: OpenedEvent): string | undefined {
		if (readable.verified !== true || event.conversation_id !== this.group.conversation) return undefined;
		if (keyVersion !== undefined && !this.accepts(keyVersion))
			return 'Its key was added by someone who is not among the members of the group';
		return this.people.has(event.sender_id ?? '')
			? undefined
			: 'The sender is not among the members of the group';
	}

	accepts(version: string): boolean {
		return this.accepted.has(version);
	}

	remember(): void {
		for (const version of this.accepted) this.group.memory.useKey(this.group.conversation, version);
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
	const isDoubtful = (known: Known) => opened.some((each) => each && known.doubt(each) !== undefined);
	const first = new Known(group);
	if (!isDoubtful(first)) return [...opened];
	const members = await group.members();
	if (members.length === 0) return [...opened];
	const known = await knownWith(
		group,
		members,
		opened.flatMap((each) => (each?.readable.verified === true ? (each.keyVersion ?? []) : [])),
	);
	known.remember();
	return opened.map((each) => each && marked(each, known.doubt(each)));
}

/** Uses the members that X names, and earlier keys if those do not show who signed one. */
async function knownWith(
	group: Group,
	members: readonly string[],
	versions: readonly string[],
): Promise<Known> {
	const known = new Known(group, members);
	const [doubted] = versions.filter((version) => !known.accepts(version));
	if (doubted === undefined) return known;
	await group.earlier(doubted);
	return new Known(group, members);
}

/** Returns whether someone who is or was a member of a group signed a key of it. */
export const isKeyOfGroup = async (
	group: Group,
	members: readonly string[],
	version: string,
): Promise<boolean> => (await knownWith(group, members, [version])).accepts(version);

function marked(opened: OpenedEvent, doubt: string | undefined): OpenedEvent {
	if (doubt === undefined) return opened;
	return { ...opened, readable: { ...opened.readable, verified: 'unknown', verification: doubt } };
}
