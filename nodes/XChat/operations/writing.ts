/** Finds the key that encrypts new messages, and refuses one that cannot be trusted. https://docs.x.com/xchat/groups */
import { newKey, NoPublicKey, type NewKey } from '../../shared/chat/events/write';
import { isKeyOfGroup } from '../../shared/chat/events/groupSenders';
import { isGroup, isNewer } from '../../shared/chat/trust/conversationId';
import type { KnownKey } from '../../shared/chat/trust/conversationKeys';
import type { Identity } from '../../shared/chat/trust/publicKeys';
import { memoOf } from '../../shared/memory/requestMemo';
import type { OpenConversation } from './conversation';
import { rosterOf } from './roster';
import { pathOf, refuse, tellWhoRemembers, toolsOf, type AnyCall } from './tools';

/** The user's choice for people who have other public keys than before. */
export interface TrustChoice {
	readonly changedIdentity?: 'accept' | 'stop' | undefined;
}

/** An item of an operation that writes. */
export type WriteCall = AnyCall & { readonly values: TrustChoice };

/**
 * Finds the newest key of a conversation. For two people who have not talked yet, it creates the first one.
 *
 * @throws NodeOperationError if the newest key is not known or cannot be trusted, or if someone's identity changed.
 */
export async function keyToWrite(
	call: WriteCall,
	open: OpenConversation,
): Promise<Pick<KnownKey, 'key' | 'version'>> {
	const newest = open.page.keys?.newest() ?? { missing: '' };
	if ('key' in newest) return await trusted(call, open, newest);
	const isNew = open.page.rows.length === 0 && !isGroup(open.id);
	if (isNew) return await addKey(call, open, open.signedId.split(':'));
	throw refuse(
		call,
		`The conversation cannot be written in: ${newest.missing}`,
		'Ask a member to add you again, or give the conversation a new key with Conversation: Rotate Keys',
	);
}

/** Checks that a known key is the one to write with. */
async function trusted(call: WriteCall, open: OpenConversation, key: KnownKey): Promise<KnownKey> {
	const { session } = toolsOf(call);
	const { verified, reason, signer } = key.verdict;
	if (verified !== true || !signer)
		throw refuse(
			call,
			'The newest key of the conversation cannot be verified, so nothing is encrypted with it',
			`${reason}. Give the conversation a new key with Conversation: Rotate Keys`,
		);
	const { memory } = session.trust;
	const seen = memory.newestKey(open.signedId);
	if (seen !== undefined && isNewer(seen, key.version))
		throw refuse(
			call,
			`X shows no newer key of the conversation than ${key.version}, and ${seen} was used before`,
			'Someone who has the older key could read what is written with it. Try again later, or give the conversation a new key with Conversation: Rotate Keys',
		);
	if (isGroup(open.id) && seen !== key.version) await refuseKeyOfStranger(call, open, key, signer);
	const partners = isGroup(open.id) ? [] : open.signedId.split(':');
	await refuseChanged(call, [...partners, signer.userId], [signer]);
	memory.useKey(open.signedId, key.version);
	session.trust.store();
	return key;
}

/**
 * Refuses a group's key unless its signer is a member, or was one then: anyone can sign a key for a group. The members
 * are those that X names.
 */
async function refuseKeyOfStranger(
	call: AnyCall,
	{ id, writer, page }: OpenConversation,
	{ version }: KnownKey,
	{ userId }: Identity,
): Promise<void> {
	if (userId === writer.userId) return;
	const { members, admin_ids: admins = [] } = await memoOf(call.context).get(
		`chat members ${id}`,
		async () => await rosterOf(call, id),
	);
	const all = [...members, ...admins];
	if (all.includes(userId) || (page.group && (await isKeyOfGroup(page.group, all, version)))) return;
	throw refuse(
		call,
		`The newest key of the group was added by the user ${userId}, who is not a member`,
		'Nobody outside should know the key of a group. Give it a new one with Conversation: Rotate Keys',
	);
}

/**
 * Stops where someone has other public keys than before. That can be a new phone, or someone who reads along.
 *
 * @param userIds Those who will be able to read.
 * @param signers Identities that were relied on.
 */
async function refuseChanged(
	call: WriteCall,
	userIds: readonly string[],
	signers: readonly Identity[] = [],
): Promise<void> {
	const { session, send } = toolsOf(call);
	const { memory } = session.trust;
	const publicKeys = await session.know(send, userIds);
	const newest = userIds.flatMap((userId) => publicKeys.identities(userId).slice(0, 1));
	const changed = [...newest, ...signers].filter(
		(identity) => memory.recognize(identity, () => publicKeys.identities(identity.userId)) === 'changed',
	);
	const [first] = changed;
	if (first && call.values.changedIdentity !== 'accept')
		throw refuse(
			call,
			`The user ${first.userId} has other public keys than before`,
			`The fingerprint is now ${first.fingerprint}. Compare it with that person, then set Changed Identity to Accept`,
		);
	for (const identity of changed) memory.accept(identity);
	session.trust.store();
	tellWhoRemembers(call);
}

/** Adds a key to a conversation of two people, or to a group without changing its members. */
export async function addKey(
	call: WriteCall,
	open: Pick<OpenConversation, 'id' | 'signedId' | 'writer'>,
	memberIds: readonly string[],
): Promise<NewKey> {
	const made = await makeKey(call, open, memberIds);
	await call.send({
		method: 'POST',
		path: pathOf(open.id, 'keys'),
		body: { ...made.body, action_signatures: [made.action] },
		// X recognizes a repeated request by the signed IDs in it.
		idempotent: true,
	});
	rememberKey(call, open.signedId, made.version);
	return made;
}

/** Remembers a key that X has taken, so that no older one is used again. */
export function rememberKey(call: AnyCall, signedId: string, version: string): void {
	const { trust } = toolsOf(call).session;
	trust.memory.useKey(signedId, version);
	trust.store();
}

/**
 * Creates a key and wraps it for some members.
 *
 * @throws NodeOperationError with the names of members who have no public key, or other ones than before.
 */
export async function makeKey(
	call: WriteCall,
	{ signedId, writer }: Pick<OpenConversation, 'signedId' | 'writer'>,
	memberIds: readonly string[],
): Promise<NewKey> {
	const { session, send } = toolsOf(call);
	const publicKeys = await session.know(send, memberIds);
	await refuseChanged(call, memberIds);
	try {
		return newKey(writer, signedId, memberIds, publicKeys, String(Date.now()));
	} catch (error) {
		throw withoutKeys(call, error);
	}
}

const withoutKeys = (call: AnyCall, error: unknown): unknown =>
	error instanceof NoPublicKey
		? refuse(
				call,
				`These users cannot get encrypted messages, as X has no valid public key of them: ${error.userIds.join(', ')}`,
				'They have to open X Chat once with the app or the site of X',
			)
		: error;
