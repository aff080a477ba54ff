import type { CredentialKind } from '../../facts';
import type { INodeParameters } from 'n8n-workflow';
import { core as coreArea } from '../../simulator/core/area';
import type { Fault } from '../../simulator/frame/faults';
import type { CoreState } from '../../simulator/core/state';
import { nodeOf } from '../../support/coreNodes';
import { runNode, startNode, type NodeRun, type NodeRunOptions } from '../../support';
import { worldOf } from '../../support/seeded/core';
import { useSimulator } from '../../support/simulator';
import type { SimulatorOptions } from '../../simulator/server';

export type Kind = CredentialKind;
export type More = Partial<Omit<NodeRunOptions, 'node' | 'sim' | 'parameters'>> & { as?: Kind };

/** A seeded platform for the tests of a file, with X Core, X Live and X Core Admin on it. */
export function useCore(options: SimulatorOptions = {}) {
	// Each test begins with new users: only as many as are needed.
	const sim = useSimulator({ followers: 40, ...options });
	const runOf = (
		name: string,
		parameters: INodeParameters = {},
		{ as = 'oAuth2', ...more }: More = {},
	): NodeRunOptions => {
		const [resource, operation] = name.split('.') as [string, string];
		const form = { authentication: as, resource, operation, ...parameters };
		return { node: nodeOf(name), sim: sim(), parameters: form, ...more };
	};
	const held = (): CoreState => coreArea.state(sim().platform);
	return {
		sim,
		/** Runs one operation: `core('post.create', { text: 'Hello' })`. */
		core: async (...of: Parameters<typeof runOf>): Promise<NodeRun> => await runNode(runOf(...of)),
		/** Starts one operation, which the test may cancel. */
		start: async (...of: Parameters<typeof runOf>) => await startNode(runOf(...of)),
		/** What X holds now. */
		held,
		/** IDs and names that exist on the seeded platform. */
		world: () => worldOf(held()),
		sent: (): string[] => sim().requests.map(({ method, path }) => `${method} ${path}`),
		/** How many requests came to a path. */
		count: (path: string): number =>
			sim().requests.filter((request) => request.path === path || request.route === path).length,
		/** Answers a request to a path in the place of X: `answer('/2/tweets', { data: [] })`. */
		answer: (path: string, body: object, more: Partial<Fault> = {}) =>
			sim().fail({ match: { path }, kind: 'status', status: 200, body, ...more }),
		lastBody: (): unknown => sim().requests.at(-1)?.body,
	};
}

/** A resource locator as the editor stores it. */
export const by = (mode: string, value: string): INodeParameters => ({ __rl: true, mode, value });
export { byId } from '../../support/seeded/types';

/** Three input items with a value each; parameters read it by `={{ $json.value }}`. */
export const itemsWith = (...values: unknown[]) =>
	values.map((value) => ({ json: { value: value as string } }));

export { first } from '../../support/seeded/core';
