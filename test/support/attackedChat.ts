/** X Chat on a platform that someone hostile writes into: they have keys of their own, and put events in as only X could. */
import type { IDataObject } from 'n8n-workflow';
import { newKey, relayed, type Key, type Person, type SignedAction } from '../simulator/chat/person';
import type { Conversation } from '../simulator/chat/state';
import { ADA, byId, useChat, type More } from './chat';

export const LATER = 10_000;
export const PASSING_ON = { options: { unverified: 'passOn' } };

/** A later run: n8n has stored what the first one left. */
export const after = ({ staticData }: { readonly staticData: IDataObject }): More => ({ staticData });

export function useAttackedChat() {
	const all = useChat();
	const { sim, chat, held, me } = all;
	return {
		...all,
		pair: () => `${me.id}:${ADA}`,
		talkers: <Ids extends readonly string[]>(...ids: Ids) =>
			ids.map((id) => held().talker(id)) as { readonly [Place in keyof Ids]: Person },
		/** A key that is newer than all others. */
		laterKey: (by = LATER): Key => newKey(String(Math.floor(sim().platform.clock.now()) + by)),
		/** Puts an event into a conversation, as only X itself could. */
		slip: (into: string, action: SignedAction, senderId: string, named = into): string => {
			const found = held().conversations.get(into) as Conversation;
			const id = sim().platform.newId();
			const createdAt = sim().platform.clock.now();
			const bytes = relayed(action, senderId, named, id, createdAt);
			found.events.push({ id, messageId: action.messageId, senderId, createdAt, bytes });
			return id;
		},
		/** Removes events from a conversation, as only X itself could. */
		hide: (from: string, count: number): void => {
			held().conversations.get(from)?.events.splice(-count);
		},
		send: async (more: More & { readonly to?: string; readonly form?: IDataObject } = {}) => {
			const { to = ADA, form = {}, ...rest } = more;
			return await chat('message.send', { id: byId(to), text: 'Hello', ...(form as object) }, rest);
		},
		events: async (form: IDataObject = {}, more: More = {}) =>
			await chat('message.getEvents', { id: byId(ADA), returnAll: true, ...(form as object) }, more),
	};
}
