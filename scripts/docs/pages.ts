import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codexFiles } from './aliases';
import { controlsTable } from './controls';
import { messageTables, statusSections } from './errors';
import { eventsTable } from './events';
import { folderOf } from './folder';
import { memoriesTable, storedTable } from './memories';
import { promisesPage } from './promisesPage';
import { referencePage } from './tables';
import { specs } from './specs';
import { galleryPage, templatePages } from './templates';
import { versionsTable } from './versions';

const ROOT = resolve(__dirname, '../..');

/** What the generator writes: path from the root of the repository → content. */
export const pages = (): Readonly<Record<string, string>> => ({
	...Object.fromEntries(
		Object.entries(specs).map(([node, spec]) => [referencePath(node), referencePage(node, spec)]),
	),
	'docs/errors.md': withPart(
		'docs/errors.md',
		'messages',
		messageTables(),
		withPart('docs/errors.md', 'statuses', statusSections()),
	),
	'docs/architecture.md': withPart(
		'docs/architecture.md',
		'memories',
		memoriesTable(),
		withPart('docs/architecture.md', 'stored', storedTable()),
	),
	'docs/poll-events.md': withPart('docs/poll-events.md', 'events', eventsTable()),
	'docs/promises.md': promisesPage(),
	...codexFiles(),
	...templatePages(),
	'docs/recipes.md': galleryPage(),
	'README.md': withPart('README.md', 'versions', versionsTable()),
	'test/simulator/README.md': withPart('test/simulator/README.md', 'controls', controlsTable()),
});

/** `X Ads Campaigns` → `docs/reference/x-ads-campaigns.md` */
const referencePath = (node: string): string => `docs/reference/${folderOf(node)}.md`;

/** A handwritten page in which the part between `<!-- name -->` and `<!-- /name -->` is generated. */
function withPart(
	path: string,
	name: string,
	content: string,
	page = readFileSync(resolve(ROOT, path), 'utf8'),
): string {
	const part = new RegExp(`(<!-- ${name} -->\n)[^]*(<!-- /${name} -->)`);
	if (!part.test(page)) throw new Error(`${path} lacks the part "${name}"`);
	return page.replace(part, (_, start: string, end: string) => `${start}\n${content}\n${end}`);
}
