import type { IWebhookFunctions } from 'n8n-workflow';

import { DeliveredChat, isChatEvent, type ChatAccess } from '../../shared/chat/events/delivered';
import { connectUsers } from '../../shared/events/subscriber';
import type { XEvent } from '../../shared/events/event';
import { BoundedMap } from '../../shared/util/boundedMap';
import { logRefusal, scopeOf } from '../context';
import { readChatSettings } from '../settings';

/** Longest wait for a rate limit while X waits for the answer to its delivery, in seconds. */
const MAX_WAIT = 3;

/** What nodes remember of their conversations, by node. */
const chats = new BoundedMap<string, DeliveredChat>(500);

/**
 * Adds to the events of encrypted conversations what they say.
 *
 * @throws where X cannot be asked for the keys for now, so that the delivery is sent again.
 */
export async function openChats(
	context: IWebhookFunctions,
	events: readonly XEvent[],
): Promise<readonly XEvent[]> {
	if (!events.some(isChatEvent)) return events;
	const scope = scopeOf(context);
	const chat = chats.get(scope) ?? new DeliveredChat();
	chats.set(scope, chat);
	const access = await accessOf(context);
	return await Promise.all(
		events.map(async (event) => {
			if (!isChatEvent(event)) return event;
			const { fault, ...opened } = await chat.open(access, event);
			if (fault) logRefusal(context, `an encrypted message stays closed: ${fault.message}`);
			return { ...event, ...opened };
		}),
	);
}

async function accessOf(context: IWebhookFunctions): Promise<ChatAccess> {
	const { authentication, mayHaveKeys } = readChatSettings(context);
	const [user] = await connectUsers(context, authentication, { maxWait: MAX_WAIT });
	return { context, user: user?.api, mayHaveKeys };
}
