/**
 * Every code block of the documentation does what it shows, and what it says in passing is so: labels of the form,
 * expressions, variables of n8n, commands, credentials. A block of a kind that is not known here fails.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypes } from 'n8n-workflow';
import { kindsOf, optionsOf, steps, texts } from './forms';
import { blocks, pages, prose, read, ROOT, type Block } from './pages';
import {
	checkDockerfile,
	checkDrawing,
	checkJavaScript,
	checkJson,
	checkNginx,
	checkShell,
	checkTypeScript,
	command,
	READ_BY_N8N,
} from './programs';
import { useSimulator } from '../../support/simulator';
import { host } from '../../support';

const sim = useSimulator({ followers: 5 });

const KINDS: Readonly<Record<string, (block: Block) => void | Promise<void>>> = {
	dockerfile: checkDockerfile,
	js: checkJavaScript,
	json: async (block) => await checkJson(block, sim()),
	nginx: checkNginx,
	sh: checkShell,
	text: checkDrawing,
	ts: checkTypeScript,
};

it('there are blocks', () => expect(blocks().length).toBeGreaterThan(10));

it.each(blocks().map((block) => [block.place, block.language, block] as const))(
	'%s (%s)',
	async (_, language, block) => {
		expect(Object.keys(KINDS)).toContain(language);
		await KINDS[language]?.(block);
	},
);

/** The change log speaks of what was, and the reference has tests of its own. */
const spoken = pages().filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('docs/reference/'));
/** Not the page of messages that users see: those are in italics too. */
const guides = spoken.filter(
	(page) => page.startsWith('docs/') && !['docs/architecture.md', 'docs/reliability.md'].includes(page),
);

