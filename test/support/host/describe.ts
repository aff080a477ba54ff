import type { INodeTypeDescription } from 'n8n-workflow';

/** A node description of the harness: one version, one input, one output, and what is given. */
export function describe(
	node: Pick<INodeTypeDescription, 'name' | 'displayName'> & Partial<INodeTypeDescription>,
): INodeTypeDescription {
	return {
		group: ['transform'],
		version: 1,
		description: node.displayName,
		defaults: { name: node.displayName },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		...node,
	};
}
