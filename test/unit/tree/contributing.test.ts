/** CONTRIBUTING.md: what it names is there. `contributingWalk.many.ts` walks its guides by their letter. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS } from '../../../nodes/XCatalog/formats';
import type { Format } from '../../../nodes/XCatalog/formats/vocabulary';

const ROOT = join(__dirname, '../../..');
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGE = textOf('CONTRIBUTING.md');

describe('CONTRIBUTING.md', () => {
	it('shows a record as it is in the file that it names', () => {
		const [, file = '', record = ''] = /`(nodes\/[^`]+\.ts)`:\s+```ts\n([^]+?)```/.exec(PAGE) ?? [];
		expect(record).toContain('route: ');
		expect(textOf(file).replace(/^\t\t/gm, '')).toContain(record);
	});

	it('shows the table of a shop system as it is in its file', () => {
		const [, table = ''] = /## Add a shop system[^\n]*\n[^]+?```ts\n([^]+?)```/.exec(PAGE) ?? [];
		expect(table).toBe(textOf('nodes/XCatalog/formats/skroutz.ts'));
	});

	it('builds before it writes pages, and writes pages before tests compare them', () => {
		const order = ['npm run build', 'npx tsx scripts/docs.ts', 'npx jest'];
		const lines = [...PAGE.matchAll(/```sh\n([^]+?)```/g)].map(([, code = '']) => code.trim());
		const all = lines.filter((line) => line.includes(' && '));
		expect(all.length).toBeGreaterThan(2);
		for (const line of all) {
			const steps = line.split(' && ').map((step) => order.findIndex((start) => step.startsWith(start)));
			expect([line, steps]).toEqual([line, [0, 1, 2]]);
		}
	});

	it('names files and commands that exist', () => {
		const paths = [...PAGE.matchAll(/`((?:nodes|test|scripts|docs)\/[\w./]+|\.[\w-]+\.cjs)`/g)].map(
			([, path]) => path ?? '',
		);
		const links = [...PAGE.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, path]) => path ?? '');
		expect(paths.length).toBeGreaterThan(5);
		expect([...paths, ...links].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
		const { scripts } = JSON.parse(textOf('package.json')) as {
			scripts: Record<string, string>;
		};
		const named = [...PAGE.matchAll(/npm (?:run )?(test|start|[\w:]+)`/g)].map(([, name]) => name ?? '');
		expect(named.filter((name) => !['ci', 'install'].includes(name) && !(name in scripts))).toEqual([]);
	});
});

it('each shop system of X Catalog has one entry in the menu, a row for people and one in the test of its export', () => {
	const listed = FORMATS.filter((format: Format) => format.isUnlisted !== true);
	const values = listed.map(({ value }) => value);
	expect(values).toEqual([...new Set(values)]);
	expect(FORMATS.filter(({ value }) => !values.includes(value))).toEqual([]);
	const rows = textOf('docs/catalog-sources.md').match(/^\|.*/gm) ?? [];
	const test = ['formats', 'moreFormats']
		.map((name) => textOf(`test/harness/catalog/${name}.test.ts`))
		.join();
	const missing = listed.flatMap(({ label }) => [
		...(rows.some((row) => row.includes(label)) ? [] : [`docs/catalog-sources.md: a row for ${label}`]),
		...(test.includes(`format: '${label}'`)
			? []
			: [
					`test/harness/catalog/formats.test.ts: a row with the format ${label}, and its file in test/fixtures/catalog`,
				]),
	]);
	expect(missing).toEqual([]);
});
