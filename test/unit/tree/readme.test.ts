import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operationTables } from '../../../scripts/docs/tables';

const root = resolve(__dirname, '../../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');

describe('the README', () => {
	it('holds the table of operations as the records have it', () => {
		expect(readme).toContain(operationTables());
	});

	it('links to files that exist', () => {
		const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? '');
		expect(links.length).toBeGreaterThan(5);
		expect(links.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
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
