import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operationTables } from '../../../scripts/docs/tables';

const root = resolve(__dirname, '../../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');

const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => resolve(folder, file));

describe('the README', () => {
	it('holds the table of operations as the records have it', () => {
		// Line by line, so that a failure shows what differs; `npx tsx scripts/docs.ts` writes the table.
		const inReadme = new Set(readme.split('\n'));
		expect(
			operationTables()
				.split('\n')
				.filter((line) => !inReadme.has(line)),
		).toEqual([]);
		expect(readme.match(/^\| .*<br>/gm)).toHaveLength(operationTables().match(/^\| .*<br>/gm)?.length ?? 0);
	});

	it('links to files that exist', () => {
		const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? '');
		expect(links.length).toBeGreaterThan(5);
		expect(links.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
	});

	it('shows every example', () => {
		const missing = readdirSync(resolve(root, 'examples')).filter(
			(file) => !readme.includes(`(examples/${file})`),
		);
		expect(missing).toEqual([]);
	});

	it('explains messages that the nodes give', () => {
		const sources = filesIn(resolve(root, 'nodes')).map((file) => readFileSync(file, 'utf8'));
		const table = readme.slice(readme.indexOf('## Troubleshooting'), readme.indexOf('## Resources'));
		const rows = [...table.matchAll(/^\| (?!Message|---)([^|]+) \|/gm)].map(([, message]) => message ?? '');
		expect(rows.length).toBeGreaterThan(10);
		const parts = rows.flatMap((message) => message.split('…').map((part) => part.trim())).filter(Boolean);
		expect(parts.filter((part) => !sources.some((source) => source.includes(part)))).toEqual([]);
	});

	it('names commands that package.json has', () => {
		const scripts = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
			scripts: Record<string, string>;
		};
		const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '');
		expect(named.length).toBeGreaterThan(3);
		expect(named.filter((name) => !(name in scripts.scripts))).toEqual([]);
	});
});
