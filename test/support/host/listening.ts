/**
 * A workflow that starts with a trigger that listens (`trigger()`), living as it does in n8n: published, run for what
 * the trigger emits, closed and published again when it fails. What n8n does with what is emitted follows its
 * `trigger-execution-context.factory`: static data are saved, a known key starts no second run, and the promise of a
 * run settles at its end.
 */
import { TriggerContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	ITriggerFunctions,
	ITriggerResponse,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Workflow } from 'n8n-workflow';
import { additionalData } from './additionalData';
import { runTrigger } from './engineVersion';
import type { Registry } from './registry';
import type { CredentialSet, Finished, WorkflowJson } from './run';
import { execute, finish } from './run';
import { storeWorkflow, StoredWorkflow, type Stored } from './storedWorkflow';

type Emit = ITriggerFunctions['emit'];

/** The executions of an n8n: their keys are unique in its database, over all workflows. */
export class ExecutionTable {
	readonly keys = new Set<string>();
}

export interface ListeningOptions {
	readonly table: ExecutionTable;
	/** Whether the workflow is run for what is emitted; else only the emitted data are kept. */
	readonly runs?: boolean;
}

export class ListeningHost extends StoredWorkflow {
	/** What was emitted and started a run, in order. */
	readonly emitted: IDataObject[] = [];
	/** Errors that n8n shows as failed executions. */
	readonly failures: Error[] = [];
	/** Errors for which n8n unpublishes the workflow for some time. */
	readonly breakdowns: Error[] = [];
	/** What happens before a run is stored; may fail as n8n's database may. */
	beforeRun: () => Promise<void> = async () => {};
	/** How long a run takes. */
	duringRun: () => Promise<void> = async () => {};
	private response: ITriggerResponse | undefined;

	private constructor(
		stored: Stored,
		private readonly options: ListeningOptions,
	) {
		super(stored);
	}

	static async open(
		registry: Registry,
		workflow: WorkflowJson,
		trigger: string,
		credentials: CredentialSet,
		options: ListeningOptions,
	): Promise<ListeningHost> {
		return new ListeningHost(await storeWorkflow(registry, workflow, trigger, credentials), options);
	}

	get isActive(): boolean {
		return this.response !== undefined;
	}

	/** Publishes the workflow; rejects with what n8n would show. */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		const workflow = this.load();
		const data = additionalData({ credentials: this.store }, workflow, 'trigger');
		const response = await runTrigger(
			workflow,
			this.trigger(workflow),
			(running, node, additional, mode, how) => this.context(running, node, additional, mode, how),
			data,
			'trigger',
			activation,
		);
		this.response = response;
		this.save(workflow);
	}

	/** Unpublishes it, or lets this n8n no longer be the leader: the trigger is closed. */
	async deactivate(): Promise<void> {
		const { response } = this;
		this.response = undefined;
		await response?.closeFunction?.();
	}

	/** Presses *Execute step*; the run waits for its event. */
	test(): { cancel(): void; finished: Promise<Finished> } {
		const workflow = this.load();
		const node = this.trigger(workflow);
		const running = execute(this.store, workflow, node, [[{ json: {} }]], 'manual');
		const finished = running.finished.then(
			async (run) => await finish(run, workflow, this.store, this.details),
		);
		return { cancel: () => running.cancel(), finished };
	}

	private context(
		workflow: Workflow,
		node: INode,
		data: ReturnType<typeof additionalData>,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
	): ITriggerFunctions {
		const emit: Emit = (items, _response, done, key) => {
			if (workflow.staticData.__dataChanged === true) this.save(workflow);
			const started = this.start(node, items, key);
			started.then(
				(run) => done?.resolve(run as never),
				(error: Error) => done?.reject(error),
			);
		};
		const emitError = (error: Error) => {
			this.breakdowns.push(error);
			void this.deactivate();
		};
		const saveFailedExecution = (error: Error) => void this.failures.push(error);
		return new TriggerContext(
			workflow,
			node,
			data,
			mode,
			activation,
			emit,
			emitError,
			saveFailedExecution,
		) as unknown as ITriggerFunctions;
	}

	private async start(node: INode, items: Parameters<Emit>[0], key: string | undefined): Promise<unknown> {
		const { table, runs = true } = this.options;
		await this.beforeRun();
		if (key !== undefined && table.keys.has(key)) return undefined;
		if (key !== undefined) table.keys.add(key);
		for (const { json } of items[0] ?? []) this.emitted.push(json);
		await this.duringRun();
		if (!runs) return undefined;
		const fresh = this.load();
		const run = await execute(this.store, fresh, node, items, 'trigger').finished;
		this.executions.push(await finish(run, fresh, this.store, this.details));
		return run;
	}
}
