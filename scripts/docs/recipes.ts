/** The page of recipes: what the notes on the canvas of each example say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { GROUPS } from '../recipes/groups';

const ROOT = resolve(__dirname, '../..');

interface Recipe {
	readonly file: string;
	readonly name: string;
	readonly nodes: ReadonlyArray<{
		readonly type: string;
		readonly parameters: { readonly content?: string };
	}>;
}

/** The page as Markdown. */
export function recipesPage(): string {
	const recipes = readRecipes();
	const grouped = Object.values(GROUPS).flat();
	const lost = recipes.filter(({ file }) => !grouped.includes(`${file}.json`));
	if (lost.length > 0) throw new Error(`In no group of recipes: ${lost.map(({ file }) => file).join(', ')}`);
	return [
		'# Recipes',
		'',
		'Workflows to import: in the editor open **⋯ → Import from File**, or copy the content of the file, click on the empty canvas, and paste. Then choose your credentials. The notes on the canvas say what to change. `npm start` has all of them imported, and the tests run every one.',
		'',
		...Object.entries(GROUPS).flatMap(([group, files]) => section(group, files, recipes)),
	].join('\n');
}

function section(group: string, files: readonly string[], recipes: readonly Recipe[]): string[] {
	const own = files.map((file) => recipes.find((each) => `${each.file}.json` === file));
	return [`## ${group}`, '', ...own.flatMap((each) => (each ? recipe(each) : []))];
}

function recipe({ file, name, nodes }: Recipe): string[] {
	const picture = `pictures/${file}.svg`;
	const notes = nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => parameters.content);
	return [
		`### ${name.replace(/^X: /, '')}`,
		'',
		...(existsSync(join(ROOT, 'docs', picture)) ? [`![${name}](${picture})`, ''] : []),
		...notes.flatMap((note = '') => [asText(note, name), '']),
		`[${file}.json](../examples/${file}.json)`,
		'',
	];
}

/** A note has the name of its recipe for a heading, or one of its own, which is bold on the page. */
const asText = (note: string, name: string): string =>
	note
		.split('\n')
		.filter((line) => line.replace(/^#+ /, '') !== name)
		.map((line) => line.replace(/^#+ (.+)$/, '**$1**\n'))
		.join('\n')
		.trim();

function readRecipes(): Recipe[] {
	const folder = join(ROOT, 'examples');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	return files.map((file) => {
		const workflow = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<Recipe, 'file'>;
		return { ...workflow, file: file.replace('.json', '') };
	});
}