const inCode = (page: string): string[] =>
	[...read(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');

/** What a page has in italics. */
const labelsOf = (page: string): string[] =>
	[
		...prose(page)
			.replace(/\n\s*/g, ' ')
			.matchAll(/(?<![\w/])_([^_]{2,80})_(?!\w)/g),
	].map(([, label = '']) => label);

it('labels are found, with and without their places', () => {
	const all = guides.flatMap(labelsOf);
	expect(all.length).toBeGreaterThan(500);
	expect(all.filter((label) => label.includes(' → ')).length).toBeGreaterThan(100);
});

describe.each(guides)('%s', (page) => {
	const named = labelsOf(page);

	it('names fields, options and operations as the forms do', () => {
		const known = texts();
		const parts = named.flatMap((path) => path.split(' → '));
		const isKnown = (label: string) => known.has(label) || label.split(': ').every((part) => known.has(part));
		expect(parts.filter((label) => !isKnown(label))).toEqual([]);
	});

	it('names them where they are', () => {
		const known = steps();
		const paths = named.filter((path) => path.includes(' → '));
		const withoutUnit = paths.map((path) => path.replace(/ \([^()]+\)$/, ''));
		expect(withoutUnit.filter((path) => !known.has(path))).toEqual([]);
	});
});

it.each(spoken)('%s has the words of X, and plain ones', (page) => {
	const text = prose(page).replace(/Sign in with Twitter|X \((?:Formerly )?Twitter\)|formerly Twitter/g, '');
	const unwanted = /the\s+platform\b|\btwitter\b|\bmend(?:s|ed)?\b|unless said|by itself\b|request options/gi;
	const allowed = ['CONTRIBUTING.md', 'docs/migrate.md'];
	expect(allowed.includes(page) ? [] : [...text.matchAll(unwanted)].map(([word]) => word)).toEqual([]);
});

describe('expressions', () => {
	const found = [...new Set(spoken.flatMap(inCode).flatMap((code) => code.match(/\{\{ .+? \}\}/g) ?? []))];

	it.each(found)('%s gives what the page says', (expression) => {
		expect(Object.keys(expressions)).toContain(expression);
		const { item, value } = expressions[expression] ?? {};
		expect(evaluate(expression, item)).toEqual(value);
	});
});

const READ_BY_SCRIPTS = ['paths', 'image', 'source']
	.map((file) => readFileSync(join(ROOT, `scripts/runtime/${file}.ts`), 'utf8'))
	.join('\n');

it('names variables that n8n or its start in scripts/runtime reads', () => {
	const settings = join(ROOT, 'node_modules/@n8n/config/dist');
	const known = readdirSync(settings, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(join(settings, file), 'utf8'))
		.join('\n');
	const named = spoken.flatMap((page) => [
		...read(page).matchAll(/\b((?:N8N|WEBHOOK|EXECUTIONS|QUEUE|OFFLOAD)_[A-Z0-9_]+)\b/g),
	]);
	const names = [...new Set(named.map(([, name]) => name ?? ''))];
	expect(names.length).toBeGreaterThan(8);
	const isRead = (name: string) =>
		known.includes(`'${name}'`) || READ_BY_N8N.includes(name) || READ_BY_SCRIPTS.includes(`'${name}'`);
	expect(names.filter((name) => !isRead(name))).toEqual([]);
});

it('names commands that there are', () => {
	const commands = spoken.flatMap(inCode).filter((code) => /^(npm|npx) /.test(code));
	expect(commands.length).toBeGreaterThan(10);
	for (const each of commands) each.split(' && ').forEach(command);
});

describe('docs/events.md', () => {
	const rows = [...read('docs/events.md').matchAll(/^\| (.+?) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)]
		.map(([, ...cells]) => cells)
		.filter((cells) => cells.some((cell) => cell.includes('✓')));
	const NODES = ['xCoreTrigger', 'xStreamTrigger', 'xWebhookTrigger'];

	it('has a row for each event of X Trigger', () => {
		const inTable = rows.map((cells) => cells[1]).join();
		expect(rows.length).toBeGreaterThan(15);
		expect(optionsOf('xCoreTrigger', 'event').filter((event) => !inTable.includes(`_${event}_`))).toEqual([]);
	});

	it.each(rows.map((cells) => [cells[0] ?? '', cells]))(
		'%s: each trigger has what it is said to have',
		(_, cells) => {
			NODES.forEach((node, column) => {
				const cell = cells[column + 1] ?? '';
				const events = [...cell.matchAll(/_([^_]+)_/g)].map(([, event]) => event ?? '');
				expect(cell.includes('✓')).toBe(events.length > 0);
				const offered = [
					...optionsOf(node, 'event'),
					...optionsOf(node, 'events'),
					...optionsOf(node, 'eventTypes'),
					...optionsOf(node, 'otherSources'),
				];
				expect(events.filter((event) => !offered.includes(event))).toEqual([]);
			});
		},
	);
});

it('docs/keys.md names operations that take the credential of their row', () => {
	const KINDS = {
		'X (Twitter) App API': 'app',
		'X (Twitter) OAuth2 API': 'oAuth2',
		'X (Twitter) OAuth1 API': 'oAuth1',
	};
	const rows = [...read('docs/keys.md').matchAll(/^\|[^|]+\|([^|]+)\|([^|]+)\|([^|]*: [^|]+)\|$/gm)];
	const wrong = rows.flatMap(([, credentials = '', part = '', examples = '']) => {
		// With its part, a user's credential has the token of the app.
		const also = part.includes('Use for Streams and Webhooks') ? ['app'] : [];
		const wanted = Object.entries(KINDS).flatMap(([name, kind]) =>
			credentials.includes(`**${name}**`) ? [kind] : [],
		);
		return examples
			.split(',')
			.map((operation) => operation.trim())
			.filter((operation) =>
				wanted.some((kind) => ![kind, ...also].some((each) => kindsOf(operation).includes(each))),
			);
	});
	expect(rows.length).toBeGreaterThan(4);
	expect(wrong).toEqual([]);
});

interface Example {
	/** `$json` of the item. */
	readonly item?: object;
	readonly value: unknown;
}

const expressions: Readonly<Record<string, Example>> = {
	"{{ '' }}": { value: '' },
	'{{ null }}': { value: null },
	'{{ $json.data.approved }}': { item: { data: { approved: true } }, value: true },
	'{{ $json.dm_conversation_id }}': { item: { dm_conversation_id: '1-2' }, value: '1-2' },
	'{{ $json.error }}': { item: { error: 'Rate limit reached' }, value: 'Rate limit reached' },
	'{{ $json.fingerprint }}': { item: { fingerprint: '1192e29a-28120b8f' }, value: '1192e29a-28120b8f' },
	'{{ $json.id }}': { item: { id: '1460323737035677698' }, value: '1460323737035677698' },
	// In a binary fraction this is 13.750000000000002.
	'{{ ($json.a * 1.1).toFixed(2) }}': { item: { a: 12.5 }, value: '13.75' },
	'{{ $json.resume }}': {
		item: { resume: { reason: 'maxCost', left: [] } },
		value: { reason: 'maxCost', left: [] },
	},
	"{{ $json.resume ?? 'start' }}": { value: 'start' },
	'{{ $json.name }}': { item: {}, value: undefined },
	"{{ $json.name ?? '' }}": { item: {}, value: '' },
	'{{ $json.total }}': { item: { total: null }, value: null },
	'{{ $now.minus({ days: 1 }).toISO() }}': {
		value: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}[+-]\d\d:\d\d$/),
	},
	'{{ $json.access_token }}': { item: { access_token: 'xcbot_1' }, value: 'xcbot_1' },
	'{{ $json.refresh_token }}': { item: { refresh_token: 'xcbot_2' }, value: 'xcbot_2' },
	'{{ $json.author_id }}': { item: { author_id: '2244994945' }, value: '2244994945' },
	'{{ $json.details.unsure }}': { item: { details: { unsure: true } }, value: true },
	'{{ $json.text }}': { item: { text: 'A catalog sync: 2 products.' }, value: 'A catalog sync: 2 products.' },
	"{{ $json.total ?? '' }}": { item: { total: null }, value: '' },
};

/** What n8n makes of an expression. */
function evaluate(expression: string, item: object = {}): unknown {
	const { Workflow } = host().n8nWorkflow;
	const node = { id: '1', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0] as [number, number] };
	const description = { properties: [], inputs: ['main'], outputs: ['main'] };
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({
		nodes: [{ ...node, parameters: {} }],
		connections: {},
		active: false,
		nodeTypes,
	});
	const input = [{ json: item as never }];
	return workflow.expression.getParameterValue(`=${expression}`, null, 0, 0, 'Node', input, 'manual', {});
}
