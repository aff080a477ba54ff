/**
 * A workflow that starts with a webhook trigger, living as it does in n8n: stored with its static data, activated
 * entry by entry, called over HTTP, and run on with what the trigger handed over. Each call builds the workflow anew
 * from storage, so what one call keeps in memory another cannot see.
 */
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IHookFunctions,
	IHttpRequestMethods,
	INode,
	IWebhookData,
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookSetupMethodNames,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeHelpers, sleep } from 'n8n-workflow';
import type { Workflow } from 'n8n-workflow';
import { additionalData } from './additionalData';
import type { Registry } from './registry';
import type { CredentialSet, Finished, WorkflowJson } from './run';
import { build, execute, finish } from './run';
import { copy, storeWorkflow, StoredWorkflow, type Stored } from './storedWorkflow';
import type { WebhookRequest, WebhookResponse, WebhookServer } from './webhookServer';
import { listen } from './webhookServer';

export type HookMethod = WebhookSetupMethodNames;

interface Entry {
	/** `/webhook/…` or `/webhook-test/…` with the method in front. */
	address: string;
	name: 'default' | 'setup';
	test: boolean;
}

export class TriggerHost extends StoredWorkflow {
	/** Errors that `webhook()` threw, or that n8n would only log. */
	readonly webhookErrors: unknown[] = [];
	/** What n8n does, after the node gave it data, before it answers; may fail, as a start without database does. */
	beforeRun: () => Promise<void> = async () => {};
	/** What passes once n8n has switched the workflow off and forgotten its addresses. */
	afterwards: () => Promise<unknown> = async () => {};
	private entries: Entry[] = [];
	private testStaticData: IDataObject | undefined;
	private readonly waiting: Array<{ count: number; resolve: () => void }> = [];

	private constructor(
		stored: Stored,
		private readonly server: WebhookServer,
		private readonly publicOrigin: string,
	) {
		super(stored);
	}

	/** Stores the workflow and starts the HTTP server; nothing is registered yet. */
	static async open(
		registry: Registry,
		workflow: WorkflowJson,
		trigger: string,
		credentials: CredentialSet,
		publicOrigin?: string,
	): Promise<TriggerHost> {
		const stored = await storeWorkflow(registry, workflow, trigger, credentials);
		const server = await listen(async (request, response) => await opened.receive(request, response));
		const opened = new TriggerHost(stored, server, publicOrigin ?? server.origin);
		return opened;
	}

	get origin(): string {
		return this.server.origin;
	}

	/** Address of the entry `name`, as the node shows it. */
	url(name: Entry['name'] = 'default', test = false): string {
		const workflow = this.load();
		return this.origin + addressOf(this.webhook(workflow, name, test)).path;
	}

	/** Replaces fields of a stored credential. */
	async setCredential(type: string, data: CredentialSet[string]): Promise<void> {
		const details = this.details[type];
		if (!details) throw new Error(`The trigger has no credential ${type}`);
		await (await this.store.getCredentials(details)).updateData(data);
	}

	/** Gives the trigger another credential with the same values, or with others. */
	async exchangeCredential(type: string, data: CredentialSet[string] = {}): Promise<void> {
		const present = this.details[type];
		if (!present) throw new Error(`The trigger has no credential ${type}`);
		const other = await this.store.add(type, { ...(await this.store.read(present)), ...data });
		this.details[type] = other;
		this.changeTrigger((node) => ({ ...node, credentials: { ...node.credentials, [type]: other } }));
	}

