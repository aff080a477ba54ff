/** The page of recipes: what the notes on the canvas of each example say. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

interface Recipe {
	readonly file: string;
	readonly name: string;
	readonly nodes: ReadonlyArray<{
		readonly type: string;
		readonly parameters: { readonly content?: string };
	}>;
}

/** Heading → how the files of its recipes begin; the first that fits counts. */
const GROUPS: Readonly<Record<string, RegExp>> = {
	'When something happens on X': /^(trigger|stream|poll)-/,
	Ads: /^ads-/,
	Catalogs: /^catalog-/,
	'Encrypted messages': /^chat-/,
	'Posts, people and messages': /./,
};

/** In the order of the page. */
const ORDER = ['Posts, people and messages', ...Object.keys(GROUPS).slice(0, -1)];

/** The page as Markdown. */
export function recipesPage(): string {
	const recipes = readRecipes();
	return [
		'# Recipes',
		'',
		'Workflows to import: in the editor open **⋯ → Import from File**, or copy the content of the file, click on the empty canvas, and paste. Then choose your credentials. The notes on the canvas say what to change. `npm start` has all of them imported, and the tests run every one.',
		'',
		...ORDER.flatMap((group) => section(group, recipes)),
	].join('\n');
}

function section(group: string, recipes: readonly Recipe[]): string[] {
	const own = recipes.filter(({ file }) => groupOf(file) === group);
	return own.length === 0 ? [] : [`## ${group}`, '', ...own.flatMap(recipe)];
}

const groupOf = (file: string) => Object.keys(GROUPS).find((group) => GROUPS[group]?.test(file));

function recipe({ file, name, nodes }: Recipe): string[] {
	const picture = `pictures/${file}.svg`;
	const notes = nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => parameters.content);
	return [
		`### ${name.replace(/^X: /, '')}`,
		'',
		...(existsSync(join(root, 'docs', picture)) ? [`![${name}](${picture})`, ''] : []),
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
	const folder = join(root, 'examples');
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	return files
		.map((file) => {
			const workflow = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Omit<Recipe, 'file'>;
			return { ...workflow, file: file.replace('.json', '') };
		})
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
