import { z } from 'zod';

const reference = z.object({ id: z.string(), name: z.string() });

/** A reference to stored credentials, as workflows hold it. */
export type CredentialReference = z.infer<typeof reference>;

/** What n8n needs to store credentials. */
export interface CredentialInput {
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** Stored credentials together with the values they were made of. */
export interface SavedCredential extends CredentialInput, CredentialReference {}

/** A reference in an example: n8n looks for credentials of that name, or asks for some. */
const placeholder = reference.extend({ id: z.string().nullable() });

/** A reference to credentials that may have to be found yet. */
export type CredentialPlaceholder = z.infer<typeof placeholder>;

const workflowNode = z
	.object({
		id: z.string().optional(),
		name: z.string(),
		type: z.string(),
		typeVersion: z.number(),
		position: z.tuple([z.number(), z.number()]),
		parameters: z.record(z.unknown()),
		credentials: z.record(placeholder).optional(),
		executeOnce: z.boolean().optional(),
		webhookId: z.string().optional(),
		disabled: z.boolean().optional(),
		notes: z.string().optional(),
		onError: z.enum(['continueRegularOutput', 'continueErrorOutput', 'stopWorkflow']).optional(),
		retryOnFail: z.boolean().optional(),
		alwaysOutputData: z.boolean().optional(),
	})
	.strict();

const connection = z.object({ node: z.string(), type: z.string(), index: z.number() });

/** A workflow as the editor exports it, without what only the editor reads. */
export const workflowFile = z
	.object({
		name: z.string().min(1),
		nodes: z.array(workflowNode).min(1),
		connections: z.record(z.record(z.array(z.array(connection).nullable()))),
		settings: z.record(z.unknown()).optional(),
		pinData: z.record(z.unknown()).optional(),
	})
	.strict();

export type WorkflowNode = z.infer<typeof workflowNode>;
export type Workflow = z.infer<typeof workflowFile>;

export interface SavedWorkflow extends Workflow {
	id: string;
	/** The version that is activated. */
	versionId: string;
}

/** A stored workflow as n8n gives it back. */
export const savedWorkflow = z.object({
	...workflowFile.shape,
	nodes: z.array(workflowNode.passthrough()),
	settings: z
		.record(z.unknown())
		.nullish()
		.transform((value) => value ?? {}),
	pinData: z
		.record(z.unknown())
		.nullish()
		.transform((value) => value ?? {}),
	id: z.string(),
	versionId: z.string(),
});

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