	/**
	 * Activates the workflow (`test`: listens for a test event): registers each entry and calls its `checkExists` and
	 * `create`, in the order of the description. Static data is stored only when all of them are done. When one fails
	 * everything is taken down again and the error passed on.
	 */
	async activate(
		test = false,
		activation: WorkflowActivateMode = test ? 'manual' : 'activate',
	): Promise<void> {
		const workflow = this.load();
		if (test) workflow.staticData = {};
		const mode = test ? 'manual' : 'trigger';
		try {
			for (const webhook of this.webhooks(workflow, test)) {
				const { path, method } = addressOf(webhook);
				this.entries.push({ address: `${method} ${path}`, name: webhook.webhookDescription.name, test });
				const exists = await this.call(workflow, webhook, 'checkExists', mode, activation);
				if (!exists) await this.call(workflow, webhook, 'create', mode, activation);
				if (test) this.testStaticData = copy(workflow.staticData);
			}
		} catch (error) {
			await this.deactivate(test).catch((second: unknown) => this.webhookErrors.push(second));
			throw error;
		}
		if (!test) this.save(workflow);
	}

	/**
	 * Publishes a new version as n8n does: switches the present one off and the new one on, without a pause between.
	 */
	async republish(parameters?: INode['parameters'], between?: () => Promise<unknown>): Promise<void> {
		await this.switchOff(false);
		await between?.();
		if (parameters) this.setParameters(parameters);
		await this.activate(false, 'update');
	}

	/** Deactivates the workflow (`test`: stops listening), and lets pass what the node puts off after that. */
	async deactivate(test = false): Promise<void> {
		await this.switchOff(test);
		await this.afterwards();
	}

	/** Calls `delete` of each entry, then forgets the entries. */
	private async switchOff(test: boolean): Promise<void> {
		const workflow = this.load();
		if (test) workflow.staticData = copy(this.testStaticData ?? {});
		for (const webhook of this.webhooks(workflow, test)) {
			await this.call(workflow, webhook, 'delete', 'internal', 'update');
		}
		if (test) this.testStaticData = undefined;
		else this.save(workflow);
		this.entries = this.entries.filter((entry) => entry.test !== test);
	}

	/** Calls only one hook of one entry, on the stored static data, and stores what it leaves. */
	async hook(
		method: HookMethod,
		name: Entry['name'] = 'default',
		test = false,
	): Promise<boolean | undefined> {
		const workflow = this.load();
		const mode = test ? 'manual' : 'trigger';
		const activation = test ? 'manual' : 'activate';
		const answer = await this.call(workflow, this.webhook(workflow, name, test), method, mode, activation);
		this.save(workflow);
		return answer;
	}

