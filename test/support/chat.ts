import type { INodeParameters } from 'n8n-workflow';
import { chat as chatArea } from '../simulator/chat/area';
import type { ChatState } from '../simulator/chat/state';
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
