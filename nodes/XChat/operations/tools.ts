/** What every operation of X Chat works with. */
import { NodeOperationError } from 'n8n-workflow';
import { conversationInPath } from '../../shared/chat/trust/conversationId';
import { chatSession, type ChatSession, type Send } from '../../shared/chat/trust/session';
import type { Call } from '../../shared/operation/operation';
import { encodeRfc3986 } from '../../shared/util/encode';

export type AnyCall = Pick<
	Call,
	'context' | 'itemIndex' | 'api' | 'lookup' | 'item' | 'items' | 'send' | 'hint'
>;

/** The session and requests of X Chat for one item. */
export function toolsOf({ context, api, lookup }: AnyCall): { session: ChatSession; send: Send } {
	return {
		session: chatSession(context, lookup.ownUserId),
		send: async (request) => (await api.send(request)).body,
	};
}

/** The path of something in a conversation. */
export const pathOf = (id: string, rest: string): string =>
	`/2/chat/conversations/${encodeRfc3986(conversationInPath(id))}/${rest}`;

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
