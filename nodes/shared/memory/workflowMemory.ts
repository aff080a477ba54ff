/**
 * This file keeps data of nodes over runs and restarts, in the static data of the workflow. n8n writes all static data
 * back as they were when a run began. Behind a trigger of this package that would set back the trigger's place, and its
 * events would come again. There a run leaves its data to the trigger, which stores them.
 */
import { omit } from 'lodash';
import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { workflowKey } from './keys';
import { attached, remembered } from './process';
import { object, ownValue } from '../util/lenient';

type TriggerContext = IPollFunctions | ITriggerFunctions | IWebhookFunctions;
export type NodeContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | TriggerContext;

/** The most things under one name: people copy and delete nodes, and nothing says which are gone. */
export const MOST_KEYS = 100;

export interface Remembered {
	readonly version: unknown;
	readonly state: unknown;
	readonly canWait?: boolean;
}

interface Place {
	readonly name: string;
	readonly key: string | undefined;
	readonly most: number;
}

interface Left extends Place {
	readonly remembered: Remembered;
}

const triggers = remembered<true>({ name: 'workflows with a trigger in this process', of: 'workflow' });

/** The number is small because one workflow may leave a table of reports with thousands of rows. */
const LEAVING = 200;

const left = remembered<Map<string, Left>>({
	name: 'what runs behind a trigger have left for it to store',
	of: 'workflow',
	limit: LEAVING,
});

/** By place. Static data are another object after each start of a trigger. */
const stored = attached<IDataObject, Map<string, unknown>>({
	name: 'the versions of what is stored',
	of: 'workflow',
});

const TRIGGER = /\bx(Core|Stream|Webhook)Trigger$/;

/** n8n gives a node that is a tool of an agent this type. */
const TOOL = /Tool$/;

const isRun = (context: NodeContext): context is IExecuteFunctions => 'getInputData' in context;

/** Checks whether a run could set back a trigger. n8n stores nothing of a test run. */
function isBehindTrigger(context: NodeContext): context is IExecuteFunctions {
	if (!isRun(context) || context.getMode() === 'manual') return false;
	const { name, type } = context.getNode();
	const isTool = TOOL.test(type);
	// Of an agent that is a tool itself, no one knows what comes before it.
	if (isTool && triggers.has(workflowKey(context))) return true;
	return (isTool ? agentsOf(context) : [name])
		.flatMap((each) => context.getParentNodes(each))
		.some((parent) => TRIGGER.test(parent.type) && !parent.disabled);
}

/** The agent that a tool works for. It runs the tool with its own data, or n8n does as for a node after it. */
function agentsOf(context: IExecuteFunctions): string[] {
	const { node, source } = context.getExecuteData();
	return [node.name, ...(source?.main ?? []).flatMap((before) => before?.previousNode ?? [])];
}

/**
 * One thing that a workflow remembers. Its nodes share it in runs. A trigger has its own, because n8n's durable mode
 * stores only that. Lists in the editor remember nothing.
 */
export class WorkflowMemory {
	private readonly place: Place;
	private readonly data: IDataObject;
	/** The workflow, if the trigger in front is to store what the run remembers. */
	private readonly leaving: string | undefined;

	/** @param most How many things are kept under this name. Those that were written longest ago go first. */
	constructor(context: NodeContext, name: string, key?: string, most = MOST_KEYS) {
		this.place = { name, key, most };
		this.data =
			'getWorkflowStaticData' in context
				? context.getWorkflowStaticData(isRun(context) ? 'global' : 'node')
				: {};
		this.leaving = isBehindTrigger(context) ? workflowKey(context) : undefined;
	}

	get stored(): unknown {
		const { name, key } = this.place;
		return key === undefined ? this.data[name] : ownValue(object(this.data[name]), key);
	}

	get left(): unknown {
		if (this.leaving === undefined) return undefined;
		return left.get(this.leaving)?.get(idOf(this.place))?.remembered.state;
	}

	/** True if the trigger in front stores the data. */
	get isLeft(): boolean {
		return this.leaving !== undefined;
	}

	/** True if no one stores the data, because the trigger in front is in another process. */
	get isLostWithProcess(): boolean {
		return this.leaving !== undefined && !triggers.has(this.leaving);
	}

	/** Removes what n8n has stored. Behind a trigger a run can change nothing, and writes something new in its place. */
	remove(): void {
		const { name, key } = this.place;
		if (this.leaving !== undefined) return;
		if (key === undefined) delete this.data[name];
		else this.data[name] = omit(object(this.data[name]), key);
	}

	write(value: unknown): void {
		this.keep({ version: value, state: value });
	}

	/** As `write`. The trigger stores what goes on changing as it is then. */
	keep(now: Remembered): void {
		if (this.leaving === undefined) return put(this.data, this.place, now.state);
		left.getOrMake(this.leaving, () => new Map()).set(idOf(this.place), { ...this.place, remembered: now });
	}
}

/** Returns what n8n has stored for all nodes of the workflow under a name, by key. */
export const storedForWorkflow = (context: Pick<IExecuteFunctions, 'getWorkflowStaticData'>, name: string) =>
	object(context.getWorkflowStaticData('global')[name]);

/** Leaves something of a trigger itself to its next event, which has n8n store it for all nodes of the workflow. */
export const leaveToTrigger = (
	context: Pick<NodeContext, 'getWorkflow'>,
	name: string,
	key: string,
	state: unknown,
): void => {
	const place = { name, key, most: MOST_KEYS };
	left
		.getOrMake(workflowKey(context), () => new Map())
		.set(idOf(place), { ...place, remembered: { version: state, state, canWait: true } });
};

/** Puts what runs have left into a trigger's memory before n8n stores it. Returns whether there is something new. */
export function storeWhatRunsLeft(context: TriggerContext | IHookFunctions): boolean {
	const workflow = workflowKey(context);
	triggers.set(workflow, true);
	const all = left.get(workflow);
	if (!all) return false;
	const data = context.getWorkflowStaticData('global');
	const versions = stored.getOrMake(data, () => new Map());
	const fresh = [...all].filter(([id, { remembered }]) => versions.get(id) !== remembered.version);
	for (const [id, { remembered, ...place }] of fresh) {
		versions.set(id, remembered.version);
		put(data, place, remembered.state);
	}
	return fresh.some(([, { remembered }]) => remembered.canWait !== true);
}

/** Warns the user if `isLostWithProcess` is true. */
export const lostWithProcess = (what: string, nodes: string): string =>
	`${what}: the trigger of the workflow is in another process, and a run cannot store anything beside it. Put ${nodes} into a workflow of their own, with Execute Sub-workflow`;

const idOf = ({ name, key }: Place): string => JSON.stringify([name, key]);

function put(data: IDataObject, { name, key, most }: Place, value: unknown): void {
	if (key === undefined) return void (data[name] = value as IDataObject);
	const others = Object.entries(omit(object(data[name]), key)).slice(1 - most);
	data[name] = Object.fromEntries([...others, [key, value]]);
}
