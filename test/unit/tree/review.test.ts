/** The page for n8n's reviewers: what it names is there, and its numbers are those of today. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const page = read('docs/review.md');
const versionOf = (name: string): string =>
	(JSON.parse(read(`node_modules/${name}/package.json`)) as { version: string }).version;

it('names files that are there', () => {
	const named = [...page.matchAll(/`((?:nodes|test|scripts|\.github|credentials)\/[^`]+)`/g)].map(
		([, file = '']) => file,
	);
	expect(named.length).toBeGreaterThan(15);
	expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
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
		libsodium: 'libsodium-wrappers',
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
	const names = readdirSync(join(ROOT, 'nodes')).filter((name) => name.startsWith('X'));
	const triggers = names.filter((name) => name.endsWith('Trigger'));
	expect([names.length - triggers.length, triggers.length]).toEqual([10, 3]);
	expect(page).toContain('## Why ten nodes and three triggers');
});
