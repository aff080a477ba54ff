/** Opens a conversation to write in it. https://docs.x.com/xchat/getting-started */
import { readPage, refuseOldKeys, type ReadPage } from '../../shared/chat/events/page';
import {
	conversationInPath,
	isGroup,
	isNewer,
	signedConversation,
} from '../../shared/chat/trust/conversationId';
import type { KeyHolder } from '../../shared/chat/trust/conversationKeys';
import { pages } from '../../shared/engine/paging';
import { failureOf } from '../../shared/errors';
import { token } from '../../shared/operation/operation';
import { pathOf, toolsOf, type AnyCall } from './tools';

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
