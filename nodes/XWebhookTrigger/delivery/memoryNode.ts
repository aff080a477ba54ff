/** The memory node connected to the trigger, as a store for the events that processes of n8n claim. */
import { createHash } from 'crypto';

import { object } from '../../shared/util/lenient';
import type { WebhookDelivery } from '../incoming';
import { entryShape, type ClaimEntry, type EventStore } from './eventClaims';

/** The prefix of the lists' names, if the memory node has no session key. */
const SESSION = 'x-events';

/** The members of a chat history of n8n's memory nodes that are used here. */
interface ChatHistory {
	sessionId: string;
	getMessages(): Promise<Array<{ content: unknown }>>;
	addUserMessage(text: string): Promise<void>;
	/** A connection, in memory nodes that open one for each history. */
	client?: { isOpen?: boolean; disconnect?: () => Promise<unknown> };
}

/**
 * The memory connected to the node. Undefined if there is none, and in test runs, which remember nothing.
 *
 * @throws If the memory cannot be opened, or cannot keep a list for each event.
 */
export async function connectedStore({
	context,
	scope,
	isTest,
}: WebhookDelivery): Promise<EventStore | undefined> {
	if (isTest) return undefined;
	// Takes the place of a chat's input, so that the memory node needs no settings.
	const inputData = { sessionId: SESSION };
	const memory = await context.getInputConnectionData('ai_memory', 0, { inputData });
	if (memory === undefined) return undefined;
	const { chatHistory } = object(memory);
	if (!isChatHistory(chatHistory))
		throw new Error('only Redis Chat Memory and Postgres Chat Memory can remember seen events');
	return storeIn(chatHistory, scope);
}

function isChatHistory(value: unknown): value is ChatHistory {
	const history = value as Partial<ChatHistory> | undefined;
	return (
		typeof history === 'object' &&
		typeof history.sessionId === 'string' &&
		typeof history.getMessages === 'function' &&
		typeof history.addUserMessage === 'function'
	);
}

/** @param scope The name of the node. Several nodes may share one memory. */
function storeIn(history: ChatHistory, scope: string): EventStore {
	const session = history.sessionId.slice(0, 100);
	return {
		open(key) {
			const digest = createHash('sha256').update(`${scope} ${key}`).digest('hex').slice(0, 40);
			// The same connection, with another session.
			const list = Object.create(history, {
				sessionId: { value: `${session}:${digest}` },
			}) as ChatHistory;
			return {
				read: async () => (await list.getMessages()).flatMap(({ content }) => entryIn(content)),
				append: async (entry) => await list.addUserMessage(JSON.stringify(entry)),
			};
		},
		async close() {
			// n8n closed the connection when `webhook()` returned. Entries added later opened it again.
			if (history.client?.isOpen === true) await history.client.disconnect?.();
		},
	};
}

function entryIn(content: unknown): ClaimEntry[] {
	try {
		const { data } = entryShape.safeParse(JSON.parse(String(content)));
		return data === undefined ? [] : [data];
	} catch {
		return [];
	}
}
