import { randomUUID } from 'node:crypto';
import { parse as parseFlatted } from 'flatted';
import { request } from 'undici';
import { uniqBy } from 'lodash';
import { z } from 'zod';
import { Rest, RestFailed } from './rest';
import {
	type CredentialInput,
	type CredentialPlaceholder,
	type CredentialReference,
	type Execution,
	type ExecutionSummary,
	type SavedCredential,
	type SavedWorkflow,
	type Workflow,
	errorOf,
	executionData,
	executionSummary,
	savedWorkflow,
} from './types';
import { type Patience, until } from './until';

/** The account that owns the n8n of demo and tests. */
export const OWNER = {
	email: 'demo@example.com',
	password: 'Demo-account-1',
	firstName: 'Demo',
	lastName: 'Owner',
} as const;

const row = z.object({ id: z.string() });
const credentialRow = z.object({ id: z.string(), name: z.string(), type: z.string() });
const workflowRow = z.object({ id: z.string(), name: z.string(), active: z.boolean().default(false) });
const tagRow = z.object({ id: z.string(), name: z.string() });
const nodeType = z.object({ name: z.string(), displayName: z.string() }).passthrough();
const testResult = z.object({ status: z.enum(['OK', 'Error']), message: z.string().default('') });
const runResult = z.object({
	executionId: z.coerce.string().optional(),
	waitingForWebhook: z.boolean().optional(),
});
const executionDetail = executionSummary.extend({ data: z.string() });

const FINISHED = new Set(['success', 'error', 'canceled', 'crashed']);

/** How a manual run is started. */
export interface RunOptions {
	/** Name of the trigger to start from; by default the first trigger-like node. */
	trigger?: string;
	/** Name of the node to stop at, inclusive; by default the whole workflow. */
	until?: string;
}

/** Does over n8n's REST interface what a user does in the editor. */
export class N8nClient {
	private readonly rest: Rest;

	constructor(url: string) {
		this.rest = new Rest(url);
	}

	/** The session cookie's value, for a browser that is to be signed in without the form. */
	get session(): string | undefined {
		return this.rest.session;
	}

	/**
	 * Signs in as the owner, making that account first on a fresh n8n. Waits where n8n had the most sign-ins of one
	 * e-mail address that it takes in a minute (five).
	 */
	async signIn(): Promise<void> {
		const { email, password } = OWNER;
		const attempt = async (): Promise<true | undefined> => {
			try {
				await this.rest.send('POST', '/rest/login', { emailOrLdapLoginId: email, password });
			} catch (error) {
				if (!(error instanceof RestFailed)) throw error;
				if (error.status === 429) return undefined;
				if (error.status !== 401) throw error;
				await this.rest.send('POST', '/rest/owner/setup', OWNER);
			}
			return true;
		};
		await until('n8n to take a sign-in', attempt, { everyMs: 2000 });
	}

