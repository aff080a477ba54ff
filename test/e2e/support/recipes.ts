/** What the tests of the recipes share: their steps at X, their ends, and what their runs came to. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sortBy, uniq, uniqBy } from 'lodash';
import { z } from 'zod';
import { effectOf } from '../../../nodes/shared/model/effects';
import { NEED_SERVERS, TRIALS, isPolling } from '../../../scripts/demo/recipes';
import { operationOf } from '../../../scripts/docs/recipeCost';
import type { Example } from '../../../scripts/examples';
import { PROJECT_ROOT } from '../../../scripts/runtime/package';
import {
	type Execution,
	type SavedWorkflow,
	type Workflow,
	type WorkflowNode,
	errorOf,
	outputOf,
	workflowFile,
} from '../../../scripts/runtime/types';

/** The recipes that the demo can run. */
export const RECIPES: readonly Example[] = readdirSync(join(PROJECT_ROOT, 'examples'))
	.filter((file) => file.endsWith('.json') && !NEED_SERVERS.includes(file))
	.sort()
	.map((file) => ({
		file,
		workflow: workflowFile.parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8'))),
	}));

/** Whether a guard lets no second answer out. What it refuses is no failure of the recipe. */
export const answersOnce = ({ nodes }: Workflow) =>
	/"(answerOnce|answeredMessage)"/.test(JSON.stringify(nodes));
const REFUSED_TWICE = /^Guard → Answer Each (Post|Message) Once/;
/** The demo's shop has one product without a price, and each sync of its file ends in red for it. */
const WITHOUT_PRICE = /^A catalog sync: .*\nNeeds attention:\n- 1 product could not be sent\n/;

/** The nodes after which nothing comes. */
export const endsOf = ({ nodes, connections }: Workflow): string[] =>
	nodes
		.filter(({ name, type }) => !type.endsWith('.stickyNote') && connections[name] === undefined)
		.map(({ name }) => name);

/** The route of a node of ours, as X documents it. */
export const routeOf = (node: WorkflowNode): string | undefined => {
	const record = operationOf(node);
	const { method, path } = node.parameters;
	return record && typeof path === 'string' ? `${String(method)} ${path}` : record?.route;
};

/** Whether a request changes something at X. */
export const isWrite = (route: string) => effectOf(route) !== 'reads';
/** Whether a write says something to people. */
export const isAnswer = (route: string) =>
	route.startsWith('POST ') && ['publishes', 'messages'].includes(effectOf(route));
/** Whether a node reads or fills a Data Table. */
const isTable = ({ type }: WorkflowNode) => type.endsWith('.dataTable');

const table = z.union([
	z.object({ tableName: z.string() }).transform(({ tableName }) => tableName),
	z
		.object({ dataTableId: z.object({ value: z.string() }) })
		.transform(({ dataTableId }) => dataTableId.value),
]);
/** The Data Tables in which a recipe remembers. */
export const tablesOf = ({ nodes }: Workflow): string[] =>
	uniq(nodes.filter(isTable).map(({ parameters }) => table.parse(parameters)));

/** The steps beside X that may fail, in the order of the canvas: those at tables and at other hosts. */
export const stepsBesideX = ({ nodes }: Workflow) =>
	sortBy(nodes, ['position.0', 'position.1']).filter(
		(node) => isTable(node) || node.type.endsWith('.httpRequest'),
	);

/** The recipe with a step that fails: its table has no name, or its host answers at this address. */
export const withBrokenStep = (nodes: SavedWorkflow['nodes'], step: string, down: string) =>
	nodes.map((node) => {
		if (node.name !== step) return node;
		const nobody = "={{ $('Nobody').first().json.name }}";
		const { url, tableName } = node.parameters;
		const dataTableId = { __rl: true, mode: 'name', value: nobody };
		const broken = url ? { url: down } : tableName ? { tableName: nobody } : { dataTableId };
		return { ...node, parameters: { ...node.parameters, ...broken } };
	});

/** The steps at X in the order of the canvas; of several with one route the first. */
export const stepsAtX = ({ nodes }: Workflow) =>
	uniqBy(
		sortBy(nodes, ['position.0', 'position.1']).flatMap((node) => {
			const route = routeOf(node);
			return route === undefined ? [] : [{ name: node.name, route }];
		}),
		'route',
	);

/** Whether a recipe writes at X, or remembers something. */
const leavesSomething = (workflow: Workflow) =>
	stepsAtX(workflow).some(({ route }) => isWrite(route)) || workflow.nodes.some(isTable);

/** Whether a run came to an end: that it gave something, or stopped there. */
const reaches = (execution: Execution, end: string) =>
	outputOf(execution, end).length > 0 || execution.data.resultData.lastNodeExecuted === end;

/** What a recipe's runs came to: what went wrong, or the ends that were reached, also by runs that were broken. */
export function outcome(
	workflow: Workflow,
	executions: readonly Execution[],
	broken: readonly Execution[] = [],
): string[] {
	const failed = executions
		.flatMap((execution) => errorOf(execution)?.message ?? [])
		.filter((message) => !REFUSED_TWICE.test(message) && !WITHOUT_PRICE.test(message));
	const reached = endsOf(workflow).filter((end) =>
		[...broken, ...executions].some((execution) => reaches(execution, end)),
	);
	return [...failed, ...reached];
}

/** Whether a recipe waits for an AI program. */
export const isServed = ({ nodes }: Workflow) => nodes.some(({ type }) => type.endsWith('.mcpTrigger'));
/** Whether an event starts a recipe. */
export const isPublished = ({ file, workflow }: Example) => file in TRIALS && !isPolling(workflow);

/** Whether a recipe is run by hand and writes at X or remembers: it has a bad day. */
export const hasBadDay = (recipe: Example): boolean =>
	!isPublished(recipe) && !isServed(recipe.workflow) && leavesSomething(recipe.workflow);
