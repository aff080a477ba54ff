import { z } from 'zod';

/** A reference to stored credentials, as workflows hold it. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** What n8n needs to store credentials. */
export interface CredentialInput {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** Stored credentials together with the values they were made of. */
export interface SavedCredential extends CredentialInput, CredentialReference {}

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, CredentialReference>;
	webhookId?: string;
	disabled?: boolean;
	onError?: 'continueRegularOutput' | 'continueErrorOutput' | 'stopWorkflow';
}

/** A workflow as the editor exports it. */
export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, Record<string, Array<Array<{ node: string; type: string; index: number }> | null>>>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends Workflow {
	id: string;
	/** The version that is activated. */
	versionId: string;
}

export const savedIds = z.object({ id: z.string(), versionId: z.string() });

const nodeError = z
	.object({
		name: z.string().optional(),
		message: z.string(),
		description: z.string().nullish(),
		httpCode: z.string().nullish(),
		context: z.record(z.unknown()).optional(),
	})
	.passthrough();

const item = z.object({ json: z.record(z.unknown()) }).passthrough();

const nodeRun = z
	.object({
		executionStatus: z.string().optional(),
		error: nodeError.optional(),
		data: z.record(z.array(z.array(item).nullable())).optional(),
	})
	.passthrough();

/** What an execution left behind: `runData` by node name, one entry each time the node ran. */
export const executionData = z
	.object({
		resultData: z
			.object({
				runData: z.record(z.array(nodeRun)).default({}),
				error: nodeError.optional(),
				lastNodeExecuted: z.string().optional(),
			})
			.passthrough(),
	})
	.passthrough();

export const executionSummary = z
	.object({ id: z.coerce.string(), status: z.string(), workflowId: z.string(), mode: z.string() })
	.passthrough();

export type ExecutionSummary = z.infer<typeof executionSummary>;
export type ExecutionError = z.infer<typeof nodeError>;

export interface Execution extends ExecutionSummary {
	data: z.infer<typeof executionData>;
}

/** The items' `json` that a node gave in its last run. */
export function outputOf(execution: Execution, node: string, output = 0): Array<Record<string, unknown>> {
	const last = execution.data.resultData.runData[node]?.at(-1);
	return (last?.data?.['main']?.[output] ?? []).map(({ json }) => json);
}

/** The error that ended the execution, or that the named node ended with. */
export function errorOf(execution: Execution, node?: string): ExecutionError | undefined {
	const { runData, error } = execution.data.resultData;
	return node === undefined ? error : runData[node]?.at(-1)?.error;
}
