/** Reads and writes within one conversation. https://docs.x.com/xchat/getting-started */
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { conversationInPath, signedConversation } from '../../shared/chat/trust/conversationId';
import { NO_KEY, type KnownKey, type KeyHolder } from '../../shared/chat/trust/conversationKeys';
import { readPage, refuseOldKeys, type ReadPage } from '../../shared/chat/events/page';
import { chatSession, type ChatSession, type Send } from '../../shared/chat/trust/session';
import { newKey, NoPublicKey, type NewKey } from '../../shared/chat/events/write';
import { failureOf } from '../../shared/errors';
import type { Call } from '../../shared/operation/operation';
import { encodeRfc3986 } from '../../shared/util/encode';

export type AnyCall = Pick<Call, 'context' | 'itemIndex' | 'api' | 'lookup' | 'item' | 'items' | 'send'>;

/** The session and requests of X Chat for one item. */
export function toolsOf({ context, api, lookup }: AnyCall): { session: ChatSession; send: Send } {
	return {
		session: chatSession(context, lookup.ownUserId),
		send: async (request) => (await api.send(request)).body,
	};
}

/**
 * How many events to read to find the newest key, first 1, then 100. Each event is billed, and the latest one usually
 * has the key.
 */
const LOOK_BACK = [1, 100];

export const pathOf = (id: string, rest: string): string =>
	`/2/chat/conversations/${encodeRfc3986(conversationInPath(id))}/${rest}`;

/** A conversation to write in. */
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
	const read = async (size: number) => await latest(call, id, size);
	const [few = 1, many = few] = LOOK_BACK;
	const newest = await read(few);
	const writer = await session.writer(send);
	const first = await readPage(session, send, newest);
	const isFound = first.rows.length === 0 || !isUnknown(first);
	const page = isFound ? first : await readPage(session, send, await read(many));
	refuseOldKeys(call.context.getNode(), page.rows, call.itemIndex);
	return { id: conversationInPath(id), signedId: signedConversation(id, writer.userId), writer, page };
}

/** Whether the page contains no key at all. */
const isUnknown = ({ reader }: ReadPage): boolean => {
	const newest = reader.keys?.newest();
	return newest !== undefined && 'missing' in newest && newest.missing === NO_KEY;
};

/** The latest events; none if two people have not talked yet, which X answers with Not Found. */
async function latest({ api }: AnyCall, id: string, size: number): Promise<unknown> {
	try {
		const query: [string, string][] = [['max_results', String(size)]];
		return (await api.send({ method: 'GET', path: pathOf(id, 'events'), query })).body;
	} catch (error) {
		return noneIfNew(error, id);
	}
}

function noneIfNew(error: unknown, id: string): unknown {
	if (!id.startsWith('g') && failureOf(error)?.kind === 'notFound') return {};
	throw error instanceof NodeApiError ? error : (error as Error);
}

/**
 * The newest key of a conversation. For two people who have not talked yet, it creates the first one.
 *
 * @throws NodeOperationError if the newest key is not known, or is not from the sender that its event names.
 */
export async function keyToWrite(
	call: AnyCall,
	open: OpenConversation,
): Promise<Pick<KnownKey, 'key' | 'version'>> {
	const newest = open.page.reader.keys?.newest() ?? { missing: '' };
	if ('key' in newest) {
		if (newest.verdict.verified === true) return newest;
		throw refuse(
			call,
			'The newest key of the conversation cannot be verified, so nothing is encrypted with it',
			`${newest.verdict.reason}. Give the conversation a new key with Conversation: Rotate Keys`,
		);
	}
	const isNew = open.page.rows.length === 0 && !open.id.startsWith('g');
	if (isNew) return await addKey(call, open, open.signedId.split(':'));
	throw refuse(
		call,
		`The conversation cannot be written in: ${newest.missing}`,
		'Ask a member to add you again, or give the conversation a new key with Conversation: Rotate Keys',
	);
}

/** Adds a key to a conversation of two people, or to a group without changing its members. */
export async function addKey(
	call: AnyCall,
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
	return made;
}

/**
 * Creates a key and wraps it for some members.
 *
 * @throws NodeOperationError with the names of members who have no public key.
 */
export async function makeKey(
	call: AnyCall,
	{ signedId, writer }: Pick<OpenConversation, 'signedId' | 'writer'>,
	memberIds: readonly string[],
): Promise<NewKey> {
	const { session, send } = toolsOf(call);
	const publicKeys = await session.know(send, memberIds);
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

/** The error of an item for which nothing was sent. */
export const refuse = (
	{ context, itemIndex }: AnyCall,
	message: string,
	advice: string,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `${advice}. Nothing was sent.`,
	});
