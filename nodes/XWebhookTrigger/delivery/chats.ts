import { DeliveredChat, isChatEvent } from '../../shared/chat/events/delivered';
import type { XEvent } from '../../shared/events/event';
import { openChats } from '../../shared/events/openChats';
import { connectUsers } from '../../shared/events/subscriber';
import { remembered } from '../../shared/memory/process';
import { logRefusal, type WebhookDelivery } from '../incoming';
import { readChatSettings } from '../settings';

/** The longest wait for a rate limit, in seconds. X is waiting for the answer to its delivery. */
const MAX_WAIT = 3;

const chats = remembered<DeliveredChat>({ name: 'conversations of a webhook trigger', of: 'node' });

/**
 * Adds the decrypted content to events of encrypted conversations.
 *
 * @throws If X cannot provide the keys at the moment, so that X sends the delivery again.
 */
export async function withChats(
	delivery: WebhookDelivery,
	events: readonly XEvent[],
): Promise<readonly XEvent[]> {
	if (!events.some(isChatEvent)) return events;
	const { context, scope } = delivery;
	const chat = chats.getOrMake(scope, () => new DeliveredChat());
	const { authentication, mayHaveKeys, unverified } = readChatSettings(context);
	const [user] = await connectUsers(context, authentication, { maxWait: MAX_WAIT });
	const access = { context, user: user?.api, mayHaveKeys, unverified };
	const onRead = (fault: Error | undefined) => {
		if (fault) logRefusal(delivery, `an encrypted message stays closed: ${fault.message}`);
	};
	return await openChats(chat, events, access, onRead, (reason) =>
		logRefusal(delivery, `left out a message that is not verified: ${reason}`),
	);
}

/** Puts what is known of senders into the static data of a delivery. */
export const storeTrust = ({ context, scope }: WebhookDelivery): void =>
	chats.get(scope)?.storeTrust(context);
