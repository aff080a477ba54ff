/** Makes the keys of nodes and workflows in the memory of the process. */
import type { IExecuteFunctions } from 'n8n-workflow';

type Named = Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'>;

/** Returns the workflow's ID; empty while it was never saved. */
export const workflowKey = (context: Pick<Named, 'getWorkflow'>): string => context.getWorkflow().id ?? '';

/**
 * The ID of a node with that of its workflow, because a copied workflow has nodes with the same IDs. A test run has a
 * key of its own, so that it shares no memory with production.
 */
export function nodeKey(context: Named, isTest = false): string {
	const { id, webhookId = id } = context.getNode();
	return `${workflowKey(context)}:${webhookId}${isTest ? ':test' : ''}`;
}
