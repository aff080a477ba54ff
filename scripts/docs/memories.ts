/** The tables of docs/architecture.md about what the process remembers, and what a workflow stores. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { memories } from '../../nodes/shared/memory/process';
import { MOST_KEYS } from '../../nodes/shared/memory/workflowMemory';
import { storedForms } from '../../nodes/shared/memory/stored';

const NODES = join(__dirname, '../../nodes');
const HEAD = ['What', 'Of', 'At most', 'Forgotten before, when'];
const STORED_HEAD = ['Name', 'An entry for each', 'Entries', 'If it is damaged, it is removed, and'];

/** Loads each module that makes a memory: the nodes load most of theirs only when they run. */
function loadAll(): void {
	const load = createRequire(__filename);
	readdirSync(NODES, { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => join(NODES, name))
		.filter((path) => readFileSync(path, 'utf8').includes('/memory/'))
		.sort()
		.forEach((path) => void load(path));
}

/** A table for people, by owner. */
export function memoriesTable(): string {
	loadAll();
	const rows = memories()
		.map(({ name, of, most, until }) => [name, of, most?.toLocaleString('en') ?? '', until ?? ''])
		.sort(([a = '', ofA = ''], [b = '', ofB = '']) => ofA.localeCompare(ofB) || a.localeCompare(b));
	return table(HEAD, rows);
}

/** What runs of a workflow store. */
export function storedTable(): string {
	loadAll();
	const rows = storedForms()
		.map(({ name, of, most = MOST_KEYS, without }) => [
			`\`${name}\``,
			of,
			of.startsWith('workflow') ? '1' : String(most),
			without,
		])
		.sort(([a = ''], [b = '']) => a.localeCompare(b));
	return table(STORED_HEAD, rows);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n';
