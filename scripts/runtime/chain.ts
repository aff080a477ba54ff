/** Workflows for a real n8n. */
import { START } from '../../test/support/start';
import type { SavedCredential, Workflow, WorkflowNode } from './types';

/** A workflow that starts by hand and runs these nodes one after the other. */
export function chain(name: string, ...nodes: ReadonlyArray<Omit<WorkflowNode, 'position'>>): Workflow {
	const all: WorkflowNode[] = [START, ...nodes].map((node, index) => ({
		...node,
		position: [index * 220, 0],
	}));
	const connections: Workflow['connections'] = {};
	all.slice(1).forEach((node, index) => {
		const before = all[index];
		if (before !== undefined) {
			connections[before.name] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
		}
	});
	return { name, nodes: all, connections };
}

/** A node of this package with the given credentials. */
export function ours(
	type: string,
	name: string,
	parameters: Record<string, unknown>,
	credential: SavedCredential,
): Omit<WorkflowNode, 'position'> {
	return {
		name,
		type: `n8n-nodes-x-platform.${type}`,
		typeVersion: 1,
		parameters,
		credentials: { [credential.type]: { id: credential.id, name: credential.name } },
	};
}
