import type { NodeSpec } from '../operation/nodeSpec';
import { agentForm } from './agentForm';
import { describe } from './describe';
import { namesOf, type Methods } from './node';

/** What a node of operations gives n8n at its start: its form, the form of its tool, and what its lists are called. */
export const atStart = <M extends Methods>(spec: NodeSpec, methods: M) => ({
	properties: describe(spec),
	agents: agentForm(spec),
	methodNames: namesOf(methods),
});
