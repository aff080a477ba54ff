/** Deletes messages with a signed event. https://docs.x.com/x-api/chat/delete-chat-messages */
import type { INodeExecutionData } from 'n8n-workflow';
import { signedConversation } from '../../shared/chat/trust/conversationId';
import { action, FOR_ALL, FOR_SELF } from '../../shared/chat/events/write';
import type { Call } from '../../shared/operation/operation';
import { toolsOf } from './tools';

interface Deletion {
	readonly id: string;
	readonly sequence_ids: readonly string[];
	readonly delete_message_action: string;
}

export async function deleteMessages(call: Call<Deletion>): Promise<INodeExecutionData[]> {
	const { session, send } = toolsOf(call);
	const { id, sequence_ids: ids, delete_message_action: whom } = call.values;
	const writer = await session.writer(send);
	const kind = whom === 'delete_for_all' ? FOR_ALL : FOR_SELF;
	const detail = { message_delete: { sequence_ids: ids, delete_message_action: kind } };
	const signed = action(writer, signedConversation(id, writer.userId), detail);
	const { body, ...rest } = call.request();
	const request = { ...rest, body: { ...body, action_signatures: [signed] }, idempotent: true };
	await call.send(request);
	return [call.item({ deleted: true, sequence_ids: ids })];
}
