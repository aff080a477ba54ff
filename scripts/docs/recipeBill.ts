/** What X bills for a recipe at most, for a run and for a day: computed from its forms by the prices of the nodes. */
import { partition, sumBy } from 'lodash';
import { z } from 'zod';
import { microsOfUsd, mostCost } from '../../nodes/shared/ledger/requestCost';
import { firstUsd } from '../../nodes/shared/form/operationText';
import { mostUsd, priceOf, priceOfEvent } from '../../nodes/shared/model/prices';
import { mayBeBilled, type Operation } from '../../nodes/shared/operation/operation';
import { asMoney } from '../../nodes/shared/util/money';
import { EVENTS } from '../../nodes/XCoreTrigger/events';
import type { TriggerEvent } from '../../nodes/XCoreTrigger/events/event';
import type { Workflow, WorkflowNode } from '../runtime/types';
import { operationOf } from './recipeCost';

const HOURS = 24;
const MINUTES = 60 * HOURS;
/** The Limit of the form where a recipe sets none. */
const LIMIT = 50;
/** What a username, or the word "me", costs to look up. */
const LOOK_UP = 0.01;

const form = z.object({
	limit: z.number().default(LIMIT),
	returnAll: z.boolean().default(false),
	options: z
		.object({
			maxCost: z.number().optional(),
			maxCostPerDay: z.number().optional(),
			maxIterations: z.number().default(10),
			expansions: z.array(z.string()).default([]),
			guard: z
				.object({ maxCostPerDay: z.number().optional(), writesPerDay: z.number().optional() })
				.default({}),
		})
		.default({}),
});

const formOf = (node: WorkflowNode) => form.parse(node.parameters);

const schedule = z.object({
	rule: z.object({
		interval: z.tuple([
			z.object({
				field: z.enum(['minutes', 'hours', 'days', 'weeks']).default('days'),
				minutesInterval: z.number().default(5),
				hoursInterval: z.number().default(1),
			}),
		]),
	}),
});

const isAt = (end: string) => (node: WorkflowNode) => node.type.endsWith(`.${end}`);
const isSchedule = isAt('scheduleTrigger');
const isWebhook = isAt('xWebhookTrigger');
const isPoll = isAt('xCoreTrigger');
const isStream = isAt('xStreamTrigger');
const isFilter = (node: WorkflowNode) =>
	/\.(filter|if|noOp|convertToFile|httpRequest|limit)$/.test(node.type);

/** How often a schedule starts the workflow on a day, at most; undefined where nothing does. */
function runsPerDay({ nodes }: Workflow): number | undefined {
	const found = nodes.find(isSchedule);
	if (!found) return undefined;
	const { field, minutesInterval, hoursInterval } = schedule.parse(found.parameters).rule.interval[0];
	if (field === 'minutes') return Math.ceil(MINUTES / minutesInterval);
	return field === 'hours' ? Math.ceil(HOURS / hoursInterval) : 1;
}

/** The nodes that lead to a node. */
const before = ({ nodes, connections }: Workflow, name: string): WorkflowNode[] =>
	nodes.filter((node) =>
		Object.values(connections[node.name] ?? {}).some((lists) =>
			lists.some((list) => list?.some((to) => to.node === name)),
		),
	);

/** Whether a node has at most one item of input in a run that a person or a schedule starts. */
function hasOneItem(workflow: Workflow, node: WorkflowNode, seen: readonly string[] = []): boolean {
	const sources = before(workflow, node.name).filter(({ name }) => !seen.includes(name));
	return (
		node.executeOnce === true || sources.every((source) => givesOne(workflow, source, [...seen, node.name]))
	);
}

