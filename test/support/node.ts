import type { INode } from 'n8n-workflow';

/** A node of a workflow, where a test needs no more of one than its name. */
export const NODE: INode = {
	id: '1',
	name: 'X',
	type: 'xCore',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
