import { WorkflowExecute } from 'n8n-core';
import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	IConnections,
	IDataObject,
	INode,
	INodeCredentialsDetails,
	INodeExecutionData,
	INodeParameters,
	IRun,
	ITaskData,
	IWorkflowSettings,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { START } from '../start';
import { additionalData } from './additionalData';
import { CredentialStore } from './credentialStore';
import type { Registry } from './registry';
import { unknownParameters } from './unknownParameters';

export interface WorkflowJson {
	id?: string;
	name?: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	staticData?: IDataObject;
}

export type CredentialSet = Record<string, ICredentialDataDecryptedObject>;

export interface WorkflowRunOptions {
	workflow: WorkflowJson;
	/** Credentials by type; every node that declares such a type gets it. */
	credentials: CredentialSet;
	/** Node to start with; the workflow's own start node otherwise. */
	start?: string;
	/** What the start node gets. */
	items?: INodeExecutionData[];
	/** By default that of a published workflow. */
	mode?: WorkflowExecuteMode;
	/** The texts that an earlier execution kept, which n8n gives to one that it retries. */
	customData?: Record<string, string>;
}

/** What n8n keeps of a node's error: its own fields with message and stack, the class is gone. */
export type ReportedError = IDataObject & {
	message: string;
	description?: string | null;
	httpCode?: string | null;
};

export interface Finished {
	status: ExecutionStatus;
	error: ReportedError | undefined;
	lastNode: string | undefined;
	/** Per node, what its runs left. */
	nodes: Record<string, ITaskData[]>;
	staticData: IDataObject;
	/** Stored credential data by type after the run, decrypted. */
	credentials: CredentialSet;
	run: IRun;
}

export interface Running {
	/** Ends the execution as n8n's Stop button does: the signal fires, the node decides how fast it leaves. */
	cancel(): void;
	finished: Promise<Finished>;
}

export interface NodeOutcome {
	outputs: INodeExecutionData[][];
	hints: NodeExecutionHint[];
	error: ReportedError | undefined;
}

/** What the first run of `node` gave. */
export function outcomeOf(finished: Finished, node: string): NodeOutcome {
	const task = finished.nodes[node]?.[0];
	return {
		outputs: (task?.data?.main ?? []).map((items) => items ?? []),
		hints: task?.hints ?? [],
		error: (task?.error ?? finished.error) as ReportedError | undefined,
	};
}

/** Starts a whole workflow in n8n's own execution engine. */
export async function startWorkflow(registry: Registry, options: WorkflowRunOptions): Promise<Running> {
	const store = new CredentialStore(registry);
	const attached = await attach(registry, store, options.workflow.nodes, options.credentials);
	const workflow = build(registry, { ...options.workflow, nodes: attached.nodes });
	const start = options.start ? workflow.getNode(options.start) : workflow.getStartNode();
	if (!start) throw new Error(`Nothing to start from: ${options.start ?? 'the workflow has no start node'}`);
	const items = options.items ?? [{ json: {} }];
	const { mode = 'trigger', customData } = options;
	const execution = execute(store, workflow, start, [items], mode, { customData });
	return {
		cancel: () => execution.cancel(),
		finished: execution.finished.then(async (run) => await finish(run, workflow, store, attached.details)),
	};
}

/** Runs `workflow` from `start`, which gets `data` as its inputs. */
export function execute(
	credentials: CredentialStore,
	workflow: Workflow,
	start: INode,
	data: INodeExecutionData[][],
	mode: WorkflowExecuteMode,
	{
		origin,
		customData,
	}: { origin?: string | undefined; customData?: Record<string, string> | undefined } = {},
): { cancel(): void; finished: Promise<IRun> } {
	const surroundings = origin === undefined ? { credentials } : { credentials, origin };
	const runData = createRunExecutionData({
		resultData: { runData: {}, ...(customData && { metadata: customData }) },
		executionData: { nodeExecutionStack: [{ node: start, data: { main: data }, source: null }] },
	});
	const engine = new WorkflowExecute(additionalData(surroundings, workflow, mode), mode, runData);
	const promise = engine.processRunExecutionData(workflow);
	return { cancel: () => promise.cancel(), finished: Promise.resolve(promise) };
}

/** A workflow object as n8n builds one from storage: defaults of every node filled in. */
export function build(registry: Registry, json: WorkflowJson): Workflow {
	return new Workflow({
		id: 'harness-workflow',
		...json,
		nodes: structuredClone(json.nodes),
		active: false,
		nodeTypes: registry,
		settings: { executionOrder: 'v1', ...json.settings },
	});
}

/** Stores the credentials and points every node that declares one of them at it. */
export async function attach(
	registry: Registry,
	store: CredentialStore,
	nodes: INode[],
	credentials: CredentialSet,
): Promise<{ nodes: INode[]; details: Record<string, INodeCredentialsDetails> }> {
	const details: Record<string, INodeCredentialsDetails> = {};
	for (const [type, data] of Object.entries(credentials)) details[type] = await store.add(type, data);
	const withCredentials = nodes.map((node) => {
		const declared = registry.getByNameAndVersion(node.type, node.typeVersion).description.credentials ?? [];
		const own = declared
			.filter(({ name }) => details[name])
			.map(({ name }) => [name, details[name]] as const);
		return own.length > 0 ? { ...node, credentials: Object.fromEntries(own) as INode['credentials'] } : node;
	});
	return { nodes: withCredentials as INode[], details };
}

export async function finish(
	run: IRun,
	workflow: Workflow,
	store: CredentialStore,
	details: Record<string, INodeCredentialsDetails>,
): Promise<Finished> {
	const credentials: CredentialSet = {};
	for (const [type, detail] of Object.entries(details)) credentials[type] = await store.read(detail);
	const { runData, lastNodeExecuted, error } = run.data.resultData;
	return {
		status: run.status,
		error: error as unknown as ReportedError | undefined,
		lastNode: lastNodeExecuted,
		nodes: runData,
		staticData: workflow.staticData,
		credentials,
		run,
	};
}

/** One node between a trigger that hands it `items` and nothing else. */
export function singleNode(
	registry: Registry,
	name: string,
	node: Partial<INode> & { type: string; parameters: INodeParameters },
): { workflow: WorkflowJson; start: string } {
	const type = registry.typeName(node.type);
	const { description } = registry.getByNameAndVersion(type);
	const { version, defaultVersion } = description;
	const unknown = unknownParameters(description, node.parameters);
	if (unknown.length > 0) throw new Error(`The form of ${type} does not have ${unknown.join(', ')}`);
	const versions = [version].flat();
	const typeVersion = defaultVersion ?? versions.at(-1) ?? 1;
	return {
		start: START.name,
		workflow: {
			nodes: [START, { id: 'subject', name, typeVersion, position: [200, 0], ...node, type }],
			connections: { [START.name]: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		},
	};
}
