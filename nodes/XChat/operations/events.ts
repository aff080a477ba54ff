/** Events of a conversation, decrypted. https://docs.x.com/x-api/chat/get-chat-conversation-events */
import { get } from 'lodash';
import { readable, readPage, refuseOldKeys } from '../../shared/chat/events/page';
import type { Values } from '../../shared/operation/operation';
import type { Call } from '../../shared/operation/operation';
import { pathOf, toolsOf, type AnyCall } from './conversation';

/** An answer with its events read. */
export async function readEvents<V>(body: unknown, call: Call<V>): Promise<unknown> {
	const { session, send } = toolsOf(call);
	const { rows } = await readPage(session, send, body);
	refuseOldKeys(call.context.getNode(), rows, call.itemIndex);
	return { ...(body as object), data: rows.map(readable) };
}

/** Pinned messages with the keys of the latest events: their own answer has none. */
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
