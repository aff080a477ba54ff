import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(process.cwd());

/** The icon of a node as an address that holds it. */
export function iconOf(type: string): string {
	const folder = `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
	const source = readFileSync(join(ROOT, 'nodes', folder, `${folder}.node.ts`), 'utf8');
	const file = /icons\/([\w-]+?)(?:\.dark)?\.svg/.exec(source)?.[1] ?? '';
	const svg = readFileSync(join(ROOT, 'icons', `${file}.svg`));
	return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}
