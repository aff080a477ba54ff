import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pages } from '../../../scripts/docs/pages';
import { SIDEBAR } from '../../../scripts/docs/sidebar';
import { CASES, documentedLosses, TRIGGERS } from '../../support/outcomes';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string) => readFileSync(resolve(ROOT, path), 'utf8');
const README = read('README.md');

const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith(ending))
		.map((file) => `${folder}/${file}`);

describe('the README', () => {
	it('is short enough to be read', () => {
		expect(Buffer.byteLength(README)).toBeLessThanOrEqual(12_000);
	});

	it('names every node', () => {
		const { n8n } = JSON.parse(read('package.json')) as { n8n: { nodes: string[] } };
		const names = n8n.nodes.map((file) => {
			const [, name] =
				/^\t\tdisplayName: '([^']+)'/m.exec(read(file.replace(/^dist\//, '').replace(/js$/, 'ts'))) ?? [];
			return name;
		});
		expect(names.filter((name) => !README.includes(`**${name}**`))).toEqual([]);
	});

	it('names commands that package.json has', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const named = [...README.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
		expect(named.length).toBeGreaterThan(3);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe('the documents', () => {
	const documents = [
		'README.md',
		'CONTRIBUTING.md',
		'examples/README.md',
		'test/simulator/README.md',
		...filesIn('docs', '.md'),
	];

	it.each(documents)('%s links to files and headings that exist', (document) => {
		const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
		const broken = links.filter(([, path = '', heading]) => {
			const target = path === '' ? document : resolve(ROOT, dirname(document), path);
			if (!existsSync(resolve(ROOT, target))) return true;
			return heading !== undefined && !headingsOf(target).includes(heading);
		});
		expect(broken.map(([link]) => link)).toEqual([]);
	});

	/** As the places that show Markdown make the names of headings. */
	const headingsOf = (path: string): string[] =>
		[...read(path).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
			text
				.toLowerCase()
				.replace(/[^\p{L}\p{N} _-]/gu, '')
				.replaceAll(' ', '-'),
		);

	it('have the generated pages as records, tables and examples make them', () => {
		// Line by line, so that a failure shows what differs; `npx tsx scripts/docs.ts` writes the pages.
		for (const [path, content] of Object.entries(pages())) {
			const file = existsSync(resolve(ROOT, path)) ? read(path) : '';
			const lines = new Set(file.split('\n'));
			expect(content.split('\n').filter((line) => !lines.has(line))).toEqual([]);
			expect(file).toHaveLength(content.length);
		}
		const references = Object.keys(pages()).filter((path) => path.startsWith('docs/reference/'));
		expect(filesIn('docs/reference', '.md').sort()).toEqual(references.sort());
	});

	it('are all in the sidebar of the site, or a recipe that the page of recipes shows', () => {
		const recipes = [...read('docs/recipes.md').matchAll(/\((templates\/[\w-]+)\.md\)/g)];
		const inSidebar = Object.values(SIDEBAR).flat();
		const here = filesIn('docs', '.md').map((file) => file.slice('docs/'.length, -'.md'.length));
		const shown = ['index', ...inSidebar, ...recipes.map(([, page]) => page)];
		// A name in brackets is filled in when the site is built: a page for each operation.
		expect(here.filter((page) => !shown.includes(page) && !page.includes('['))).toEqual([]);
		expect(inSidebar.filter((page) => !here.includes(page))).toEqual([]);
	});

	it('explain messages that the nodes give', () => {
		const sources = filesIn('nodes', '.ts').map(read);
		const [written = ''] = read('docs/errors.md').split('<!-- messages -->');
		const rows = [...written.matchAll(/^\| (?!Message|---)([^|]+) \|/gm)];
		expect(rows.length).toBeGreaterThan(10);
		const parts = rows.flatMap(([, message = '']) =>
			message
				.split('…')
				.map((part) => part.trim())
				.filter(Boolean),
		);
		expect(parts.filter((part) => !sources.some((source) => source.includes(part)))).toEqual([]);
	});
});

/** The page for n8n's reviewers: what it names is there, and its numbers are those of today. */
describe('docs/review.md', () => {
	const page = read('docs/review.md');
	const versionOf = (name: string): string =>
		(JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string }).version;

	it('names files that are there', () => {
		const named = [...page.matchAll(/`((?:nodes|test|scripts|\.github|credentials)\/[^`]+)`/g)].map(
			([, file = '']) => file,
		);
		expect(named.length).toBeGreaterThan(15);
		expect(named.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
	});

	it('says with which scanner it was seen', () => {
		for (const name of ['@n8n/scan-community-package', '@n8n/node-cli'])
			expect(page).toMatch(new RegExp(`\\| .*\`${name}\`.* \\| ${versionOf(name).replaceAll('.', '\\.')} `));
	});

	it('names own code with a witness that its test or its simulated X runs', () => {
		const [, section = ''] = page.split('## Own code where others have a library');
		const rows = [
			...(section.split('\n## ')[0] ?? '').matchAll(/^\| (.+?) +\| `(\S+)` +\| (.+?) +\| `(\S+)` +\|$/gm),
		];
		const packages: Readonly<Record<string, string>> = {
			libsodium: 'libsodium-wrappers-sumo',
			'X’s own SDK': './sdk',
		};
		expect(rows.length).toBeGreaterThan(5);
		const without = rows.filter(([, , , witness = '', test = '']) => {
			const name = /^`(.+?)`|^([^,]+)/.exec(witness.replace("X's", 'X’s'))?.slice(1).find(Boolean) ?? '';
			return !read(test).includes(packages[name] ?? name);
		});
		expect(without.map(([row]) => row)).toEqual([]);
	});

	it('counts the nodes', () => {
		const names = readdirSync(resolve(ROOT, 'nodes')).filter((name) => name.startsWith('X'));
		const triggers = names.filter((name) => name.endsWith('Trigger'));
		expect([names.length - triggers.length, triggers.length]).toEqual([10, 3]);
		expect(page).toContain('## Why ten nodes and three triggers');
	});
});

/** docs/evidence.md says for each trigger what is lost and what runs twice, in each case that tests measure. */
it('docs/evidence.md says for each case and trigger what it costs, and that nothing is lost', () => {
	const table = documentedLosses();
	const cases = [...CASES.inOneProcess, ...CASES.inQueueMode];
	expect([...table.keys()]).toEqual(cases);
	for (const name of cases)
		for (const trigger of TRIGGERS)
			expect(table.get(name)?.get(trigger)).toMatch(/^0 lost, \d+ doubled of [1-9]\d$/);
});
