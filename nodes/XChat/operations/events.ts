/** Decrypts the events of a conversation. https://docs.x.com/x-api/chat/get-chat-conversation-events */
import { get } from 'lodash';
import { readable, readPage, refuseOldKeys } from '../../shared/chat/events/page';
import type { Values } from '../../shared/operation/operation';
import type { Call } from '../../shared/operation/operation';
import { pathOf, toolsOf, type AnyCall } from './conversation';

/** X's answer with its events decrypted. */
export async function readEvents<V>(body: unknown, call: Call<V>): Promise<unknown> {
	const { session, send } = toolsOf(call);
	const { rows } = await readPage(session, send, body);
	refuseOldKeys(call.context.getNode(), rows, call.itemIndex);
	return { ...(body as object), data: rows.map(readable) };
}

/**
 * Pinned messages, decrypted with the keys from the latest events, because the answer with pinned messages contains no
 * keys.
 */
export async function readPinned<V extends Values & { readonly id: string }>(
	body: unknown,
	call: Call<V>,
): Promise<unknown> {
	const keys = await keysOfLatest(call, call.values.id);
	return await readEvents({ ...(body as object), meta: { conversation_key_events: keys } }, call);
}

async function keysOfLatest({ api }: AnyCall, id: string): Promise<unknown> {
	const path = pathOf(id, 'events');
	const { body } = await api.send({ method: 'GET', path, query: [['max_results', '10']] });
	const rows: unknown = get(body, 'data');
	const latest = Array.isArray(rows) ? rows.map((row: unknown) => String(get(row, 'encoded_event', ''))) : [];
	const handedOver: unknown = get(body, 'meta.conversation_key_events');
	return [...(Array.isArray(handedOver) ? (handedOver as unknown[]) : []), ...latest];
}
