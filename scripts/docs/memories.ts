/** The table of docs/architecture.md about what the process remembers. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { memories } from '../../nodes/shared/memory/process';

const NODES = join(__dirname, '../../nodes');
const HEAD = ['What', 'Of', 'At most', 'Forgotten before, when'];

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
	return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n') + '\n';
}
