/**
 * Opens a conversation to write in it: finds the key that encrypts new messages, and refuses one that cannot be trusted.
 * https://docs.x.com/xchat/getting-started, https://docs.x.com/xchat/groups
 */
import { uniq, uniqBy } from 'lodash';
import type { NodeOperationError } from 'n8n-workflow';
import { newKey } from '../../shared/chat/events/write';
import { isKeyOfGroup } from '../../shared/chat/events/groupSenders';
import { oldKeys, readPage, refuseOldKeys, type ReadPage } from '../../shared/chat/events/page';
import {
	isGroup,
	isNewer,
	conversationInPath,
	signedConversation,
} from '../../shared/chat/trust/conversationId';
import { signerOf, type KeyHolder, type KnownKey } from '../../shared/chat/trust/conversationKeys';
import type { Identity } from '../../shared/chat/trust/publicKeys';
import { pathOf, refuse, tellAccepted, tellWhoRemembers, toolsOf, type AnyCall } from './tools';
import { pages } from '../../shared/engine/paging';
import { failureOf } from '../../shared/errors';
import { token } from '../../shared/operation/operation';

/** The events to read for the newest key, at first and then. Each is billed, and the latest usually has the key. */
const [FEW, MANY] = [1, 100];

export interface OpenConversation {
	/** With a hyphen, as in paths. */
	readonly id: string;
	/** With a colon, as in signatures. */
	readonly signedId: string;
	readonly writer: KeyHolder;
	readonly page: ReadPage;
}

/**
 * Reads the latest events of a conversation, with the keys that they contain.
 *
 * @throws NodeOperationError if the node has no private keys, or those of another account.
 */
export async function openConversation(call: AnyCall, id: string): Promise<OpenConversation> {
	const { session, send } = toolsOf(call);
	const newest = await latest(call, id, FEW);
	const writer = await session.writer(send);
	const signedId = signedConversation(id, writer.userId);
	const first = await readPage(session, send, newest, id);
	const isFound = first.rows.length === 0 || !needsMore(first, session.trust.memory.newestKey(signedId));
	const page = isFound ? first : await readPage(session, send, await latest(call, id, MANY), id);
	refuseOldKeys(call.context.getNode(), page.rows, call.itemIndex);
	return { id: conversationInPath(id), signedId, writer, page };
}

/** Returns whether the page contains no key at all, or only older ones than were seen before. */
function needsMore({ keys }: ReadPage, remembered: string | undefined): boolean {
	const version = keys?.newestVersion;
	if (!keys || version === undefined) return keys !== undefined;
	return !('missing' in keys.newest()) && remembered !== undefined && isNewer(remembered, version);
}

/** Reads the latest events; none if two people have not talked yet, which X answers with Not Found. */
async function latest(call: AnyCall, id: string, size: number): Promise<unknown> {
	const { session, send } = toolsOf(call);
	return await session.events(send, id, size).catch((error: unknown) => {
		if (!isGroup(id) && failureOf(error)?.kind === 'notFound') return {};
		throw error;
	});
}

/** Reads a conversation page by page, from the newest event backwards. */
export async function* eventPages(call: AnyCall, id: string, most: number): AsyncGenerator<ReadPage> {
	const { session, send } = toolsOf(call);
	const request = { method: 'GET', path: pathOf(id, 'events') } as const;
	let count = 0;
	for await (const { body } of pages(call.api, request, token(100), most, () => count)) {
		const page = await readPage(session, send, body, id);
		count = page.rows.length;
		yield page;
	}
}

/** The fingerprints that the user has compared, of people who have other public keys than before. */
export interface TrustChoice {
	readonly acceptedFingerprints?: readonly string[] | undefined;
}

/** An item of an operation that writes. */
export type WriteCall = AnyCall & { readonly values: TrustChoice };

/** Public keys that the user has accepted by their fingerprints, as the output has them. */
interface Acceptance {
	readonly accepted?: readonly { readonly user_id: string; readonly fingerprint: string }[];
}

export type WritingKey = Pick<KnownKey, 'key' | 'version'> & { readonly acceptance: Acceptance };

/**
 * Finds the newest key of a conversation. For two people who have not talked yet, it creates the first one.
 *
 * @throws NodeOperationError if the newest key is not known or cannot be trusted, or if someone's identity changed.
 */
