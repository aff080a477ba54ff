import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { chat as chatArea } from '../simulator/chat/area';
import { newKey, relayed, type Key, type Person, type SignedAction } from '../simulator/chat/person';
import type { ChatState, Conversation } from '../simulator/chat/state';
import { ME } from '../simulator/identities';
import { runNode, type NodeRun, type NodeRunOptions } from './index';
import { useSimulator } from './simulator';

export type More = Partial<Omit<NodeRunOptions, 'node' | 'sim' | 'parameters'>>;

/** People who get keys with their first word. */
export const ADA = '4400000000000000001';
export const BOB = '4400000000000000002';
export const EVE = '4400000000000000003';

/** What someone wrote. */
export interface Written {
	readonly id: string;
	readonly messageId: string;
	readonly conversation: string;
	readonly hash?: string;
}

/** What someone's own client reads. */
export interface Read {
	readonly id: string;
	readonly from: string;
	readonly kind: number;
	readonly first?: string;
	readonly second?: string;
}

/** A resource locator as the editor stores it. */
export const byId = (value: string): INodeParameters => ({ __rl: true, mode: 'id', value });

/** A seeded platform with encrypted chat, and X Chat on it. */
export function useChat() {
	const sim = useSimulator({ followers: 5 });
	return {
		sim,
		me: ME,
		/** Runs one operation: `chat('message.send', { id: byId('22'), text: 'Hello' })`. */
		chat: async (name: string, parameters: INodeParameters = {}, more: More = {}): Promise<NodeRun> => {
			const [resource, operation] = name.split('.') as [string, string];
			const form = { authentication: 'oAuth2', resource, operation, ...parameters };
			return await runNode({ node: 'xChat', sim: sim(), parameters: form, ...more });
		},
		/** Someone writes with the own client. */
		say: async (input: Readonly<Record<string, unknown>>) =>
			(await sim().control('chat', 'say', input)) as Written,
		/** What someone reads with the own client. */
		readAs: async (user: string, conversation: string) =>
			(await sim().control('chat', 'read', { user, conversation })) as Read[],
		control: async (action: string, input: Readonly<Record<string, unknown>>) =>
			(await sim().control('chat', action, input)) as Record<string, string>,
		held: (): ChatState => chatArea.state(sim().platform),
		sent: (): string[] => sim().requests.map(({ method, path }) => `${method} ${path}`),
	};
}

export const LATER = 10_000;
export const PASSING_ON = { options: { unverified: 'passOn' } };

/** A later run: n8n has stored what the first one left. */
export const after = ({ staticData }: { readonly staticData: IDataObject }): More => ({ staticData });

/** X Chat on a platform that someone hostile writes into: they have keys of their own, and put events in as only X could. */
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
