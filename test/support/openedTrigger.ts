/** A workflow of a trigger and a node after it, as n8n has it stored. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Addresses, CredentialOverrides } from './credentials';
import { credentialsFor } from './credentials';
import type { Registry } from './host/registry';
import type { WorkflowJson } from './host/run';
import { host } from './index';

/** What a trigger of any kind is opened with. */
export interface TriggerOptions {
	/** Short name (`xCoreTrigger`). */
	node: string;
	parameters: INodeParameters;
	/** The simulator to talk to. */
	sim: Addresses;
	credentials?: CredentialOverrides;
	/** What the trigger had stored before. */
	staticData?: IDataObject;
}

/** The name of the trigger in its workflow. */
const TRIGGER = 'Subject';

export function triggerWorkflow(
	registry: Registry,
	name: string,
	node: Parameters<ReturnType<typeof host>['run']['singleNode']>[2],
	more: Partial<WorkflowJson>,
): WorkflowJson {
	const { nodes } = host().run.singleNode(registry, name, node).workflow;
	const after = { id: 'after', name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return structuredClone({
		...more,
		nodes: [
			...nodes.filter((each) => each.name === name),
			{ ...after, position: [400, 0] as [number, number] },
		],
		connections: { [name]: { main: [[{ node: 'After', type: 'main' as const, index: 0 }]] } },
	});
}

/** What the hosts of n8n open a trigger with: the registry, the workflow, the trigger's name and its credentials. */
export async function triggerIn(
	{ node: type, parameters, sim, credentials }: TriggerOptions,
	{ webhookId, ...more }: Partial<WorkflowJson> & { webhookId?: string },
) {
	const registry = await host().registry();
	const node = { type, parameters, ...(webhookId !== undefined && { webhookId }) };
	const workflow = triggerWorkflow(registry, TRIGGER, node, more);
	return [registry, workflow, TRIGGER, structuredClone(credentialsFor(sim, credentials))] as const;
}

/** Where n8n stores what the trigger itself remembers. */
export const ofTrigger = (staticData: IDataObject | undefined): Pick<WorkflowJson, 'staticData'> =>
	staticData ? { staticData: { [`node:${TRIGGER}`]: staticData } } : {};