export async function keyToWrite(call: WriteCall, open: OpenConversation): Promise<WritingKey> {
	const { keys, rows } = open.page;
	const newest = keys?.newest() ?? { missing: '' };
	if (keys?.ahead !== undefined)
		call.hint(
			`The conversation has a key of the version ${keys.ahead}, which is more than a day ahead of the time. It is not used, and whoever made it may read nothing of what is written here`,
		);
	if (!('missing' in newest)) return await trusted(call, open, newest);
	if (rows.length === 0 && !isGroup(open.id)) return await addKey(call, open, open.signedId.split(':'));
	throw refuse(
		call,
		`The conversation cannot be written in: ${newest.missing}`,
		'Ask a member to add you again, or give the conversation a new key with Conversation: Rotate Keys',
	);
}

/** Chooses the key to write with from those of the newest version: there are two if two members made one at once. */
async function trusted(
	call: WriteCall,
	open: OpenConversation,
	newest: readonly KnownKey[],
): Promise<WritingKey> {
	const { session } = toolsOf(call);
	const { memory } = session.trust;
	const verified = newest.filter(({ verdict }) => verdict.verified === true && verdict.signer);
	const [first = newest[0]] = verified;
	if (verified.length === 0)
		throw refuse(
			call,
			'The newest key of the conversation cannot be verified, so nothing is encrypted with it',
			`${first?.verdict.reason}. Give the conversation a new key with Conversation: Rotate Keys`,
		);
	const version = first?.version ?? '';
	const seen = memory.newestKey(open.signedId);
	if (seen !== undefined && isNewer(seen, version))
		throw refuse(
			call,
			`X shows no newer key of the conversation than ${version}, and ${seen} was used before`,
			'Someone who has the older key could read what is written with it. Try again later, or give the conversation a new key with Conversation: Rotate Keys',
		);
	const key = isGroup(open.id) ? await keyOfMember(call, open, verified) : (first as KnownKey);
	const { signer } = key.verdict;
	const partners = isGroup(open.id) ? [] : open.signedId.split(':');
	const acceptance = await refuseChanged(call, open.writer, partners, signer ? [signer] : []);
	memory.useKey(open.signedId, version, signerOf(key));
	session.trust.store();
	return { ...key, acceptance };
}

/**
 * Finds the key of a member among those of a group's newest version. Refuses the others: anyone can sign a key for a
 * group. The members are those that X names.
 */
async function keyOfMember(
	call: AnyCall,
	{ id, writer, page }: OpenConversation,
	keys: readonly KnownKey[],
): Promise<KnownKey> {
	const { session, send } = toolsOf(call);
	const { memory } = session.trust;
	const known = keys.find((key) => signerOf(key) === writer.userId || memory.hasUsed(id, key));
	if (known) return known;
	const all = await session.members(send, id);
	for (const key of keys)
		if (all.includes(signerOf(key)) || (page.group && (await isKeyOfGroup(page.group, all, key)))) return key;
	const standing = all.length > 0 ? 'who is not a member' : 'and X did not say who is a member';
	throw refuse(
		call,
		`The newest key of the group was added by the user ${keys.map(signerOf)[0]}, ${standing}`,
		'They may just have left. Nobody outside should know the key of a group: give it a new one with Conversation: Rotate Keys',
	);
}

/** Stops where someone has other public keys than before: a new phone, or an eavesdropper. Returns what was accepted. */
async function refuseChanged(
	call: WriteCall,
	writer: KeyHolder,
	userIds: readonly string[],
	signers: readonly Identity[] = [],
): Promise<Acceptance> {
	const { session, send } = toolsOf(call);
	const { memory } = session.trust;
	const publicKeys = await session.know(send, [writer.userId, ...userIds]);
	const own = publicKeys.newest(writer.userId);
	if (own && isNewer(own.version, writer.version))
		throw oldKeys(call.context.getNode(), own.version, call.itemIndex);
	const newest = userIds.flatMap((userId) => publicKeys.identities(userId).slice(0, 1));
	const changed = uniqBy([...newest, ...signers], 'mark').filter(
		(identity) => memory.recognize(identity, () => publicKeys.identities(identity.userId)) === 'changed',
	);
	const wanted = call.values.acceptedFingerprints ?? [];
	const isAccepted = (each: Identity) => memory.mayAccept(each) && wanted.includes(each.fingerprint);
	const refused = changed.filter((each) => !isAccepted(each));
	if (refused.length > 0) throw otherKeys(call, refused);
	const accepted = changed.map((identity) => {
		memory.accept(identity);
		tellAccepted(call, identity);
		return { user_id: identity.userId, fingerprint: identity.fingerprint };
	});
	session.trust.store();
	tellWhoRemembers(call);
	return accepted.length > 0 ? { accepted } : {};
}

