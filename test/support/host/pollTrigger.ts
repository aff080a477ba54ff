/**
 * A workflow that starts with a polling trigger, living as it does in n8n: stored with its static data, polled by
 * n8n-core's own executor, and run on with what the trigger emitted. Static data are stored where n8n stores them: at
 * the activation and when something is emitted. In durable mode each poll has a copy of the stored cursor, which is
 * stored with what it emits, or alone where it emits nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	IPollFunctions,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import { pollOnce } from './engineVersion';
import type { Registry } from './registry';
import type { CredentialSet, WorkflowJson } from './run';
import { execute, finish, outcomeOf, type NodeOutcome } from './run';
import { copy, storeWorkflow, StoredWorkflow, type Stored } from './storedWorkflow';

export interface PollSettings {
	/** Each poll has a copy of what is stored. */
	durable?: boolean;
	/** Milliseconds that a poll is given. */
	budget?: number;
}

interface Staged {
	readonly cursor: IDataObject;
}

/** What a poll has staged. It is closed between polls: an open storage makes every promise of the process slower. */
const staged = new AsyncLocalStorage<Staged>();
let polling = 0;

async function withStaged<T>(own: Staged, poll: () => Promise<T>): Promise<T> {
	polling++;
	try {
		return await staged.run(own, poll);
	} finally {
		if (--polling === 0) staged.disable();
	}
}

export class PollHost extends StoredWorkflow {
	/** What n8n keeps as failed executions. */
	readonly errors: Error[] = [];
	/** Whether n8n hands over what a poll emits; off, it is as if the process had ended before. */
	handsOver = true;
	settings: PollSettings = {};
	private workflow: Workflow;
	private active = false;
	private readonly underWay: Array<Promise<void>> = [];

	private constructor(stored: Stored) {
		super(stored);
		this.workflow = this.load();
	}

	/** Stores the workflow; nothing is polled yet. */
	static async open(
		registry: Registry,
		workflow: WorkflowJson,
		trigger: string,
		credentials: CredentialSet,
	): Promise<PollHost> {
		return new PollHost(await storeWorkflow(registry, workflow, trigger, credentials));
	}

	/** Stores other contents of the credentials, as connecting them again does. */
	async connect(credentials: CredentialSet): Promise<void> {
		for (const [type, details] of Object.entries(this.details))
			await this.store.updateCredentials(details, type, credentials[type] ?? {});
	}

	/** Loads the workflow from storage, polls it once, and stores: what a poll throws now fails the activation. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		this.workflow = this.load();
		this.active = true;
		await this.run(true, activation);
		if (this.settings.durable !== true) this.keepNow();
	}

	/** One tick of the schedule. */
	async poll(): Promise<void> {
		await this.run(false, 'update');
	}

	/** The process ends, without storing anything, and starts again. In durable mode the schedule just goes on. */
	async restart(): Promise<void> {
		if (this.settings.durable === true) this.workflow = this.load();
		else await this.activate('init');
	}

	/** *Execute step* in the editor. */
	async test(): Promise<NodeOutcome> {
		const workflow = this.load();
		const run = await execute(this.store, workflow, this.trigger(workflow), [[]], 'manual').finished;
		return outcomeOf(await finish(run, workflow, this.store, this.details), this.triggerName);
	}

	private async run(isFirst: boolean, activation: WorkflowActivateMode): Promise<void> {
		const { workflow } = this;
		const context = this.context(workflow, activation);
		const isCurrent = () => this.active && this.workflow === workflow;
		await pollOnce(workflow, this.trigger(workflow), context, isCurrent, isFirst);
		await Promise.all(this.underWay.splice(0));
	}

	private context(workflow: Workflow, activation: WorkflowActivateMode): IPollFunctions {
		const node = this.trigger(workflow);
		const keep = () => {
			const { durable } = this.settings;
			const cursor = staged.getStore()?.cursor;
			if (durable === true && cursor) this.storedStaticData = copy({ [`node:${node.name}`]: cursor });
			else if (durable !== true && workflow.staticData.__dataChanged === true) this.keepNow();
		};
		const emit = (data: INodeExecutionData[][]) => {
			if (!this.handsOver) return;
			keep();
			const run = execute(this.store, workflow, node, data, 'trigger').finished;
			this.underWay.push(
				run.then(async (done) => {
					this.executions.push(await finish(done, workflow, this.store, this.details));
				}),
			);
		};
		const runPoll = async <T>(poll: () => Promise<T>) => {
			const cursor = copy(this.storedStaticData)[`node:${node.name}`] ?? {};
			return await withStaged({ cursor: cursor as IDataObject }, poll);
		};
		const commit = () => Promise.resolve(this.settings.durable === true ? keep() : undefined);
		const staticData = () => {
			const cursor = staged.getStore()?.cursor;
			return this.settings.durable === true && cursor ? cursor : workflow.getStaticData('node', node);
		};
		const { budget } = this.settings;
		return new PollContext(
			workflow,
			node,
			additionalData({ credentials: this.store }, workflow, 'trigger'),
			'trigger',
			activation,
			emit,
			(error: Error) => void this.errors.push(error),
			commit,
			runPoll,
			staticData,
			budget === undefined ? undefined : () => budget,
		) as unknown as IPollFunctions;
	}

	private keepNow(): void {
		this.save(this.workflow);
		this.workflow.staticData.__dataChanged = false;
	}
}