function givesOne(workflow: Workflow, node: WorkflowNode, seen: readonly string[]): boolean {
	if (/\.(manualTrigger|scheduleTrigger|summarize|aggregate)$/.test(node.type)) return true;
	if (isAt('limit')(node) && node.parameters['maxItems'] === 1) return true;
	const record = operationOf(node);
	const isOne = record ? record.paging === undefined && record.runAll === undefined : isAt('set')(node);
	const isTable = node.parameters['resource'] === 'table' || node.parameters['operation'] === 'rowNotExists';
	return (isOne || isTable || isFilter(node)) && hasOneItem(workflow, node, seen);
}

/** Whether an item takes several requests that X bills: uploads, the Posts of a thread, the rows of a queue. */
const takesSeveral = ({ parameters: { resource, operation, attachment = 'none' } }: WorkflowNode) =>
	resource === 'thread' || operation === 'publishDue' || attachment !== 'none';

/** Whether a node leaves out what X bills, as its form lets it. */
const asksForFree = ({ parameters }: WorkflowNode, { fields }: Operation) =>
	'includeBilled' in fields && parameters['includeBilled'] !== true;

/** What one item costs at a node, at most; undefined where X names no price, or bills several requests. */
function mostPerItem(node: WorkflowNode): number | undefined {
	const record = operationOf(node)!;
	if (takesSeveral(node)) return undefined;
	const [method = '', path = ''] = record.route.split(' ');
	const { limit, options } = formOf(node);
	const size = String(Math.max(limit, record.paging?.min ?? 1));
	const query: Array<readonly [string, string]> = [['expansions', options.expansions.join()]];
	if (record.paging) query.push(['max_results', size]);
	// The most that a text can cost: with a link.
	const micros = mostCost({ method, path, template: path, query, body: { text: 'https://example.com' } });
	if (micros === Infinity) return undefined;
	const lookUps = JSON.stringify(node.parameters).match(/"mode":"(username|list)"/g)?.length ?? 0;
	const isOwn = path.startsWith('/2/users/{id}') && lookUps === 0 ? 1 : 0;
	return micros / microsOfUsd(1) + (lookUps + isOwn) * LOOK_UP + firstUsd(record);
}

/** British English has no comma before "and". */
const LIST = new Intl.ListFormat('en-GB');

/** What a step costs at most: in a run, and on a day where something bounds that. Undefined: nothing bounds it. */
interface Bound {
	readonly run: number | undefined;
	readonly day: number | undefined;
}

const least = (...bounds: ReadonlyArray<number | undefined>): number | undefined => {
	const known = bounds.filter((bound) => bound !== undefined);
	return known.length === 0 ? undefined : Math.min(...known);
};
const times = (amount: number | undefined, count: number | undefined) =>
	amount === undefined || count === undefined ? undefined : amount * count;

/** How many events a trigger starts on a day, by what it may cost and by the least that one costs. */
function eventsPerDay({ nodes }: Workflow): number | undefined {
	const [poll, stream] = [nodes.find(isPoll), nodes.find(isStream)];
	if (stream) return Math.floor(formOf(stream).options.maxCostPerDay! / eventUsd(stream));
	const { maxCost } = poll ? formOf(poll).options : {};
	return poll && maxCost !== undefined ? Math.floor(maxCost / eventUsd(poll)) : undefined;
}

/** What an event of a trigger costs. */
function eventUsd({ parameters: { event, eventTypes = ['stream.post'] } }: WorkflowNode): number {
	if (typeof event !== 'string')
		return Math.max(...(eventTypes as string[]).map((type) => mostUsd(priceOfEvent(type)) ?? 0));
	const { list } = (EVENTS as Readonly<Record<string, TriggerEvent>>)[event]!;
	return mostUsd(priceOf(list.route)) ?? 0;
}

