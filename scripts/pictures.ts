/** Draws the pictures of the recipes in docs/pictures, and writes their list: `npx tsx scripts/pictures.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readExamples } from './examples';
import { pictureOf, recipesPage } from './recipes/page';
import { picture } from './recipes/picture';
import { PROJECT_ROOT } from './runtime/package';

function write(path: string, content: string): void {
	const file = join(PROJECT_ROOT, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
}

async function main(): Promise<void> {
	const examples = await readExamples();
	for (const { file, workflow } of examples) write(pictureOf(file), picture(workflow));
	write('examples/README.md', recipesPage(examples));
}

void main();
