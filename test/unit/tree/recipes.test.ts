/**
 * Every recipe in examples/ explains itself, has its place in the list and its picture, and fits the present forms.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isPlainObject } from 'lodash';
import type { INode, INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import { demoEvents } from '../../../scripts/demo/events';
import { NEED_SERVERS, TRIALS } from '../../../scripts/demo/recipes';
import { templatePages } from '../../../scripts/docs/templates';
import { ORDER } from '../../../scripts/recipes/groups';
import { heightOf } from '../../../scripts/recipes/markdown';
import { isNote, notesOf } from '../../../scripts/recipes/notes';
import { pictureOf, recipesPage } from '../../../scripts/recipes/page';
import { picture } from '../../../scripts/recipes/picture';
import { type Workflow, workflowFile } from '../../../scripts/runtime/types';
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

it('are at least twenty, each once in a group of the list', () => {
	expect(files.length).toBeGreaterThanOrEqual(20);
	expect([...ORDER].sort()).toEqual([...files].sort());
	const names = recipes.map(({ workflow }) => workflow.name);
	expect(new Set(names).size).toBe(names.length);
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

	it('has a small picture that shows it: npx tsx scripts/pictures.ts draws it', () => {
		const path = join(ROOT, pictureOf(file));
		const drawn = existsSync(path) ? readFileSync(path, 'utf8') : '';
		expect(picture(workflow).split('\n')).toEqual(drawn.split('\n'));
		expect(Buffer.byteLength(drawn)).toBeLessThanOrEqual(PICTURE_BYTES);
	});
});

it('have pages that say what each step at X costs', () => {
	const pages = templatePages();
	expect(Object.keys(pages).sort()).toEqual(
		files.map((file) => `docs/templates/${file.replace('json', 'md')}`).sort(),
	);
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

it('have no pages left over', () => {
	const written = readdirSync(join(ROOT, 'docs/templates')).map((file) => `docs/templates/${file}`);
	expect(written.sort()).toEqual(Object.keys(templatePages()).sort());
});

it('have no pictures left over', () => {
	const drawn = readdirSync(join(ROOT, 'docs/pictures')).map((file) => `docs/pictures/${file}`);
	const wanted = new Set(files.map(pictureOf));
	expect(drawn.filter((path) => path.endsWith('.svg') && !wanted.has(path))).toEqual([]);
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