	/** Resolves when `count` executions have finished. */
	async executed(count: number): Promise<Finished[]> {
		if (this.executions.length < count) {
			await new Promise<void>((resolve) => this.waiting.push({ count, resolve }));
		}
		return this.executions;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	private async receive(request: WebhookRequest, response: WebhookResponse): Promise<void> {
		const address = `${request.method} ${request.path}`;
		const entry = this.entries.findLast((candidate) => candidate.address === address);
		if (!entry) {
			const message = `The requested webhook "${address}" is not registered.`;
			response.status(404).json({ code: 404, message });
			return;
		}
		const workflow = this.load();
		if (entry.test) workflow.setTestStaticData(copy(this.testStaticData ?? {}));
		const webhook = this.webhook(workflow, entry.name, entry.test);
		const finished = await this.answer(workflow, webhook, request, response);
		if (!finished) return;
		if (entry.test) await this.deactivate(true).catch((error: unknown) => this.webhookErrors.push(error));
		this.executions.push(finished);
		for (const waiter of this.waiting) if (this.executions.length >= waiter.count) waiter.resolve();
	}

	/** Hands one request to the node and runs the workflow on when the node gave data. */
	private async answer(
		workflow: Workflow,
		webhook: IWebhookData,
		request: WebhookRequest,
		response: WebhookResponse,
	): Promise<Finished | undefined> {
		const mode: WorkflowExecuteMode = webhook.isTest ? 'manual' : 'webhook';
		const node = this.trigger(workflow);
		const type = this.registry.getByNameAndVersion(node.type, node.typeVersion);
		const data = webhook.workflowExecuteAdditionalData;
		Object.assign(data, { httpRequest: request, httpResponse: response });
		const context = new WebhookContext(workflow, node, data, mode, webhook, [], null);
		let result: IWebhookResponseData;
		try {
			result = (await type.webhook?.call(context as unknown as IWebhookFunctions)) ?? {};
		} catch (error) {
			this.webhookErrors.push(error);
			const message = 'Workflow Webhook Error: Workflow could not be started!';
			if (!response.headersSent) response.status(500).json({ code: 0, message });
			return undefined;
		}
		const { workflowData, noWebhookResponse } = result;
		try {
			if (workflowData) await this.prepareRun(workflow);
		} catch (error) {
			response.status(500).json({ code: 0, message: (error as Error).message });
			return undefined;
		}
		// As LiveWebhooks.executeWebhook does, and only where the data are marked as changed.
		if (!webhook.isTest && workflow.staticData.__dataChanged === true) this.save(workflow);
		if (!noWebhookResponse && !response.headersSent) {
			const message = workflowData ? 'Workflow was started' : 'Webhook call received';
			response.status(200).json((result.webhookResponse as unknown) ?? { message });
		}
		if (!workflowData) return undefined;
		const run = await execute(this.store, workflow, node, workflowData, mode, { origin: this.publicOrigin })
			.finished;
		return await finish(run, workflow, this.store, this.details);
	}

	/** As WorkflowRunner.runMainProcess does: it builds another workflow over the same static data. */
	private async prepareRun(workflow: Workflow): Promise<void> {
		await this.beforeRun();
		build(this.registry, { ...this.json, staticData: workflow.staticData });
		// The time that n8n's database takes before n8n saves and answers.
		await sleep(5);
	}

	private async call(
		workflow: Workflow,
		webhook: IWebhookData,
		method: HookMethod,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): Promise<boolean | undefined> {
		const node = this.trigger(workflow);
		const { webhookMethods } = this.registry.getByNameAndVersion(node.type, node.typeVersion);
		const hook = webhookMethods?.[webhook.webhookDescription.name]?.[method];
		const data = webhook.workflowExecuteAdditionalData;
		const context = new HookContext(workflow, node, data, mode, activation, webhook);
		return await hook?.call(context as unknown as IHookFunctions);
	}

	private webhooks(workflow: Workflow, test: boolean): IWebhookData[] {
		const node = this.trigger(workflow);
		const { webhooks = [] } = this.registry.getByNameAndVersion(node.type, node.typeVersion).description;
		return webhooks.map(({ name }) => this.webhook(workflow, name, test));
	}

	private webhook(workflow: Workflow, name: Entry['name'], test: boolean): IWebhookData {
		const node = this.trigger(workflow);
		const { webhooks = [] } = this.registry.getByNameAndVersion(node.type, node.typeVersion).description;
		const webhookDescription = webhooks.find((webhook) => webhook.name === name);
		if (!webhookDescription) throw new Error(`${node.type} has no webhook entry ${name}`);
		const mode = test ? 'manual' : 'trigger';
		const surroundings = { credentials: this.store, origin: this.publicOrigin };
		const value = (text: string | boolean | undefined) =>
			workflow.expression.getSimpleParameterValue(node, text, mode, {});
		const isFullPath = value(webhookDescription.isFullPath) === true;
		const path = String(value(webhookDescription.path));
		return {
			httpMethod: String(value(webhookDescription.httpMethod)) as IHttpRequestMethods,
			node: node.name,
			path: NodeHelpers.getNodeWebhookPath(workflow.id, node, path, isFullPath),
			webhookDescription,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: additionalData(surroundings, workflow, mode),
			isTest: test,
		};
	}
}

function addressOf({ isTest, httpMethod, path }: IWebhookData): { method: string; path: string } {
	return { method: httpMethod, path: `${isTest ? '/webhook-test/' : '/webhook/'}${path}` };
}
