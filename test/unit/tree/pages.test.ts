/** The pages for people: what they name is there, what is generated is as it would be made, and guides are short enough to be finished. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FORMATS } from '../../../nodes/XCatalog/formats';
import type { Format } from '../../../nodes/XCatalog/formats/vocabulary';
import { pages } from '../../../scripts/docs/pages';
import { GUIDES, LOOKED_UP, OVERVIEWS, SIDEBAR } from '../../../scripts/docs/sidebar';
import { CASES, documentedLosses, TRIGGERS } from '../../support/outcomes';
import { QUESTIONS } from '../../support/questions';

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
});

it.each(['README.md', 'CONTRIBUTING.md'])('%s names commands that package.json has', (page) => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(['CONTRIBUTING.md', 'docs/review.md'])('%s names files that are there', (page) => {
	const files = /`((?:nodes|test|scripts|docs|\.github|credentials)\/[\w./-]+|\.[\w-]+\.cjs)`/g;
	const named = [...read(page).matchAll(files)].map(([, file = '']) => file);
	expect(named.length).toBeGreaterThan(15);
	expect(named.filter((file) => !existsSync(resolve(ROOT, file)))).toEqual([]);
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

describe('CONTRIBUTING.md', () => {
	const page = read('CONTRIBUTING.md');

	it('shows a record as it is in the file that it names', () => {
		const [, file = '', record = ''] = /`(nodes\/[^`]+\.ts)`:\s+```ts\n([^]+?)```/.exec(page) ?? [];
		expect(record).toContain('route: ');
		expect(read(file).replace(/^\t\t/gm, '')).toContain(record);
	});

	it('shows the table of a shop system as it is in its file', () => {
		const [, table = ''] = /## Add a shop system[^\n]*\n[^]+?```ts\n([^]+?)```/.exec(page) ?? [];
		expect(table).toBe(read('nodes/XCatalog/formats/skroutz.ts'));
	});

	it('builds before it writes pages, and writes pages before tests compare them', () => {
		const order = ['npm run build', 'npx tsx scripts/docs.ts', 'npx jest'];
		const lines = [...page.matchAll(/```sh\n([^]+?)```/g)].map(([, code = '']) => code.trim());
		const all = lines.filter((line) => line.includes(' && '));
		expect(all.length).toBeGreaterThan(2);
		for (const line of all) {
			const steps = line.split(' && ').map((step) => order.findIndex((start) => step.startsWith(start)));
			expect([line, steps]).toEqual([line, [0, 1, 2]]);
		}
	});
});

it('each shop system of X Catalog has one entry in the menu, a row for people and one in the test of its export', () => {
	const listed = FORMATS.filter((format: Format) => format.isUnlisted !== true);
	const values = listed.map(({ value }) => value);
	expect(values).toEqual([...new Set(values)]);
	expect(FORMATS.filter(({ value }) => !values.includes(value))).toEqual([]);
	const rows = read('docs/catalog-sources.md').match(/^\|.*/gm) ?? [];
	const test = ['formats', 'moreFormats'].map((name) => read(`test/harness/catalog/${name}.test.ts`)).join();
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

const readPage = (page: string): string => read(`docs/${page}.md`);
/** What a person reads: no code, no pictures, no addresses behind links. */
const readable = (text: string): string =>
	text
		.replace(/^( *)```[^]*?^\1```/gm, '')
		.replace(/\[?!\[[^\]]*\]\([^)]*\)(\]\([^)]*\))?/g, '')
		.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');

const words = (text: string): number => (readable(text).match(/[\p{L}\p{N}][^\s|]*/gu) ?? []).length;

/** Three lines of the site, with room for a long word. */
const THREE_LINES = 345;

const guides = Object.values(GUIDES).flat();
const short = [...guides, ...OVERVIEWS];
const mostWords = (page: string): number => (page.startsWith('how/') ? 600 : page === 'keys' ? 900 : 1_000);

describe.each(short)('docs/%s.md', (page) => {
	it(`has at most ${mostWords(page)} words`, () => {
		expect(words(readPage(page))).toBeLessThanOrEqual(mostWords(page));
	});

	it('shows the thing done on its first screen', () => {
		const [first = ''] = readPage(page).split(/^## /m);
		expect(first).toMatch(/!\[[^\]]{10,}\]\([^)]+\.(png|svg)\)/);
	});
});

describe.each([...short, ...LOOKED_UP])('docs/%s.md', (page) => {
	const text = readPage(page);

	it('has paragraphs of at most three lines', () => {
		const paragraphs = readable(text)
			.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
			.map((each) => each.replace(/\s+/g, ' ').trim())
			.filter((each) => !each.startsWith('|') && !each.startsWith('#') && !each.startsWith('>'));
		expect(paragraphs.filter((each) => each.length > THREE_LINES)).toEqual([]);
	});

	it('has tables of at most four columns', () => {
		const wide = text.split('\n').filter((line) => /^\|/.test(line) && line.split('|').length > 6);
		expect(wide).toEqual([]);
	});

	it('leaves evidence to the pages that say why', () => {
		expect(text).not.toMatch(/\b(measured (on|with)|tried on|seen in the code|npx jest|MANY_CASES)\b/i);
	});
});

it.each(guides.filter((page) => page.startsWith('how/')))('docs/%s.md ends with the bad day', (page) => {
	expect(readPage(page)).toMatch(/^## On a bad day$/m);
});

describe('what people ask', () => {
	/** The part of a page below a heading of any level; the top of the page without one. */
	const sectionOf = (page: string, heading: string): string | undefined => {
		const parts = readPage(page).split(/^(?=#{1,4} )/m);
		return parts.find((part) => part.replace(/^#+ /, '').startsWith(`${heading}\n`));
	};

	it.each(QUESTIONS)('$ask', ({ sections, says }) => {
		const texts = sections.map(([page, heading]) => [page, heading, sectionOf(page, heading)] as const);
		expect(texts.filter(([, , text]) => text === undefined)).toEqual([]);
		expect(new Set(sections.map(([page]) => page)).size).toBeLessThanOrEqual(2);
		const text = texts.map(([, , each]) => each ?? '').join('\n');
		expect(words(text)).toBeLessThanOrEqual(400);
		for (const answer of says) expect(text).toContain(answer);
	});

	it('is thirty questions or more', () => {
		expect(QUESTIONS.length).toBeGreaterThanOrEqual(30);
	});
});
