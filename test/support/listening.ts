/** A trigger that listens, in n8n's own contexts; see `ListeningHost` for what a test can do with it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Addresses, CredentialOverrides } from './credentials';
import { credentialsFor } from './credentials';
import type { ExecutionTable, ListeningHost } from './host/listening';
import { host } from './index';

export type { ExecutionTable, ListeningHost } from './host/listening';

export interface ListeningTriggerOptions {
	/** Short name (`xStreamTrigger`). */
	node: string;
	parameters: INodeParameters;
	/** The simulator to talk to. */
	sim: Addresses;
	credentials?: CredentialOverrides;
	/** Two workflows of one n8n have different ones. */
	workflowId: string;
	/** The executions of the n8n that the workflow belongs to. */
	table: ExecutionTable;
	/** Whether the workflow is run, or only what it would be run for is kept. */
	runs?: boolean;
	/** What the trigger had stored before. */
	staticData?: IDataObject;
}

export const LISTENING_TRIGGER = 'Subject';

/** Stores a workflow of the trigger and a node after it; nothing is published yet. */
export async function openListening(options: ListeningTriggerOptions): Promise<ListeningHost> {
	const registry = await host().registry();
	const { node: type, parameters, sim, credentials, workflowId, table, runs, staticData } = options;
	const { workflow } = host().run.singleNode(registry, LISTENING_TRIGGER, { type, parameters });
	const nodes = workflow.nodes.filter((node) => node.name === LISTENING_TRIGGER);
	const after = { id: 'after', name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const json = {
		id: workflowId,
		nodes: [...nodes, { ...after, position: [400, 0] as [number, number] }],
		connections: { [LISTENING_TRIGGER]: { main: [[{ node: 'After', type: 'main' as const, index: 0 }]] } },
		...(staticData ? { staticData } : {}),
	};
	return await host().ListeningHost.open(
		registry,
		...structuredClone([json, LISTENING_TRIGGER, credentialsFor(sim, credentials)] as const),
		{ table, ...(runs === undefined ? {} : { runs }) },
	);
}
