/** `npx tsx scripts/migrate/main.ts workflow.json`: prints the workflow with X Core in the place of n8n's X node. */
import { readFileSync } from 'node:fs';
import { migrate } from './twitterNode';

const [file] = process.argv.slice(2);
if (file === undefined) {
	console.error('Give the file of a workflow, as n8n downloads it');
	process.exitCode = 1;
} else {
	const { workflow, notes, replaced } = migrate(JSON.parse(readFileSync(file, 'utf8')));
	console.log(JSON.stringify(workflow, null, 2));
	console.error(`${replaced} replaced.`);
	for (const { node, text } of notes) console.error(`${node}: ${text}`);
}
