/** A trigger in n8n's own contexts, reachable over HTTP; see `Trigger` for what a test can do with it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Addresses, CredentialOverrides } from './credentials';
import { credentialsFor } from './credentials';
import type { TriggerHost } from './host/webhookTrigger';
import { host } from './index';
import type * as RemovalModule from '../../nodes/XWebhookTrigger/registration/delayedRemoval';

type Removals = typeof RemovalModule;

export interface TriggerOptions {
	/** Short name (`xWebhookTrigger`). */
	node: string;
	parameters: INodeParameters;
	/** The simulator to talk to. */
	sim: Addresses;
	credentials?: CredentialOverrides;
	/** Two triggers with different values have different addresses. */
	webhookId?: string;
	/** What the trigger had stored before. */
	staticData?: IDataObject;
	/** Origin that the node believes it is reached at (an instance behind a proxy); by default its real one. */
	publicOrigin?: string;
}

export type Trigger = TriggerHost;

export const TRIGGER_NAME = 'Subject';

/** Stores a workflow of the trigger and a node after it, and listens; close it in `afterEach`. */
export async function openTrigger(options: TriggerOptions): Promise<Trigger> {
	const registry = await host().registry();
	const { node: type, parameters, webhookId = 'harness-webhook', sim, credentials, staticData } = options;
	const { workflow } = host().run.singleNode(registry, TRIGGER_NAME, {
		type,
		parameters,
		webhookId,
	});
	const nodes = workflow.nodes.filter((node) => node.name === TRIGGER_NAME);
	const after = { id: 'after', name: 'After', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const json = {
		nodes: [...nodes, { ...after, position: [400, 0] as [number, number] }],
		connections: {
			[TRIGGER_NAME]: { main: [[{ node: 'After', type: 'main' as const, index: 0 }]] },
		},
		...(staticData ? { staticData: { [`node:${TRIGGER_NAME}`]: staticData } } : {}),
	};
	const opened = await host().TriggerHost.open(
		registry,
		...structuredClone([json, TRIGGER_NAME, credentialsFor(sim, credentials)] as const),
		options.publicOrigin,
	);
	if (type === 'xWebhookTrigger') opened.afterwards = async () => await removals().removeWaiting('');
	return opened;
}

/** Removals from X that the webhook trigger has put off. */
const removals = () => host().builtModule('nodes/XWebhookTrigger/registration/delayedRemoval.js') as Removals;
