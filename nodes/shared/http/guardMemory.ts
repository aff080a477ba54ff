/**
 * Keeps what the guard of a workflow has counted. n8n stores what a whole workflow remembers as one: a run writes it back
 * as it was when the run began, and so would set back a trigger of this package. There the trigger stores it instead.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { dayOfCredential, type CredentialDay } from '../guard/credentialDay';
import { knownWrites, WriteMemory, writesOfWorkflow } from '../guard/policy';
import { BoundedMap } from '../util/boundedMap';
import type { ApiContext } from './apiContext';

/** Where the memory of the guard is in the static data of a workflow. */
const NAME = 'guard';

/** Workflows with a trigger in this process, and what it has stored last. */
const triggers = new BoundedMap<string, string>(1000);

/** What else runs behind a trigger remember, by workflow and by where it is in the static data. */
const others = new BoundedMap<string, Map<string, string>>(200);

/** What a process knows of the writes and the cost of a workflow. */
export class GuardMemory {
	readonly writes: WriteMemory;
	readonly day: CredentialDay;

	/** @param workflow Its ID; a workflow that was never saved has none. */
	constructor(workflow: string) {
		this.writes = workflow === '' ? new WriteMemory() : writesOfWorkflow(workflow);
		this.day = dayOfCredential(`workflow ${workflow}`);
	}

	/** Takes over what n8n has stored. */
	merge(data: IDataObject): void {
		const stored = data[NAME] as IDataObject | undefined;
		this.writes.merge(stored, Date.now());
		this.day.merge(stored?.day);
	}

	storeIn(data: IDataObject): void {
		data[NAME] = { ...this.writes.stateAt(Date.now()), day: this.day.state as IDataObject };
	}

	/** Differs when something was counted. */
	get version(): string {
		return `${this.writes.changes} ${this.day.spent()}`;
	}
}

const workflowOf = (context: Pick<ApiContext, 'getWorkflow'>): string => context.getWorkflow().id ?? '';

const TRIGGER = /\bx(Core|Stream|Webhook)Trigger$/;

/** n8n gives a node that is a tool of an agent this type. It has no nodes before it. */
const TOOL = /Tool$/;

/** Whether the node is behind a trigger of this package, which the run must not set back. */
export const hasTrigger = (context: IExecuteFunctions): boolean =>
	TOOL.test(context.getNode().type)
		? isTriggerHere(context)
		: context.getParentNodes(context.getNode().name).some(({ type }) => TRIGGER.test(type));

/** Whether that trigger is in this process, so that it stores what the guard counts. */
export const isTriggerHere = (context: IExecuteFunctions): boolean => triggers.has(workflowOf(context));

/** What earlier runs behind a trigger have left with `keepForTrigger`, in this process. */
export const keptForTrigger = (context: IExecuteFunctions, name: string): string | undefined =>
	others.get(workflowOf(context))?.get(name);

/**
 * Keeps what a run behind a trigger remembers, until that trigger stores it.
 *
 * @param name Where it is in the static data of the workflow.
 */
export function keepForTrigger(context: IExecuteFunctions, name: string, text: string): void {
	const workflow = workflowOf(context);
	const kept = others.get(workflow) ?? new Map<string, string>();
	others.set(workflow, kept.set(name, text));
}

/**
 * Called by a trigger before n8n stores its memory: puts in what the guard has counted since, and what runs remember.
 *
 * @returns Whether there is something new to store.
 */
export function keepGuard(context: IPollFunctions | ITriggerFunctions | IWebhookFunctions): boolean {
	const hasKept = storeOthers(context);
	const workflow = workflowOf(context);
	const memory = knownWrites(workflow) && new GuardMemory(workflow);
	const version = memory?.version ?? '';
	const isNew = version !== '' && triggers.get(workflow) !== version;
	triggers.set(workflow, version);
	if (!isNew || memory === undefined) return hasKept;
	const data = context.getWorkflowStaticData('global');
	memory.merge(data);
	memory.storeIn(data);
	return true;
}

function storeOthers(context: IPollFunctions | ITriggerFunctions | IWebhookFunctions): boolean {
	const kept = others.get(workflowOf(context));
	if (!kept) return false;
	const data = context.getWorkflowStaticData('global');
	const changed = [...kept].filter(([name, text]) => data[name] !== text);
	for (const [name, text] of changed) data[name] = text;
	return changed.length > 0;
}
