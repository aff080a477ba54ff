/** The libraries in the package: each is bundled with its license, listed for n8n's reviewers, and nothing is required. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../..');
const FOLDER = 'dist/nodes/shared/vendor';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };

const heads = readdirSync(join(ROOT, FOLDER)).flatMap((file) => {
	const text = read(`${FOLDER}/${file}`);
	return [...text.matchAll(/^\/\*\n(\S+) (\S+) \((.+)\)\n\n([^]*?)\n\*\/$/gm)].map(
		([, name = '', version = '', license = '', words = '']) => ({ file, name, version, license, words }),
	);
});

it('has the version and the text of the license in the head of each bundle', () => {
	const files = readdirSync(join(ROOT, 'nodes/shared/vendor')).filter((file) => /^\w+\.ts$/.test(file));
	expect([...new Set(heads.map(({ file }) => file))]).toEqual(files.map((file) => file.replace(/ts$/, 'js')));
	for (const { words } of heads) expect(words).toMatch(/permi(t|ssion)[^]*warrant/i);
	const direct = heads.filter(({ name }) => name in devDependencies);
	expect(direct.map(({ version }) => version)).toEqual(direct.map(({ name }) => devDependencies[name]));
});

it('is what the page for reviewers lists', () => {
	const [, section = ''] = read('docs/review.md').split('## Bundled libraries');
	const rows = [...section.matchAll(/^\| `(\S+)` +\| `(\S+)` +\| (\S+) +\| (.+?) +\|$/gm)];
	expect(rows.map(([, ...cells]) => cells)).toEqual(
		heads.map(({ file, name, version, license }) => [file, name, version, license]),
	);
});

it('requires nothing but its own files, what n8n gives, and the cryptography of Node.js', () => {
	const files = readdirSync(join(ROOT, 'dist'), { recursive: true, encoding: 'utf8' });
	const required = files
		.filter((file) => file.endsWith('.js'))
		.flatMap((file) => [...read(`dist/${file}`).matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)])
		.map(([, name = '']) => name)
		.filter((name) => !name.startsWith('.'));
	const given = ['crypto', 'lodash', 'luxon', 'n8n-workflow', 'node:crypto', 'zod'];
	expect([...new Set(required)].sort()).toEqual(given);
});