	/** Sends any other request of the editor; gives the answer's `data`. */
	async send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
		return await this.rest.send(method, path, body);
	}

	/** All node types that n8n offers. */
	async nodeTypes(): Promise<Array<z.infer<typeof nodeType>>> {
		return z.array(nodeType).parse(await this.rest.send('GET', '/types/nodes.json'));
	}

	/** Names, types and ids of all credentials. */
	async credentials(): Promise<Array<z.infer<typeof credentialRow>>> {
		return z.array(credentialRow).parse(await this.rest.send('GET', '/rest/credentials'));
	}

	/** Removes all Data Tables; n8n before 1.113 has none. */
	async deleteTables(): Promise<void> {
		const { id } = row.parse(await this.rest.send('GET', '/rest/projects/personal'));
		const tables = `/rest/projects/${id}/data-tables`;
		const listed = await this.rest.send('GET', tables).catch((error: unknown) => {
			if (error instanceof RestFailed && error.status === 404) return { data: [] };
			throw error;
		});
		for (const table of z.object({ data: z.array(row) }).parse(listed).data)
			await this.rest.send('DELETE', `${tables}/${table.id}`);
	}

	/** Removes credentials. */
	async deleteCredential(id: string): Promise<void> {
		await this.rest.send('DELETE', `/rest/credentials/${id}`);
	}

	/** Stores credentials; those of the same name and type are replaced. */
	async saveCredential(input: CredentialInput): Promise<SavedCredential> {
		const rows = await this.credentials();
		const old = rows.find(({ name, type }) => name === input.name && type === input.type);
		const answer =
			old === undefined
				? await this.rest.send('POST', '/rest/credentials', input)
				: await this.rest.send('PATCH', `/rest/credentials/${old.id}`, input);
		return { ...input, id: credentialRow.parse(answer).id };
	}

	/**
	 * Connects OAuth 2.0 credentials as their "Connect my account" button does: asks n8n for the consent page, goes
	 * there, and comes back with the code. For platforms whose consent page agrees at once.
	 * @throws Error when it ends without a token
	 */
	async connectOAuth2({ id, name }: CredentialReference): Promise<void> {
		const page = z
			.string()
			.url()
			.parse(await this.rest.send('GET', `/rest/oauth2-credential/auth?id=${id}`));
		const consent = await request(page);
		const shown = await consent.body.text();
		const back = [consent.headers.location ?? []].flat()[0];
		if (back === undefined) {
			throw new Error(
				`The consent page for "${name}" answered ${consent.statusCode}: ${shown.slice(0, 300)}`,
			);
		}
		const { pathname, search } = new URL(back);
		await this.rest.send('GET', `${pathname}${search}`);
		const stored = await this.rest.send('GET', `/rest/credentials/${id}?includeData=true`);
		const connected = z.object({ data: z.object({ oauthTokenData: z.unknown() }) }).parse(stored);
		if (!connected.data.oauthTokenData) throw new Error(`"${name}" got no token; see the log of n8n`);
	}

	/** Runs the credential test that the editor runs on saving. */
	async testCredential({ id, name, type, data }: SavedCredential): Promise<z.infer<typeof testResult>> {
		return testResult.parse(
			await this.rest.send('POST', '/rest/credentials/test', { credentials: { id, name, type, data } }),
		);
	}

	/**
	 * Creates a workflow. Nodes that name a credential type of `credentials` get those credentials; a workflow of the
	 * same name stays.
	 */
	async createWorkflow(
		workflow: Workflow,
		credentials: readonly SavedCredential[] = [],
		tags: readonly string[] = [],
	): Promise<SavedWorkflow> {
		const prepared = {
			name: workflow.name,
			// n8n 1.x requires this
			active: false,
			nodes: workflow.nodes.map((node) => ({
				...node,
				id: node.id ?? randomUUID(),
				...(node.credentials === undefined ? {} : { credentials: rewire(node.credentials, credentials) }),
			})),
			connections: workflow.connections,
			settings: { executionOrder: 'v1', ...workflow.settings },
			...(workflow.pinData === undefined ? {} : { pinData: workflow.pinData }),
			...(tags.length > 0 && { tags }),
		};
		const answer = await this.rest.send('POST', '/rest/workflows', prepared);
		return savedWorkflow.parse(answer);
	}

	/** Saves other nodes in place of those that a workflow has. */
	async changeNodes(
		{ id, connections }: SavedWorkflow,
		nodes: SavedWorkflow['nodes'],
	): Promise<SavedWorkflow> {
		const { versionId } = await this.workflow(id);
		const change = { nodes, connections, versionId };
		return savedWorkflow.parse(await this.rest.send('PATCH', `/rest/workflows/${id}`, change));
	}

	/** The ID of the tag with this name, which is made where there is none. */
	async tag(name: string): Promise<string> {
		const tags = z.array(tagRow).parse(await this.rest.send('GET', '/rest/tags'));
		const found = tags.find((tag) => tag.name === name);
		return (found ?? tagRow.parse(await this.rest.send('POST', '/rest/tags', { name }))).id;
	}

	/** One stored workflow, whole. */
	async workflow(id: string): Promise<SavedWorkflow> {
		return savedWorkflow.parse(await this.rest.send('GET', `/rest/workflows/${id}`));
	}

	/** Names and ids of all workflows. */
	async workflows(): Promise<Array<z.infer<typeof workflowRow>>> {
		return z.array(workflowRow).parse(await this.rest.send('GET', '/rest/workflows'));
	}

	/** Removes a workflow with its executions. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.rest.send('POST', `/rest/workflows/${id}/archive`);
		await until('n8n to delete a workflow', async () => {
			try {
				await this.rest.send('DELETE', `/rest/workflows/${id}`);
				return true;
			} catch (error) {
				// n8n 2.41 takes its time to unpublish, and deletes only then
				if (error instanceof RestFailed && error.status === 409) return undefined;
				throw error;
			}
		});
	}

	/** Switches a workflow on, so that its triggers listen. */
	async activate({ id, versionId }: Pick<SavedWorkflow, 'id' | 'versionId'>): Promise<void> {
		await this.orBefore2('activate', id, { versionId }, { active: true });
	}

	/** Switches a workflow off. */
	async deactivate({ id }: Pick<SavedWorkflow, 'id'>): Promise<void> {
		await this.orBefore2('deactivate', id, undefined, { active: false });
	}

	/** n8n 1.x has no addresses for publishing: being active is a property of the workflow there. */
	private async orBefore2(action: string, id: string, body: unknown, change: object): Promise<void> {
		try {
			await this.rest.send('POST', `/rest/workflows/${id}/${action}`, body);
		} catch (error) {
			if (!(error instanceof RestFailed) || error.status !== 404) throw error;
			await this.rest.send('PATCH', `/rest/workflows/${id}`, change);
		}
	}

	/**
	 * Starts a manual run and does not wait for its end.
	 * @returns the execution's id, or undefined while a trigger waits for its test call
	 */
	async startRun(workflow: SavedWorkflow, options: RunOptions = {}): Promise<string | undefined> {
		const trigger =
			options.trigger ?? workflow.nodes.find(({ type }) => /trigger|webhook$/i.test(type))?.name;
		if (trigger === undefined)
			throw new Error(`The workflow "${workflow.name}" has no trigger to start from`);
		const result = await this.rest.send('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: trigger },
			...(options.until === undefined
				? {}
				: { destinationNode: { nodeName: options.until, mode: 'inclusive' } }),
		});
		return runResult.parse(result).executionId;
	}

	/** Runs a workflow by hand and waits for its end, whether good or bad. */
	async run(workflow: SavedWorkflow, options: RunOptions & Patience = {}): Promise<Execution> {
		const id = await this.startRun(workflow, options);
		if (id === undefined) throw new Error(`The run of "${workflow.name}" waits for a call of its trigger`);
		return await this.finishedExecution(id, options);
	}

	/** Cancels a running execution, as the editor's stop button does. */
	async stopExecution(id: string): Promise<void> {
		await this.rest.send('POST', `/rest/executions/${id}/stop`);
	}

	/** The executions of a workflow, newest first, at most 100. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const answer = await this.rest.send('GET', `/rest/executions?filter=${filter}&limit=100`);
		const { results } = z.object({ results: z.array(executionSummary) }).parse(answer);
		// n8n lists the running ones and then the finished ones. One that ends in between is in both lists.
		return uniqBy(results, 'id');
	}

	/** One execution with everything its nodes gave. */
	async execution(id: string): Promise<Execution> {
		const { data, ...summary } = executionDetail.parse(await this.rest.send('GET', `/rest/executions/${id}`));
		return { ...summary, data: executionData.parse(parseFlatted(data)) };
	}

	/** Waits for the first execution of a published workflow. */
	async firstExecution(workflowId: string): Promise<ExecutionSummary> {
		return await until('the first execution of the workflow', async () =>
			(await this.executions(workflowId)).at(-1),
		);
	}

	/**
	 * Waits until an execution waits, as for the answer of a person.
	 * @throws Error when it ends instead
	 */
	async waitUntilItWaits(id: string): Promise<void> {
		await until(`the execution ${id} to wait`, async () => {
			const { status } = executionSummary.parse(await this.rest.send('GET', `/rest/executions/${id}`));
			if (!FINISHED.has(status)) return status === 'waiting' || undefined;
			const message = errorOf(await this.execution(id))?.message ?? status;
			throw new Error(`The execution ${id} ended instead of waiting: ${message}`);
		});
	}

	/** Waits until an execution has ended, whether good or bad. */
	async finishedExecution(id: string, patience: Patience = {}): Promise<Execution> {
		return await until(
			`the execution ${id} to end`,
			async () => {
				const summary = executionSummary.parse(await this.rest.send('GET', `/rest/executions/${id}`));
				return FINISHED.has(summary.status) ? await this.execution(id) : undefined;
			},
			patience,
		);
	}
}

function rewire(
	wanted: Readonly<Record<string, CredentialPlaceholder>>,
	available: readonly SavedCredential[],
): Record<string, CredentialPlaceholder> {
	const references = Object.entries(wanted).map(([type, reference]) => {
		const match =
			available.find((one) => one.type === type && one.name === reference.name) ??
			available.find((one) => one.type === type);
		return [type, match === undefined ? reference : { id: match.id, name: match.name }] as const;
	});
	return Object.fromEntries(references);
}
