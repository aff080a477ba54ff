/**
 * Every recipe in examples/ explains itself, has its place in the list and its picture, fits the present forms, says what
 * it may cost at most, and forgets nothing which it has not done.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPlainObject } from 'lodash';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { z } from 'zod';
import { demoEvents } from '../../../scripts/demo/events';
import { NEED_SERVERS, TRIALS } from '../../../scripts/demo/recipes';
import { billOf } from '../../../scripts/docs/recipeBill';
import { operationOf, stepsOf } from '../../../scripts/docs/recipeCost';
import { templatePages } from '../../../scripts/docs/templates';
import { ORDER } from '../../../scripts/recipes/groups';
import { heightOf } from '../../../scripts/recipes/markdown';
import { isNote, notesOf } from '../../../scripts/recipes/notes';
import { pictureOf, recipesPage } from '../../../scripts/recipes/page';
import { picture } from '../../../scripts/recipes/picture';
import { type Workflow, type WorkflowNode, workflowFile } from '../../../scripts/runtime/types';
import { host } from '../../support';
import { descriptionOf, isShown } from '../../support/forms';
import { records } from './support/records';

/** The largest picture, in bytes. */
const PICTURE_BYTES = 40_000;
const OURS = 'n8n-nodes-x-platform.';
const ROOT = resolve(__dirname, '../../..');
const files = readdirSync(join(ROOT, 'examples')).filter((file) => file.endsWith('.json'));
const recipes = files.map((file) => ({
	file,
	workflow: workflowFile.parse(JSON.parse(readFileSync(join(ROOT, 'examples', file), 'utf8'))),
}));
const each = recipes.map(({ file, workflow }) => [file, workflow] as const);
const nodesOf = ({ nodes }: Workflow) => nodes.filter((node) => !isNote(node));

const tools = recipes.flatMap(({ workflow: { nodes } }) =>
	nodes.filter(({ type }) => type.startsWith(OURS) && type.endsWith('Tool')),
);

/** The form that the editor shows for a type: that for people, or that for agents. */
function formOf(type: string): INodeTypeDescription {
	const description = descriptionOf(type.replace(/Tool$/, ''));
	if (!type.endsWith('Tool')) return description;
	const { replacements } = description.usableAsTool as { replacements: Partial<INodeTypeDescription> };
	return { ...description, ...replacements };
}

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
const answers = each.flatMap(([file, { nodes }]) =>
	nodes.flatMap(({ name, type, parameters }) => {
		const isAnswer =
			/\.x(Core|Chat)$/.test(type) &&
			('reply_in_reply_to_tweet_id' in parameters ||
				/^(sendToConversation|reply)$/.test(String(parameters['operation'])) ||
				/sender_id/.test(JSON.stringify(parameters['participant_id'] ?? '')));
		return isAnswer ? [[`${file}: ${name}`, parameters] as const] : [];
	}),
);

it('are at least twenty, each once in a group of the list', () => {
	expect(files.length).toBeGreaterThanOrEqual(20);
	expect([...ORDER].sort()).toEqual([...files].sort());
	const names = recipes.map(({ workflow }) => workflow.name);
	expect(new Set(names).size).toBe(names.length);
	expect(each.flatMap(([, workflow]) => billedLists(workflow)).length).toBeGreaterThan(12);
});

it('put the alternatives of a search in parentheses', () => {
	// A space binds closer than OR: https://docs.x.com/x-api/posts/search/integrate/build-a-query
	const loose = recipes.filter(({ workflow }) =>
		[...JSON.stringify(nodesOf(workflow)).matchAll(/"(?:value|query)":"((?:[^"\\\\]|\\\\.)*)"/g)].some(
			([, query = '']) => / OR /.test(query.replace(/\([^()]*\)/g, '')),
		),
	);
	expect(loose.map(({ file }) => file)).toEqual([]);
});

it('are started in the demo by events that there are', () => {
	const known = demoEvents.map(([name]) => name);
	const trials = Object.values(TRIALS).flat();
	expect(trials.filter(([event]) => !known.includes(event))).toEqual([]);
	expect([...Object.keys(TRIALS), ...NEED_SERVERS].filter((file) => !files.includes(file))).toEqual([]);
});

