import type { INodeParameters } from 'n8n-workflow';
import { core as coreArea } from '../../simulator/core/area';
import type { CoreState } from '../../simulator/core/state';
import { me } from '../../simulator/identities';
import { runNode, type NodeRun, type NodeRunOptions } from '../../support';
import type { Simulator } from '../../support/simulator';

export type Kind = 'app' | 'oAuth2' | 'oAuth1';
export type More = Partial<Omit<NodeRunOptions, 'node' | 'sim' | 'parameters'>> & { as?: Kind };

/** Runs one operation of X Core: `core(sim(), 'post.create', { text: 'Hello' })`. */
export async function core(
	sim: Simulator,
	name: string,
	parameters: INodeParameters = {},
	{ as = 'oAuth2', ...more }: More = {},
): Promise<NodeRun> {
	return await runNode({ node: 'xCore', sim, parameters: formOf(name, as, parameters), ...more });
}

/** The parameters of a node as the editor would save them. */
export function formOf(name: string, as: Kind, parameters: INodeParameters = {}): INodeParameters {
	const [resource, operation] = name.split('.') as [string, string];
	return { authentication: as, resource, operation, ...parameters };
}

/** A resource locator as the editor stores it. */
export const by = (mode: string, value: string): INodeParameters => ({ __rl: true, mode, value });
export const byId = (value: string) => by('id', value);

/** Method and path of every request that came. */
export const sent = (sim: Simulator): string[] => sim.requests.map(({ method, path }) => `${method} ${path}`);

/** How many requests came to a path. */
export const count = (sim: Simulator, path: string): number =>
	sim.requests.filter((request) => request.path === path || request.route === path).length;

/** Body of the last request. */
export const lastBody = (sim: Simulator): unknown => sim.requests.at(-1)?.body;

/** What the platform holds now. */
export const held = (sim: Simulator): CoreState => coreArea.state(sim.platform);

/** IDs and names that exist on the seeded platform. */
export function world(sim: Simulator) {
	const { users, posts, conversations, dmEvents } = held(sim);
	const others = [...users.values()].filter(({ id }) => id !== me.id);
	const all = [...posts.values()].reverse().filter(({ author_id }) => !users.get(author_id)?.protected);
	return {
		me,
		others,
		other: others[0]!,
		ownPost: all.find((post) => post.author_id === me.id)!,
		foreignPost: all.find((post) => post.author_id !== me.id)!,
		pair: [...conversations.values()].find(({ group }) => !group)!,
		group: [...conversations.values()].find(({ group }) => group)!,
		ownMessage: [...dmEvents.values()].find(({ sender_id }) => sender_id === me.id)!,
	};
}

/** Three input items with a value each; parameters read it by `={{ $json.value }}`. */
export const itemsWith = (...values: unknown[]) =>
	values.map((value) => ({ json: { value: value as string } }));

/** A value of the first output item: its ID unless another one is named. */
export const first = ({ json }: NodeRun, key = 'id'): string => json[0]?.[key] as string;
