/** What every recipe in examples/ may cost at most, and that it forgets nothing which it has not done. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { NEED_SERVERS, TRIALS } from '../../../scripts/demo/recipes';
import { billOf } from '../../../scripts/docs/recipeBill';
import { operationOf, stepsOf } from '../../../scripts/docs/recipeCost';
import { notesOf } from '../../../scripts/recipes/notes';
import { type Workflow, type WorkflowNode, workflowFile } from '../../../scripts/runtime/types';

const EXAMPLES = resolve(__dirname, '../../../examples');
const recipes = readdirSync(EXAMPLES)
	.filter((file) => file.endsWith('.json'))
	.map((file) => {
		const text = readFileSync(join(EXAMPLES, file), 'utf8');
		return [file, workflowFile.parse(JSON.parse(text))] as const;
	});

const bounded = z.object({
	options: z.object({ maxCost: z.number().optional(), maxCostPerDay: z.number().optional() }).default({}),
});

const isTrigger = ({ type }: WorkflowNode) => /\.x(Core|Stream)Trigger$/.test(type);

/** The nodes that read, or wait for what is new, and that X bills for it. */
function billedReads(workflow: Workflow) {
	const billed = stepsOf(workflow).filter(({ price }) => price !== undefined);
	return workflow.nodes.filter(
		(node) =>
			billed.some(({ name }) => name === node.name) &&
			(isTrigger(node) || operationOf(node)?.route.startsWith('GET /2/') === true),
	);
}

/** Those that give many results. */
const billedLists = (workflow: Workflow) =>
	billedReads(workflow).filter((node) => isTrigger(node) || operationOf(node)?.paging !== undefined);

/** What a node may cost, as its note says it; undefined where nothing bounds it. */
function boundOf({ parameters }: WorkflowNode): string | undefined {
	const { options } = bounded.parse(parameters);
	const usd = options.maxCost ?? options.maxCostPerDay;
	if (usd === undefined) return undefined;
	return Number.isInteger(usd) ? `$${usd}` : `$${usd.toFixed(2)}`;
}

/** The nodes that do something with the rows of a Data Table, each with the name of the table. */
const tablesOf = ({ nodes }: Workflow, operation: string) =>
	nodes.flatMap(({ name, type, parameters }) =>
		type.endsWith('.dataTable') && parameters['operation'] === operation
			? [[name, JSON.stringify(parameters['dataTableId'])] as const]
			: [],
	);

/** Whether items go from one node to another one. */
const leadsTo = (workflow: Workflow, from: string, to: string): boolean =>
	Object.values(workflow.connections[from] ?? {})
		.flat(2)
		.some((next) => next !== null && (next.node === to || leadsTo(workflow, next.node, to)));

/** The nodes that answer what someone wrote. */
const answers = recipes.flatMap(([file, { nodes }]) =>
	nodes.flatMap(({ name, type, parameters }) => {
		const isAnswer =
			/\.x(Core|Chat)$/.test(type) &&
			('reply_in_reply_to_tweet_id' in parameters ||
				/^(sendToConversation|reply)$/.test(String(parameters['operation'])) ||
				/sender_id/.test(JSON.stringify(parameters['participant_id'] ?? '')));
		return isAnswer ? [[`${file}: ${name}`, parameters] as const] : [];
	}),
);

it.each(answers)('%s answers each Post or message once', (_name, parameters) => {
	const { guard } = z.object({ guard: z.record(z.unknown()) }).parse(parameters['options']);
	expect(guard['answerOnce'] === true || typeof guard['answeredMessage'] === 'string').toBe(true);
});

it('has lists and triggers to look at', () => {
	const found = recipes.flatMap(([, workflow]) => billedLists(workflow));
	expect(found.length).toBeGreaterThan(12);
});

describe.each(recipes)('%s', (_, workflow) => {
	it('bounds what it reads in USD', () => {
		const unbounded = billedReads(workflow).filter((node) => boundOf(node) === undefined);
		expect(unbounded.map(({ name }) => name)).toEqual([]);
	});

	it('says the bound of a list beside the name of the node', () => {
		const { changes } = notesOf(workflow);
		const unsaid = billedLists(workflow).filter((node) => {
			const [bound = '', name] = [boundOf(node), `**${node.name}**`];
			return !changes.some((line) => line.includes(name) && line.includes(bound));
		});
		expect(unsaid.map(({ name }) => name)).toEqual([]);
	});

	it('says what X bills at most, as its forms and the prices have it', () => {
		const { text, unbounded } = billOf(workflow);
		expect(unbounded).toEqual([]);
		expect(notesOf(workflow).bills).toBe(text);
	});

	it('remembers behind what it does, so that a failed step is tried again', () => {
		// Remove Duplicates remembers an item as it passes, before the next node has done anything.
		const before = workflow.nodes.filter(
			({ parameters }) => parameters['operation'] === 'removeItemsSeenInPreviousExecutions',
		);
		expect(before.map(({ name }) => name)).toEqual([]);
		const forgotten = tablesOf(workflow, 'rowNotExists').filter(
			([asks, table]) =>
				![...tablesOf(workflow, 'insert'), ...tablesOf(workflow, 'upsert')].some(
					([keeps, kept]) => kept === table && leadsTo(workflow, asks, keeps),
				),
		);
		expect(forgotten.map(([name]) => name)).toEqual([]);
	});
});

// test/e2e/recipesBadDays.e2e.ts runs every other recipe that writes again, and expects that it writes nothing twice.
it('writes once for each event in recipes that an event of the demo starts', () => {
	const started = recipes.filter(([file]) => file in TRIALS);
	const others = started.flatMap(([, { nodes }]) =>
		nodes.filter(({ type }) => /\.(manual|schedule)Trigger$/.test(type)),
	);
	expect(started.length).toBeGreaterThan(5);
	expect(others.map(({ name }) => name)).toEqual([]);
});

it('writes nothing at X in recipes that need servers', () => {
	const left = recipes.filter(([file]) => NEED_SERVERS.includes(file));
	expect(left.length).toBe(NEED_SERVERS.length);
	expect(left.flatMap(([, { nodes }]) => nodes.filter((node) => operationOf(node)))).toEqual([]);
});