it('are listed as they are: npx tsx scripts/pictures.ts writes the list', () => {
	const list = readFileSync(join(ROOT, 'examples/README.md'), 'utf8').split('\n');
	expect(recipesPage(recipes).split('\n')).toEqual(list);
});

describe('the tools of models', () => {
	// docs/agents.md: an agent that reads what strangers write has no tool that writes. A node does it, which a person
	// or a rule lets through; n8n 1 could not ask a person before a tool.
	it('only read', () => {
		const reading = records().flatMap(({ label, operation: { route } }) =>
			route.startsWith('GET ') ? [label] : [],
		);
		const labels = tools.map(({ type, parameters: { resource, operation } }) =>
			[type.slice(OURS.length).replace(/Tool$/, ''), resource, operation].join('.'),
		);
		expect(labels.filter((label) => !reading.includes(label))).toEqual([]);
		expect(labels).toContain('xCore.post.searchRecent');
	});

	it('have their IDs as text: their form has no modes', () => {
		expect(tools.filter(({ parameters }) => JSON.stringify(parameters).includes('__rl'))).toEqual([]);
	});
});

describe.each(each)('%s', (file, workflow) => {
	const nodes = nodesOf(workflow);
	const names = new Set(nodes.map(({ name }) => name));

	it('says what it does, when it runs, what it needs and what to change', () => {
		const { title, what, runs, credentials, changes } = notesOf(workflow);
		expect(title).toBe(workflow.name);
		expect(what).toMatch(/\.$/);
		expect(runs).not.toBe('');
		expect(changes.length).toBeGreaterThan(0);
		const types = nodes.flatMap((node) => Object.keys(node.credentials ?? {}));
		const labels = host()
			.credentialsOfPackage()
			.filter(([, { name }]) => types.includes(name))
			.map(([, { displayName }]) => displayName);
		expect(labels.filter((label) => !credentials.includes(label))).toEqual([]);
	});

	it('says in at most four short lines what happens on a bad day', () => {
		const { badDay } = notesOf(workflow);
		const isByHand = nodes.every(({ type }) => !type.endsWith('Trigger') || type.endsWith('.manualTrigger'));
		const asked = ['Fails half way', 'Run twice', ...(isByHand ? [] : ['n8n was off']), 'Empty answer'];
		expect(badDay.map((line) => line.split(': ')[0])).toEqual(asked);
		expect(badDay.filter((line) => line.length > 150)).toEqual([]);
	});

	it('has notes that show all of their text', () => {
		const cut = workflow.nodes.filter((node) => {
			if (!isNote(node)) return false;
			const { content, width, height } = node.parameters as {
				content: string;
				width: number;
				height: number;
			};
			return heightOf(content, width) > height;
		});
		expect(cut.map(({ name }) => name)).toEqual([]);
	});

	it('is not called as all others are: on X', () => {
		expect(workflow.name).not.toMatch(/ on X(?! Ads)\b/);
	});

	it('names nodes that it has', () => {
		const { changes, badDay } = notesOf(workflow);
		const bold = [...changes, ...badDay].flatMap((line) => [...line.matchAll(/\*\*([^*]+)\*\*/g)]);
		const quoted = JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g);
		const connected = Object.entries(workflow.connections).flatMap(([from, outputs]) => [
			from,
			...Object.values(outputs).flatMap((lists) =>
				lists.flatMap((list) => list ?? []).map(({ node }) => node),
			),
		]);
		const named = [...[...bold, ...quoted].map(([, name = '']) => name), ...connected];
		expect(named.filter((name) => !names.has(name))).toEqual([]);
	});

	it('has nodes whose names say what they do', () => {
		// More than one word, and neither the type nor a number that the editor adds.
		const poor = [...names].filter((name) => !/ /.test(name) || /\d$|^X (Core|Ads|Catalog|Chat)/.test(name));
		expect(poor).toEqual([]);
	});

	it('leaves the credentials to the user', () => {
		const ids = nodes.flatMap((node) => Object.values(node.credentials ?? {}).map(({ id }) => id));
		expect(ids.filter((id) => id !== null)).toEqual([]);
		const lacking = nodes.filter((node) => node.type.startsWith(OURS) && node.credentials === undefined);
		expect(lacking.map(({ name }) => name)).toEqual([]);
	});

	it('fills in parameters that the forms show', () => {
		const { NodeHelpers } = host().n8nWorkflow;
		const hidden = nodes
			.filter(({ type }) => type.startsWith(OURS))
			.flatMap((node) => {
				const description = formOf(node.type.slice(OURS.length));
				const parameters = node.parameters as INodeParameters;
				const shown = NodeHelpers.getNodeParameters(
					description.properties,
					parameters,
					true,
					false,
					{ ...node, parameters } as INode,
					description,
				);
				// What older workflows may still hold is there, but out of sight.
				const unseen = description.properties
					.filter(({ name, type }) => type === 'hidden' && name in parameters)
					.filter((property) => isShown({ description }, property, parameters as Record<string, string>))
					.map(({ name }) => `.${name}`);
				return [...missing(parameters, shown), ...unseen].map((path) => `${node.name}: ${path}`);
			});
		expect(hidden).toEqual([]);
	});

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

	it('has a small picture that shows it: npx tsx scripts/pictures.ts draws it', () => {
		const path = join(ROOT, pictureOf(file));
		const drawn = existsSync(path) ? readFileSync(path, 'utf8') : '';
		expect(picture(workflow).split('\n')).toEqual(drawn.split('\n'));
		expect(Buffer.byteLength(drawn)).toBeLessThanOrEqual(PICTURE_BYTES);
	});
});

