import { once } from 'lodash';
import { DeliveredChat, isChatEvent } from '../../shared/chat/events/delivered';
import type { XEvent } from '../../shared/events/event';
import type { LeftOut } from '../../shared/events/leftOut';
import { openChat } from '../../shared/events/openChats';
import { connectUser } from '../../shared/events/subscriber';
import { remembered } from '../../shared/memory/process';
import { logRefusal, type WebhookDelivery } from '../incoming';
import { readChatSettings } from '../settings';

/** The longest wait for a rate limit, in seconds. X is waiting for the answer to its delivery. */
const MAX_WAIT = 3;

const chats = remembered<DeliveredChat>({ name: 'conversations of a webhook trigger', of: 'node' });

/** Makes the step that decrypts events. It throws if X cannot provide the keys now, so that X delivers again. */
export function chatOpener(delivery: WebhookDelivery): (event: XEvent) => Promise<XEvent | LeftOut> {
	const { context, scope } = delivery;
	const prepared = once(async () => {
		const chat = chats.getOrMake(scope, () => new DeliveredChat());
		const { authentication, unverified } = readChatSettings(context);
		const user = await connectUser(context, authentication, { maxWait: MAX_WAIT });
		return { chat, access: { context, user, unverified } };
	});
	const onRead = (fault: Error | undefined) => {
		if (fault) logRefusal(delivery, `an encrypted message stays closed: ${fault.message}`);
	};
	return async (event) => {
		if (!isChatEvent(event)) return event;
		const { chat, access } = await prepared();
		return await openChat(chat, event, access, onRead);
	};
}

/** Puts what is known of senders into the static data of a delivery. */
export const storeTrust = ({ context, scope }: WebhookDelivery): void =>
	chats.get(scope)?.storeTrust(context);
