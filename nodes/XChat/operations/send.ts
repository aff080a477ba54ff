/** Sends a message with a text, attachments, or both. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { ValuesOf } from '../../shared/operation/operation';
import { writtenMessage, type contentFields } from './attachments';
import { sendContents } from './message';
import type { AnyCall } from './tools';

export async function send(
	call: AnyCall & { readonly values: ValuesOf<typeof contentFields> },
): Promise<INodeExecutionData[]> {
	return await sendContents(call, async (open, key, about) => ({
		message: await writtenMessage(call, open, key.key, about),
	}));
}
