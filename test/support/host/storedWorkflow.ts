/** A workflow that starts with a trigger, as n8n stores it: its nodes, its credentials and its static data. */
import type { IDataObject, INode, Workflow } from 'n8n-workflow';
import { CredentialStore } from './credentialStore';
import type { Registry } from './registry';
import { attach, build, type CredentialSet, type Finished, type WorkflowJson } from './run';

/** What is stored of it, from the start. */
export interface Stored {
	readonly registry: Registry;
	readonly store: CredentialStore;
	readonly json: WorkflowJson;
	readonly details: Awaited<ReturnType<typeof attach>>['details'];
	readonly triggerName: string;
}

/** Stores a workflow with the credentials of its nodes. */
export async function storeWorkflow(
	registry: Registry,
	workflow: WorkflowJson,
	triggerName: string,
	credentials: CredentialSet,
): Promise<Stored> {
	const store = new CredentialStore(registry);
	const { nodes, details } = await attach(registry, store, workflow.nodes, credentials);
	return { registry, store, json: { ...workflow, nodes }, details, triggerName };
}

export abstract class StoredWorkflow {
	/** Executions that the trigger started, in the order in which they finished. */
	readonly executions: Finished[] = [];
	/** What is stored; `node:<name>` holds the trigger's own. */
	storedStaticData: IDataObject;
	protected readonly registry: Registry;
	protected readonly store: CredentialStore;
	protected readonly details: Stored['details'];
	protected readonly triggerName: string;
	protected json: WorkflowJson;

	protected constructor({ registry, store, json, details, triggerName }: Stored) {
		this.registry = registry;
		this.store = store;
		this.json = json;
		this.details = details;
		this.triggerName = triggerName;
		this.storedStaticData = json.staticData ?? {};
	}

	/** Changes parameters of the trigger, as saving the workflow does. */
	setParameters(parameters: INode['parameters']): void {
		this.changeTrigger((node) => ({ ...node, parameters }));
	}

	protected changeTrigger(
		change: (node: WorkflowJson['nodes'][number]) => WorkflowJson['nodes'][number],
	): void {
		const nodes = this.json.nodes.map((node) => (node.name === this.triggerName ? change(node) : node));
		this.json = { ...this.json, nodes };
	}

	protected load(): Workflow {
		return build(this.registry, { ...this.json, staticData: copy(this.storedStaticData) });
	}

	protected save(workflow: Workflow): void {
		this.storedStaticData = copy(workflow.staticData);
	}

	protected trigger(workflow: Workflow): INode {
		const node = workflow.getNode(this.triggerName);
		if (!node) throw new Error(`No node ${this.triggerName} in the workflow`);
		return node;
	}
}

/** What comes back from n8n's database. */
export const copy = (data: IDataObject): IDataObject => JSON.parse(JSON.stringify(data)) as IDataObject;
