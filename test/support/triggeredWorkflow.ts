/**
 * A workflow with a trigger of this package, over restarts. n8n stores what a workflow remembers as one: a run gets it as
 * it is stored, and writes all of it back if it has changed any of it. What counts as a change is n8n's own code.
 */
import { Workflow, type IDataObject, type INode, type INodeTypes } from 'n8n-workflow';
import type { IExecuteFunctions, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import type * as Room from '../../nodes/shared/memory/workflowMemory';

/** A process of n8n: the modules anew, with nothing in their memory. */
export function startProcess<T>(load: () => T): T {
	const loaded: T[] = [];
	jest.isolateModules(() => void loaded.push(load()));
	return loaded[0] as T;
}

const PACKAGE = 'n8n-nodes-x-platform';
const TRIGGER = 'On event';
const AGENT = 'Agent';
const NO_TYPES = {
	getByNameAndVersion: () => undefined,
	getByName: () => undefined,
} as unknown as INodeTypes;

const nodeOf = (name: string, type: string): INode => ({
	id: name,
	name,
	type: `${PACKAGE}.${type}`,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

/** The part of a process that triggers use. */
type Storing = Pick<typeof Room, 'storeWhatRunsLeft'>;

export class TriggeredWorkflow {
	stored: Record<string, IDataObject> = {};
	private readonly trigger = nodeOf(TRIGGER, 'xCoreTrigger');
	private readonly agent: INode = { ...nodeOf(AGENT, 'agent'), type: '@n8n/n8n-nodes-langchain.agent' };
	private readonly node: INode;

	/**
	 * @param type The node behind the trigger, or a tool of an agent that is.
	 * @param how Who runs a tool: the agent, as in n8n 1, or n8n for the agent. Whether someone has disabled the trigger.
	 */
	constructor(
		type: string,
		private readonly how: { readonly runsTool?: 'agent' | 'n8n'; readonly isDisabled?: boolean } = {},
	) {
		this.node = nodeOf('Behind', type);
		this.trigger.disabled = how.isDisabled === true;
	}

	/** What its nodes share. */
	get global(): IDataObject {
		return this.stored.global ?? {};
	}

	/** Where the trigger is in its list. */
	get cursor(): number {
		return Number(this.stored[`node:${TRIGGER}`]?.cursor ?? 0);
	}

	/** A run, with what it begins with. */
	async run<T>(execute: (context: IExecuteFunctions) => Promise<T> | T, mode = 'trigger'): Promise<T> {
		const { workflow, context } = this.load(this.node);
		const result = await execute({
			...context,
			getInputData: () => [],
			getMode: () => mode,
			getExecuteData: () => this.executeData,
			getParentNodes: (name: string) =>
				workflow.getParentNodes(name).map((parent) => workflow.getNode(parent)),
		} as unknown as IExecuteFunctions);
		if (mode !== 'manual') this.save(workflow);
		return result;
	}

	/** Publishes it in a process. Each poll moves the cursor, and stores all that the trigger has. */
	publish({ storeWhatRunsLeft }: Storing): () => boolean {
		const { workflow, context } = this.load(this.trigger);
		return () => {
			const data = workflow.getStaticData('node', this.trigger);
			data.cursor = Number(data.cursor ?? 0) + 1;
			const isNew = storeWhatRunsLeft(context as unknown as IPollFunctions);
			this.save(workflow);
			return isNew;
		};
	}

	/** A delivery to its webhook: it reads everything when it comes, and stores everything once it is done. */
	deliver({ storeWhatRunsLeft }: Storing): () => void {
		const { workflow, context } = this.load(this.trigger);
		return () => {
			workflow.getStaticData('node', this.trigger).delivered = 'an event';
			storeWhatRunsLeft(context as unknown as IWebhookFunctions);
			this.save(workflow);
		};
	}

	private get isTool(): boolean {
		return this.node.type.endsWith('Tool');
	}

	/** An agent hands its own over to its tools; where n8n runs a tool for it, the agent is the node before. */
	private get executeData() {
		if (!this.isTool) return { node: this.node, data: {}, source: { main: [{ previousNode: TRIGGER }] } };
		return this.how.runsTool === 'n8n'
			? { node: this.node, data: {}, source: { main: [{ previousNode: AGENT }] } }
			: { node: this.agent, data: {}, source: null };
	}

	private load(node: INode) {
		const workflow = new Workflow({
			id: 'one',
			nodes: [this.trigger, this.agent, this.node],
			connections: {
				[TRIGGER]: { main: [[{ node: this.isTool ? AGENT : this.node.name, type: 'main', index: 0 }]] },
				...(this.isTool && {
					[this.node.name]: { ai_tool: [[{ node: AGENT, type: 'ai_tool', index: 0 }]] },
				}),
			},
			active: true,
			nodeTypes: NO_TYPES,
			staticData: structuredClone(this.stored),
		});
		const context = {
			getNode: () => node,
			getWorkflow: () => ({ id: 'one', active: true }),
			getWorkflowStaticData: (type: string) => workflow.getStaticData(type, node),
		};
		return { workflow, context };
	}

	private save({ staticData }: Workflow): void {
		if (staticData['__dataChanged'] === true)
			this.stored = JSON.parse(JSON.stringify(staticData)) as Record<string, IDataObject>;
	}
}