it('have pages that say what each step at X costs', () => {
	const pages = templatePages();
	const all = files.map((file) => `docs/templates/${file.replace('json', 'md')}`).sort();
	expect(Object.keys(pages).sort()).toEqual(all);
	const written = readdirSync(join(ROOT, 'docs/templates')).map((file) => `docs/templates/${file}`);
	expect(written.sort()).toEqual(all);
	// Post: Create and User: Read of https://docs.x.com/x-api/getting-started/pricing, read on 2026-11-21.
	expect(pages['docs/templates/x-thread-with-pictures.md']).toContain('$0.015');
	expect(pages['docs/templates/followers-sorted.md']).toContain(
		'X Core: User → Get Followers | $0.01 for each user |',
	);
	expect(pages['docs/templates/trigger-dm-auto-reply.md']).toContain(
		'| X Webhook Trigger | $0.01 for each event |',
	);
	expect(pages['docs/templates/ads-daily-report.md']).toContain(
		'X Ads Analytics: Report → Sync | not billed |',
	);
});

it('have no pictures left over', () => {
	const drawn = readdirSync(join(ROOT, 'docs/pictures')).map((file) => `docs/pictures/${file}`);
	const wanted = new Set(files.map(pictureOf));
	expect(drawn.filter((path) => path.endsWith('.svg') && !wanted.has(path))).toEqual([]);
});

it.each(answers)('%s answers each Post or message once', (_name, parameters) => {
	const { guard } = z.object({ guard: z.record(z.unknown()) }).parse(parameters['options']);
	expect(guard['answerOnce'] === true || typeof guard['answeredMessage'] === 'string').toBe(true);
});

// test/e2e/recipesBadDays.e2e.ts runs every other recipe that writes again, and expects that it writes nothing twice.
it('writes once for each event in recipes that an event of the demo starts', () => {
	const started = each.filter(([file]) => file in TRIALS);
	const others = started.flatMap(([, { nodes }]) =>
		nodes.filter(({ type }) => /\.(manual|schedule)Trigger$/.test(type)),
	);
	expect(started.length).toBeGreaterThan(5);
	expect(others.map(({ name }) => name)).toEqual([]);
});

it('writes nothing at X in recipes that need servers', () => {
	const left = each.filter(([file]) => NEED_SERVERS.includes(file));
	expect(left.length).toBe(NEED_SERVERS.length);
	expect(left.flatMap(([, { nodes }]) => nodes.filter((node) => operationOf(node)))).toEqual([]);
});

/** Paths of what one value has and the other one lacks. n8n adds the times of polling triggers to the form itself. */
function missing(given: unknown, shown: unknown, path = ''): string[] {
	if (path === '.pollTimes') return [];
	if (Array.isArray(given))
		return given.flatMap((value, index) => missing(value, (shown as unknown[])[index], `${path}[${index}]`));
	if (!isPlainObject(given)) return shown === undefined ? [path] : [];
	if (!isPlainObject(shown)) return [path];
	return Object.entries(given as object).flatMap(([key, value]) =>
		missing(value, (shown as Record<string, unknown>)[key], `${path}.${key}`),
	);
}
