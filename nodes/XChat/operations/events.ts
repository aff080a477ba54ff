/** Decrypts the events of a conversation. https://docs.x.com/x-api/chat/get-chat-conversation-events */
import { get, partition } from 'lodash';
import { NO_LIST } from '../../shared/chat/events/groupSenders';
import { readable, readPage, refuseOldKeys } from '../../shared/chat/events/page';
import { isUnverified, reportOf, saidOfUnverified, unverifiedField } from '../../shared/chat/unverified';
import { formOnly, options } from '../../shared/fields';
import type { Call, Values } from '../../shared/operation/operation';
import { object, objects, text } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { pathOf, tellOfMemory, toolsOf, type AnyCall } from './tools';

/** The choice of what a list of events leaves out. */
export const unverified = options({ unverified: formOnly(unverifiedField) });

/** Decrypts the events of X's answer, and leaves out those that are not verified unless they are wanted. */
export async function readEvents<V extends Values>(body: unknown, call: Call<V>): Promise<unknown> {
	const { session, send } = toolsOf(call);
	const { rows, isUnknown } = await readPage(session, send, body, asText(call.values.id));
	const found: unknown = get(body, 'data');
	const isList = Array.isArray(found) && found.length === 0;
	// The engine passes it on as it is.
	if (isUnknown || (rows.length === 0 && !isList)) return body;
	refuseOldKeys(call.context.getNode(), rows, call.itemIndex);
	tellOfMemory(call);
	if (rows.some(({ opened }) => opened?.readable.verification === NO_LIST))
		call.hint(
			'X did not say who is in the group, so a stranger whose key or message X relays cannot be told from a member',
		);
	const all = rows.map(readable);
	if (call.values.unverified === 'passOn') return { ...(body as object), data: all };
	if (call.values.unverified === 'report')
		return { ...(body as object), data: all.map((each) => (isUnverified(each) ? reportOf(each) : each)) };
	const [left, data] = partition(all, (each) => isUnverified(each));
	const said = saidOfUnverified(left);
	if (said !== undefined) call.hint(said);
	return { ...(body as object), data };
}

/** Decrypts pinned messages with the keys from the latest events, because their own answer contains no keys. */
export async function readPinned<V extends Values>(body: unknown, call: Call<V>): Promise<unknown> {
	const keys = await keysOfLatest(call, asText(call.values.id));
	const meta = { ...object(get(body, 'meta')), conversation_key_events: keys };
	return await readEvents({ ...(body as object), meta }, call);
}

async function keysOfLatest(call: AnyCall, id: string): Promise<unknown> {
	const path = pathOf(id, 'events');
	const { body } = await call.api.send({ method: 'GET', path, query: [['max_results', '10']] });
	const rows: unknown = get(body, 'data');
	const latest = objects(rows).flatMap((row) => text(row.encoded_event) ?? []);
	if (latest.length === 0 && get(body, 'meta.result_count') !== 0)
		call.hint(
			'X gave no keys of the conversation in a form that this node knows, so messages may stay encrypted',
		);
	const handedOver: unknown = get(body, 'meta.conversation_key_events');
	return [...(Array.isArray(handedOver) ? (handedOver as unknown[]) : []), ...latest];
}