function boundOf(workflow: Workflow, node: WorkflowNode): Bound {
	const { maxCost, maxCostPerDay, guard } = formOf(node).options;
	if (isPoll(node)) return { run: undefined, day: maxCost };
	if (isStream(node)) return { run: undefined, day: maxCostPerDay };
	const each = mostPerItem(node);
	const byGuard = least(guard.maxCostPerDay, times(each, guard.writesPerDay));
	const agent = workflow.nodes.find(isAt('agent'));
	// A model may call its tool again and again: as often as its agent lets it.
	const calls = node.type.endsWith('Tool') && agent ? formOf(agent).options.maxIterations : 1;
	const isOne = workflow.nodes.every((other) => !isPoll(other) && !isStream(other) && !isWebhook(other));
	const list = formOf(node).returnAll ? undefined : each;
	const run = least(maxCost, byGuard, isOne && hasOneItem(workflow, node) ? list : undefined);
	const day = times(times(maxCost ?? list, calls), eventsPerDay(workflow));
	return { run, day: least(byGuard, day, times(run, runsPerDay(workflow))) };
}

/** What X bills for a recipe at most. */
export interface Bill {
	/** In words, as its note has it. */
	readonly text: string;
	/** What a run costs at most, in USD. */
	readonly run: number | undefined;
	/** What a day costs at most, in USD. */
	readonly day: number | undefined;
	/** The steps without a bound. */
	readonly unbounded: readonly string[];
}

/** Computes what X bills for a recipe at most. */
export function billOf(workflow: Workflow): Bill {
	const isBilled = (node: WorkflowNode) => {
		const record = operationOf(node);
		if (isPoll(node) || isStream(node)) return eventUsd(node) > 0;
		return record !== undefined && mayBeBilled(record) && !asksForFree(node, record);
	};
	const steps = workflow.nodes
		.filter((node) => isBilled(node))
		.map((node) => [node, boundOf(workflow, node)] as const);
	const unknown = steps.filter(
		([node]) => operationOf(node) !== undefined && !takesSeveral(node) && mostPerItem(node) === undefined,
	);
	const known = steps.filter((step) => !unknown.includes(step) || (step[1].run ?? step[1].day) !== undefined);
	const isStarted = workflow.nodes.some((node) => isPoll(node) || isStream(node) || isWebhook(node));
	const isScheduled = runsPerDay(workflow) !== undefined;
	const unbounded = known.filter(([, { run, day }]) => (isStarted || isScheduled ? day : run) === undefined);
	// All nodes with this rule count together.
	const [together, alone] = partition(
		known,
		([node]) => formOf(node).options.guard.maxCostPerDay !== undefined,
	);
	const total = (of: (bound: Bound) => number | undefined) => {
		const guarded = together.map(
			([node, bound]) => [formOf(node).options.guard.maxCostPerDay, of(bound)] as const,
		);
		const shared = Math.max(0, ...guarded.map(([most = 0]) => most));
		return (
			sumBy(alone, ([, bound]) => of(bound) ?? 0) +
			Math.min(
				shared,
				sumBy(guarded, ([, own = 0]) => own),
			)
		);
	};
	const run = total((bound) => bound.run);
	const day = isStarted || isScheduled ? total((bound) => bound.day) : undefined;
	const webhook = workflow.nodes.find(isWebhook);
	const isTool = workflow.nodes.some(isAt('mcpTrigger'));
	const most = isTool ? Math.max(...known.map(([, bound]) => bound.run ?? 0)) : run;
	const bounds = [
		...(!isStarted && most > 0 ? [`${asMoney(most)} a ${isTool ? 'call' : 'run'}`] : []),
		...(day !== undefined && day > 0 ? [`${asMoney(day)} a day`] : []),
	];
	const amounts = [
		...(webhook ? [`${asMoney(eventUsd(webhook))} for each event, as many as come`] : []),
		...(bounds.length > 0 ? [`at most ${bounds.join(', ')}`] : []),
		...(unknown.length > 0
			? [`X names no price for ${LIST.format(unknown.map(([{ name }]) => `**${name}**`))}`]
			: []),
	];
	return {
		text: amounts.length === 0 ? 'nothing' : amounts.join('; '),
		run,
		day,
		unbounded: unbounded.map(([{ name }]) => name),
	};
}
