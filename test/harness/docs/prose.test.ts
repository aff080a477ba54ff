/**
 * What the documentation says in passing is so: labels of the form, expressions, variables of n8n, commands, credentials.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kindsOf, optionsOf, steps, texts } from './forms';
import { evaluate, expressions } from './expressions';
import { pages, prose, read, ROOT } from './pages';
import { command, READ_BY_N8N } from './programs';

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
