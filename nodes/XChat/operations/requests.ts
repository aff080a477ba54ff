/** Decrypts message requests, which have their own events: https://docs.x.com/x-api/chat/get-chat-message-requests */
import { get, omit } from 'lodash';
import { z } from 'zod';
import { readable, readPage } from '../../shared/chat/events/page';
import type { Call } from '../../shared/operation/operation';
import { toolsOf, type AnyCall } from './tools';

const texts = z.array(z.string()).nullish().catch(undefined);

const REQUEST = z
	.object({ conversation_id: z.string().min(1), conversation_key_events: texts, message_events: texts })
	.passthrough();

/** Decrypts the messages of a request. */
async function readOne(call: AnyCall, data: z.infer<typeof REQUEST>): Promise<unknown> {
	const { conversation_key_events: keys, message_events: events } = data;
	const { session, send } = toolsOf(call);
	const rows = (events ?? []).map((encoded_event) => ({
		encoded_event,
		conversation_id: data.conversation_id,
	}));
	const { conversation_id: conversation } = data;
	const body = { data: rows, meta: { conversation_key_events: keys ?? [] } };
	const page = await readPage(session, send, body, conversation);
	const messages = page.rows.map((row) => omit(readable(row), 'encoded_event'));
	return {
		...omit(data, ['conversation_key_events', 'message_events', 'encoded_message_create_event']),
		messages,
	};
}

/** Decrypts X's answer with one request. */
export async function readRequest<V>(body: unknown, call: Call<V>): Promise<unknown> {
	return { ...(body as object), data: await readOne(call, REQUEST.parse(get(body, 'data'))) };
}

/** Decrypts X's answer with several requests. */
export async function readRequests<V>(body: unknown, call: Call<V>): Promise<unknown> {
	const rows: unknown = get(body, 'data');
	if (!Array.isArray(rows)) return body;
	const read = await Promise.all(
		(rows as unknown[]).map(async (row) => {
			const { data } = REQUEST.safeParse(row);
			return data ? await readOne(call, data) : row;
		}),
	);
	return { ...(body as object), data: read };
}
