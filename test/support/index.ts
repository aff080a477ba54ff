/**
 * What harness tests use: run a node or a workflow of the built package in n8n's own engine against the simulator.
 * A test file that imports this starts with the docblock `@jest-environment ./test/support/environment.ts`.
 */
import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Addresses, CredentialOverrides } from './credentials';
import { credentialsFor } from './credentials';
import type { Host } from './host';
import type { Finished, ReportedError, WorkflowJson } from './host/run';
import { expectFields } from './outputFields';
import { adopt } from './realm';

export type { Addresses, CredentialOverrides } from './credentials';
export type { Finished, ReportedError, WorkflowJson } from './host/run';

declare global {
	var __harness: Host | undefined;
}

let harness: Host | undefined;

/** The natively loaded side. Throws in a test file that lacks the docblock. */
export function host(): Host {
	// Tests ask for it by the ten thousand, and jest's global object is slow to read.
	harness ??= globalThis.__harness;
	if (!harness) throw new Error('This test file needs: @jest-environment ./test/support/environment.ts');
	return harness;
}

/** n8n-workflow as the nodes see it (for `instanceof`); importing the package in a test gives another copy. */
export const n8nWorkflow = (): Host['n8nWorkflow'] => host().n8nWorkflow;

export interface NodeRunOptions {
	/** Short name (`xCore`) or full type name. */
	node: string;
	parameters: INodeParameters;
	/** The simulator to talk to. */
	sim: Addresses;
	/** Fields that differ from the known good credentials, by type; `null` leaves a credential unset. */
	credentials?: CredentialOverrides;
	/** What the node gets; by default one empty item. Give two or more to see what `pairedItem` the node sets. */
	items?: INodeExecutionData[];
	/** `true`: errors become items of the regular output; `'error'`: items of a second output. */
	continueOnFail?: boolean | 'error';
	/** Node settings of the workflow (alwaysOutputData, executeOnce, retryOnFail …). */
	settings?: Partial<INode>;
	mode?: WorkflowExecuteMode;
	/** The texts that an earlier execution kept, which n8n gives to one that it retries (mode `retry`). */
	customData?: Record<string, string>;
	/** What n8n stored for the workflow when an earlier run ended. */
	staticData?: IDataObject;
}

export interface NodeRun extends Finished {
	/** Items of the first output. */
	items: INodeExecutionData[];
	/** `json` of those items. */
	json: Array<INodeExecutionData['json']>;
	/** For each of those items the index of the input item it names as its origin. */
	itemsPaired: Array<number | undefined>;
	outputs: INodeExecutionData[][];
	/** What the node warns of. */
	hints: NodeExecutionHint[];
	/** What the node says the run cost. */
	cost: string | undefined;
	error: ReportedError | undefined;
}

const SUBJECT = 'Subject';

/** Starts one node; the answer lets a test cancel it before it is done. */
export async function startNode(
	options: NodeRunOptions,
): Promise<{ cancel(): void; finished: Promise<NodeRun> }> {
	const { run } = host();
	const registry = await host().registry();
	const { node: type, parameters, continueOnFail, items, mode, customData, staticData } = options;
	const onError = continueOnFail === 'error' ? 'continueErrorOutput' : 'continueRegularOutput';
	const settings: Partial<INode> = { ...(continueOnFail ? { onError } : {}), ...options.settings };
	const { workflow, start } = run.singleNode(registry, SUBJECT, { ...settings, type, parameters });
	const running = await run.startWorkflow(
		registry,
		structuredClone({
			workflow: { ...workflow, ...(staticData ? { staticData } : {}) },
			start,
			credentials: credentialsFor(options.sim, options.credentials),
			...(items ? { items } : {}),
			...(mode ? { mode } : {}),
			...(customData ? { customData } : {}),
		}),
	);
	return { cancel: () => running.cancel(), finished: running.finished.then(asNodeRun) };
}

/** Runs one node to its end. A failing node does not reject: see `error` and `status`. */
export async function runNode(options: NodeRunOptions): Promise<NodeRun> {
	const { finished } = await startNode(options);
	const done = await finished;
	if (done.error === undefined) expectFields(host(), options.node, options.parameters, done.json);
	return done;
}

function asNodeRun(finished: Finished): NodeRun {
	const adopted = adoptFinished({ ...finished, ...host().run.outcomeOf(finished, SUBJECT) });
	const items = adopted.outputs[0] ?? [];
	const isCost = ({ type, message }: NodeExecutionHint) => type === 'info' && /\$|price/.test(message);
	return {
		...adopted,
		hints: adopted.hints.filter((hint) => !isCost(hint)),
		cost: adopted.hints.find(isCost)?.message,
		items,
		json: items.map((item) => item.json),
		itemsPaired: items.map(({ pairedItem }) => {
			const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
			return typeof first === 'object' ? first.item : first;
		}),
	};
}

/** In one go, as most of it holds the same items. */
const adoptFinished = <T extends Finished>({ run, ...rest }: T) => ({ ...adopt(rest), run });

/** Runs a whole workflow (as saved by the editor) from its start node or from `start`. */
export async function runWorkflow(
	workflow: WorkflowJson,
	options: Pick<NodeRunOptions, 'sim' | 'credentials' | 'items' | 'mode'> & { start?: string },
): Promise<Finished> {
	const { sim, credentials, ...rest } = options;
	const registry = await host().registry();
	const request = { workflow, credentials: credentialsFor(sim, credentials), ...rest };
	const running = await host().run.startWorkflow(registry, structuredClone(request));
	return adoptFinished(await running.finished);
}

export type EditorOptions = Pick<NodeRunOptions, 'node' | 'sim' | 'credentials'> & {
	method: string;
	parameters?: INodeParameters;
	path?: string;
};

/** Runs a list search of a resource locator. `page` is the `paginationToken` that the page before gave. */
export async function listSearch(
	options: EditorOptions & { filter?: string; page?: string },
): Promise<INodeListSearchResult> {
	return adopt(await host().editor.listSearch(await host().registry(), editorRequest(options)));
}

/** Runs a load options method. */
export async function loadOptions(options: EditorOptions): Promise<INodePropertyOptions[]> {
	return adopt(await host().editor.loadOptions(await host().registry(), editorRequest(options)));
}

function editorRequest<Options extends EditorOptions>({ sim, credentials, ...rest }: Options) {
	return structuredClone({ parameters: {}, ...rest, credentials: credentialsFor(sim, credentials) });
}

/** Presses "Test" in the credential dialog; rejects with what n8n would show. */
export async function testCredential(
	type: string,
	options: Pick<NodeRunOptions, 'sim'> & { data?: ICredentialDataDecryptedObject },
): Promise<void> {
	const entered = credentialsFor(options.sim, { [type]: options.data ?? {} })[type] ?? {};
	await host().editor.testCredential(await host().registry(), type, structuredClone(entered));
}

/** Puts bytes into n8n's binary store, as an earlier node would have; use the result in an item's `binary`. */
export async function storeBinary(
	bytes: Uint8Array,
	meta: { mimeType: string; fileName?: string },
): Promise<IBinaryData> {
	return await host().services.storeBinary(bytes, meta);
}

/** The bytes of an item's `binary` entry. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
	return await host().services.readBinary(binary);
}
