import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialStore } from './credentialStore';

export interface Surroundings {
	credentials: CredentialStore;
	/** Where webhooks are reachable, without a trailing slash. */
	origin?: string;
}

let executions = 0;

/** What n8n hands to an execution besides the workflow. What a node of ours never needs fails loudly. */
export function additionalData(
	{ credentials, origin = 'http://127.0.0.1:1' }: Surroundings,
	workflow: Workflow,
	mode: WorkflowExecuteMode,
): IWorkflowExecuteAdditionalData {
	const executionId = String(++executions);
	return {
		credentialsHelper: credentials,
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflowBase(workflow)),
		externalSecretsProxy: new ExternalSecretsProxy(),
		executionId,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${origin}/rest`,
		instanceBaseUrl: `${origin}/`,
		webhookBaseUrl: `${origin}/webhook`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
		webhookWaitingBaseUrl: `${origin}/webhook-waiting`,
		formBaseUrl: `${origin}/form`,
		formTestBaseUrl: `${origin}/form-test`,
		formWaitingBaseUrl: `${origin}/form-waiting`,
		mcpBaseUrl: `${origin}/mcp`,
		mcpTestBaseUrl: `${origin}/mcp-test`,
		logAiEvent: () => {},
		executeWorkflow: notInTheHarness('executeWorkflow'),
		getRunExecutionData: notInTheHarness('getRunExecutionData'),
		getRuntimeCredential: notInTheHarness('getRuntimeCredential'),
		startRunnerTask: notInTheHarness('startRunnerTask'),
	};
}

function notInTheHarness(name: string) {
	return (): Promise<never> => Promise.reject(new Error(`${name} is not part of the harness`));
}

function workflowBase(workflow: Workflow): IWorkflowBase {
	const { id, name = id, active, settings, staticData } = workflow;
	const [createdAt, updatedAt] = [new Date(0), new Date(0)];
	return {
		id,
		name,
		active,
		activeVersionId: null,
		isArchived: false,
		createdAt,
		updatedAt,
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		settings,
		staticData,
	};
}
