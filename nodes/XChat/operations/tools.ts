/** Gives the operations of X Chat their session, their requests, and their errors. */
import { NodeOperationError } from 'n8n-workflow';
import { conversationInPath } from '../../shared/chat/trust/conversationId';
import { chatSession, type ChatSession, type Send } from '../../shared/chat/trust/session';
import type { Identity } from '../../shared/chat/trust/publicKeys';
import type { Call } from '../../shared/operation/operation';
import { encodeRfc3986 } from '../../shared/util/text';
import { lostWithProcess } from '../../shared/memory/workflowMemory';

export type AnyCall = Pick<
	Call,
	'context' | 'itemIndex' | 'api' | 'lookup' | 'item' | 'items' | 'send' | 'hint'
>;

/** What operations read to sign. */
export const SIGNS = ['GET /2/users/me', 'GET /2/users/{id}/public_keys'] as const;

/** What they read to write in a conversation: its newest key in the latest event, and who is in a group. */
export const OPENS = [
	'GET /2/chat/conversations/{id}',
	'GET /2/chat/conversations/{id}/events',
	...SIGNS,
] as const;

/** Returns the session and requests of X Chat for one item. */
export function toolsOf({ context, api, lookup }: AnyCall): { session: ChatSession; send: Send } {
	const session = chatSession(context, api.kind, lookup.ownUserId);
	return { session, send: session.sender(api) };
}

/** Makes the path of something in a conversation. */
export const pathOf = (id: string, rest: string): string =>
	`/2/chat/conversations/${encodeRfc3986(conversationInPath(id))}/${rest}`;

/** Makes the error of an item for which nothing was sent. */
export const refuse = (
	{ context, itemIndex }: AnyCall,
	message: string,
	advice: string,
): NodeOperationError =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `${advice}. Nothing was sent.`,
	});

/** Hints that public keys were accepted, which are in the output as well. */
export const tellAccepted = (call: AnyCall, { userId, fingerprint }: Identity): void =>
	call.hint(
		`The public keys of the user ${userId} with the fingerprint ${fingerprint} were accepted, and count as known from now on`,
	);

/** Hints at identities that are not remembered. */
export function tellOfMemory(call: AnyCall): void {
	const { memory } = toolsOf(call).session.trust;
	if (memory.isFull)
		call.hint('No more senders can be remembered, so the identity of those who are not remembered stays new');
	if (call.context.getMode() === 'manual' && memory.hasNewcomers)
		call.hint('n8n remembers no identities in a test run, so a sender who is new here may be known');
	tellWhoRemembers(call);
}

/** Hints that no one stores what the run remembers. */
export function tellWhoRemembers(call: AnyCall): void {
	if (toolsOf(call).session.trust.isLostWithProcess)
		call.hint(
			lostWithProcess(
				'Whose keys were seen is remembered in this process of n8n alone',
				'the nodes of X Chat',
			),
		);
}
