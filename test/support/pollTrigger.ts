/** A polling trigger in n8n's own contexts; see `PollHost` for what a test can do with it. */
import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Addresses, CredentialOverrides } from './credentials';
import { credentialsFor } from './credentials';
import type { PollHost, PollSettings } from './host/pollTrigger';
import { host } from './index';

export interface PollOptions extends PollSettings {
	/** Short name (`xCoreTrigger`). */
	node: string;
	parameters: INodeParameters;
	/** The simulator to talk to. */
	sim: Addresses;
	credentials?: CredentialOverrides;
	/** The ID of the workflow. By default another one each time, as a process remembers by workflow. */
	id?: string;
	/** What the trigger had stored before. */
	staticData?: IDataObject;
}

export type PollTrigger = PollHost;

const TRIGGER_NAME = 'Subject';

/** Stores a workflow of the trigger and a node after it. */
export async function openPollTrigger(options: PollOptions): Promise<PollTrigger> {
	const registry = await host().registry();
	const { node: type, parameters, sim, credentials, staticData, id = randomUUID(), ...settings } = options;
	const { workflow } = host().run.singleNode(registry, TRIGGER_NAME, { type, parameters });
	const nodes = workflow.nodes.filter((node) => node.name === TRIGGER_NAME);
	const after = { id: 'after', name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const json = {
		id,
		nodes: [...nodes, { ...after, position: [400, 0] as [number, number] }],
		connections: { [TRIGGER_NAME]: { main: [[{ node: 'After', type: 'main' as const, index: 0 }]] } },
		...(staticData ? { staticData: { [`node:${TRIGGER_NAME}`]: staticData } } : {}),
	};
	const opened = await host().PollHost.open(
		registry,
		...structuredClone([json, TRIGGER_NAME, credentialsFor(sim, credentials)] as const),
	);
	opened.settings = settings;
	return opened;
}

/** What the executions got, in their order. */
export const itemsOf = ({ executions }: PollTrigger): IDataObject[] =>
	executions.flatMap(({ nodes }) => nodes.After?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
