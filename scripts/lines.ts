/** How much code the package has for what it can do. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';

const NODES = join(__dirname, '../nodes');

/**
 * The lines of `nodes` for each operation in the menus: `npm run build` prints them, and
 * docs/decisions/lines-per-operation.md bounds them. No file there is generated, so each one counts.
 */
export function linesPerOperation(nodes: readonly INodeTypeDescription[]) {
	const lines = readdirSync(NODES, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.reduce((sum, file) => sum + readFileSync(join(NODES, file), 'utf8').split('\n').length - 1, 0);
	const operations = new Set(nodes.flatMap(operationsOf)).size;
	return { lines, operations, each: lines / operations };
}

/** The operations in the menus of a node; an environment may have a menu of its own with the same ones. */
const operationsOf = ({ name, properties }: INodeTypeDescription): string[] =>
	properties
		.filter((property) => property.name === 'operation')
		.flatMap(({ options = [], displayOptions }) =>
			options.map((option) =>
				JSON.stringify([name, displayOptions?.show?.resource, 'value' in option && option.value]),
			),
		);