/** Names everyone whose keys changed. Keys that were replaced, or a signing key alone, are never those of a new phone. */
function otherKeys(call: WriteCall, changed: readonly Identity[]): NodeOperationError {
	const { memory } = toolsOf(call).session.trust;
	const ids = uniq(changed.map(({ userId }) => userId));
	const named = changed.map((each) =>
		memory.mayAccept(each)
			? `The fingerprint of ${each.userId} is now ${each.fingerprint}`
			: `X shows keys of ${each.userId} that were replaced before, or another signing key beside them (fingerprint ${each.fingerprint}, version ${each.version}): no new phone does that, so they cannot be accepted here. If you know why, use Trust: Forget`,
	);
	const advice = `Compare ${changed.length === 1 ? 'it with that person' : 'them with these people'}, then enter what is right under Accepted Fingerprints`;
	const [who, have] = ids.length === 1 ? ['user', 'has'] : ['users', 'have'];
	return refuse(
		call,
		`The ${who} ${ids.join(', ')} ${have} other public keys than before`,
		[...named, ...(changed.some((each) => memory.mayAccept(each)) ? [advice] : [])].join('. '),
	);
}

type MadeKey = ReturnType<typeof newKey> & { readonly acceptance: Acceptance };

/** A conversation for which a key is made; a group that is new has no page. */
type Keyed = Pick<OpenConversation, 'signedId' | 'writer'> & Partial<Pick<OpenConversation, 'page'>>;

/** Adds a key to a conversation of two people, or to a group without changing its members. */
export async function addKey(
	call: WriteCall,
	open: Keyed & Pick<OpenConversation, 'id'>,
	memberIds: readonly string[],
): Promise<MadeKey> {
	const made = await makeKey(call, open, memberIds);
	await call.send({
		method: 'POST',
		path: pathOf(open.id, 'keys'),
		body: { ...made.body, action_signatures: [made.action] },
		// X recognizes a repeated request by the signed IDs in it.
		idempotent: true,
	});
	rememberKey(call, open, made.version);
	return made;
}

/** Remembers a key that X has taken, so that no older one is used again. */
export function rememberKey(call: AnyCall, { signedId, writer }: Keyed, version: string): void {
	const { trust } = toolsOf(call).session;
	trust.memory.useKey(signedId, version, writer.userId);
	trust.store();
}

/**
 * Creates a key and wraps it for some members. Its version is higher than that of the newest key, also where a clock was
 * wrong or the key was made to stay the newest.
 *
 * @throws NodeOperationError with the names of members who have no public key, or other ones than before.
 */
export async function makeKey(
	call: WriteCall,
	{ signedId, writer, page }: Keyed,
	memberIds: readonly string[],
): Promise<MadeKey> {
	const { session, send } = toolsOf(call);
	const publicKeys = await session.know(send, memberIds);
	const acceptance = await refuseChanged(call, writer, memberIds);
	const known = [page?.keys?.newestVersion, session.trust.memory.newestKey(signedId)];
	const versions = known.map((version) => BigInt(/^\d+$/.exec(version ?? '')?.[0] ?? 0) + 1n);
	const version = [BigInt(Math.floor(session.now())), ...versions].reduce((a, b) => (a > b ? a : b));
	const without = memberIds.filter((userId) => !publicKeys.newest(userId));
	if (without.length > 0)
		throw refuse(
			call,
			`These users cannot get encrypted messages, as X has no valid public key of them: ${without.join(', ')}`,
			'They have to open X Chat once with the app or the site of X',
		);
	return { ...newKey(writer, signedId, memberIds, publicKeys, String(version)), acceptance };
}
