import type { INodeParameters } from 'n8n-workflow';
import { runNode, type NodeRun, type NodeRunOptions } from '../support';
import type { Simulator } from '../support/simulator';

type Kind = 'app' | 'oAuth2' | 'oAuth1';
type More = Partial<Omit<NodeRunOptions, 'node' | 'sim' | 'parameters'>> & { as?: Kind };

/** Runs one operation of X Core: `core(sim(), 'post.create', { text: 'Hello' })`. */
export async function core(
	sim: Simulator,
	name: string,
	parameters: INodeParameters = {},
	{ as = 'oAuth2', ...more }: More = {},
): Promise<NodeRun> {
	const [resource, operation] = name.split('.') as [string, string];
	return await runNode({
		node: 'xCore',
		sim,
		parameters: { authentication: as, resource, operation, ...parameters },
		...more,
	});
}

/** A resource locator as the editor stores it. */
export const by = (mode: string, value: string): INodeParameters => ({ __rl: true, mode, value });
export const byId = (value: string) => by('id', value);

/** Method and path of every request that came. */
export const sent = (sim: Simulator): string[] => sim.requests.map(({ method, path }) => `${method} ${path}`);
