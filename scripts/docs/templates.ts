/** A page for each recipe, in the shape of a template of n8n's gallery, and the page from which people choose one. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sortBy } from 'lodash';
import { PRICES_DATE } from '../../nodes/shared/model/prices';
import { NEED_SERVERS, TRIALS, commandOf } from '../demo/recipes';
import { stepsOf } from './recipeCost';
import { GROUPS } from '../recipes/groups';
import { billed, isNote, notesOf } from '../recipes/notes';
import { pictureOf } from '../recipes/page';
import { PROJECT_ROOT } from '../runtime/package';
import { type Workflow, type WorkflowNode, workflowFile } from '../runtime/types';

interface Template {
	/** The name of its file, without the ending. */
	readonly file: string;
	readonly workflow: Workflow;
}

const FOLDER = join(PROJECT_ROOT, 'examples');

/** Every recipe in its file. */
const templates = (): Template[] =>
	readdirSync(FOLDER)
		.filter((name) => name.endsWith('.json'))
		.map((name) => ({
			file: name.replace(/\.json$/, ''),
			workflow: workflowFile.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))),
		}));

/** The pages of all recipes: path from the root of the repository → content. */
export const templatePages = (): Record<string, string> =>
	Object.fromEntries(templates().map((each) => [`docs/templates/${each.file}.md`, templatePage(each)]));

function templatePage({ file, workflow }: Template): string {
	const { what, runs, bills, credentials, changes, badDay } = notesOf(workflow);
	return [
		`# ${workflow.name}`,
		'',
		what,
		'',
		`![${workflow.name}](../../${pictureOf(`${file}.json`)})`.replace('../../docs/', '../'),
		'',
		'## How it works',
		'',
		...howItWorks(workflow),
		'',
		`It runs ${runs}.${hasSchedule(workflow) ? ' The schedule is in the time zone of the workflow (**⋯ → Settings → Timezone**).' : ''}`,
		'',
		'## What it costs',
		'',
		billed(bills),
		'',
		...cost(workflow),
		'',
		'## What you need',
		'',
		`- [This package](../start.md#1-install) in your n8n`,
		`- Credentials: [${credentials}](../keys.md)`,
		...(NEED_SERVERS.includes(`${file}.json`) ? ['- A server of the kind that its nodes name'] : []),
		'',
		'## How to set it up',
		'',
		`1. Download [${file}.json](../../examples/${file}.json), and in the editor choose **⋯ → Import from File**.`,
		'2. Choose your credentials in the nodes.',
		'3. Change what the next section names, and press **Execute workflow**.',
		...demo(file),
		'',
		'## What to change',
		'',
		...changes.map((change) => `- ${change}`),
		'',
		'## On a bad day',
		'',
		// A colon behind the case would be the first of two in most lines.
		...badDay.map((line) =>
			line.replace(
				/^(.+?): (.)/,
				(_, hour: string, first: string) => `- **${hour}.** ${first.toUpperCase()}`,
			),
		),
		'- **Nothing runs, or something else.** [When something goes wrong](../trouble.md)',
		'',
		'[More recipes](../recipes.md)',
		'',
	].join('\n');
}

const hasSchedule = ({ nodes }: Workflow): boolean =>
	nodes.some(({ type }) => type.endsWith('.scheduleTrigger'));

/** The nodes in the order of the canvas, from left to right; below an agent what it has. */
function howItWorks(workflow: Workflow): string[] {
	const { nodes, connections } = workflow;
	const uses = new Map(stepsOf(workflow).map(({ name, what }) => [name, what]));
	const shown = ({ name }: WorkflowNode) => `**${name}**${uses.has(name) ? ` (${uses.get(name)})` : ''}`;
	const isPart = ({ name }: WorkflowNode) =>
		connections[name] !== undefined && !('main' in connections[name]);
	const partsOf = ({ name: whole }: WorkflowNode) =>
		nodes.filter(
			(node) => isPart(node) && JSON.stringify(connections[node.name]).includes(JSON.stringify(whole)),
		);
	return sortBy(
		nodes.filter((node) => !isNote(node) && !isPart(node)),
		['position.0', 'position.1'],
	).map((node, index) => {
		const parts = partsOf(node).map(shown).join(', ');
		return `${index + 1}. ${shown(node)}${parts === '' ? '' : ` with ${parts}`}`;
	});
}

function cost(workflow: Workflow): string[] {
	const steps = stepsOf(workflow);
	const note = `By the prices of ${PRICES_DATE}. The sum has the bounds that forms set, and $0.01 for each account that a step looks up; what is read again on the same day (UTC) is billed once. [Costs and limits](../cost.md)`;
	return [
		'| Step | What it does | Price |',
		'|---|---|---|',
		...steps.map(({ name, what, price }) => `| ${name} | ${what} | ${price ?? 'not billed'} |`),
		'',
		...(steps.some(({ price }) => price !== undefined) ? [note] : ['[Costs and limits](../cost.md)']),
	];
}

const demo = (file: string): string[] => {
	const commands = (TRIALS[`${file}.json`] ?? []).map((trial) => `\`${commandOf(trial)}\``);
	if (NEED_SERVERS.includes(`${file}.json`)) return [];
	const event = commands.length === 0 ? '' : `, and ${commands.join(', ')} starts it`;
	return ['', `To try it first without an account at X: \`npm start\` has it imported${event}.`];
};

/** The page from which people choose. */
export function galleryPage(): string {
	const all = templates();
	const lost = all.filter(({ file }) => !Object.values(GROUPS).flat().includes(`${file}.json`));
	if (lost.length > 0) throw new Error(`In no group of recipes: ${lost.map(({ file }) => file).join(', ')}`);
	return [
		'# Recipes',
		'',
		`[![${SHOWN.title}](pictures/${SHOWN.file}.svg)](templates/${SHOWN.file}.md)`,
		'',
		'Workflows to import: **⋯ → Import from File**. Each has a page with its picture, what to change, and what happens on a bad day. `npm start` has all but the last two, on a simulated X.',
		'',
		'The last column is what X bills at most, by the prices of the nodes. The tests run each recipe to its last node; one that writes is run again after each step has failed, and writes nothing twice. Some that a person starts write each time: *On a bad day* says which.',
		'',
		...Object.entries(GROUPS).flatMap(([group, files]) => section(group, files, all)),
	].join('\n');
}

/** The recipe whose picture the page begins with. */
const SHOWN = { file: 'x-schedule-posts-from-sheet', title: 'Schedule Posts from a sheet' };

const section = (group: string, files: readonly string[], all: readonly Template[]): string[] => [
	`## ${group}`,
	'',
	'| Recipe | Runs | What X bills |',
	'|---|---|---|',
	...files
		.flatMap((name) => all.filter(({ file }) => `${file}.json` === name))
		.map(({ file, workflow }) => {
			const { runs, bills } = notesOf(workflow);
			return `| [${workflow.name}](templates/${file}.md) | ${runs} | ${bills} |`;
		}),
	'',
];
