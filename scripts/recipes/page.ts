/** The list of recipes in examples/README.md. */
import { uniq } from 'lodash';
import { NEED_SERVERS, TRIALS, commandOf } from '../demo/recipes';
import type { Example } from '../examples';
import { GROUPS } from './groups';
import { nameOf } from './nodes';
import { billed, notesOf } from './notes';

const BEGINNING = `# Recipes

Workflows to import: in the editor open ⋯ → **Import from File**, and choose your credentials. The notes on the canvas
say what a recipe does and what to change. \`npm start\` has them imported, all but the last two, with a simulated X
behind them, and the tests run every one of them to its last node.

Here is one; the [pictures of all](#pictures) are below.

![AI agent that answers mentions](../docs/pictures/x-agent-answers-mentions.svg)
`;

/** @param file The name of an example's file. */
export const pictureOf = (file: string): string => `docs/pictures/${file.replace(/\.json$/, '.svg')}`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function row({ file, workflow }: Example): string {
	const { what, runs, bills, changes } = notesOf(workflow);
	const nodes = uniq(workflow.nodes.flatMap(({ type }) => nameOf(type) ?? []));
	const trials = (TRIALS[file] ?? []).map((trial) => `\`${commandOf(trial)}\``);
	const demo = trials.length === 0 ? '' : `; in the demo: ${trials.join(', ')}`;
	const without = NEED_SERVERS.includes(file) ? '; left out of the demo, which has no such server' : '';
	const cells = [
		`[${workflow.name}](${file})`,
		nodes.join(', '),
		`${what} Runs ${runs}${demo}${without}. ${billed(bills)}`,
		changes.join('; '),
	];
	return `| ${cells.map(cell).join(' | ')} |`;
}

/** The page. */
export function recipesPage(examples: readonly Example[]): string {
	const byFile = new Map(examples.map((example) => [example.file, example]));
	const groups = Object.entries(GROUPS).map(([title, files]) => ({
		title,
		examples: files.flatMap((file) => byFile.get(file) ?? []),
	}));
	const tables = groups.map(({ title, examples: members }) =>
		[
			`## ${title}`,
			'',
			'| Recipe | Nodes | What it does | What to change |',
			'|---|---|---|---|',
			...members.map(row),
			'',
		].join('\n'),
	);
	const pictures = groups
		.flatMap((group) => group.examples)
		.map(({ file, workflow }) => `### ${workflow.name}\n\n![${workflow.name}](../${pictureOf(file)})\n`);
	return [BEGINNING, ...tables, '## Pictures\n', ...pictures].join('\n');
}
