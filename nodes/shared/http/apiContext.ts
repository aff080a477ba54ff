/** The contexts that n8n gives a node that sends requests with a credential. */
export type { NodeContext as ApiContext } from '../memory/workflowMemory';
