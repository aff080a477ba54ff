/** The tarball, installed by npm as the pages say, on the Node.js that runs the tests; the scan tries the others. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, loadAll, pack, type Installed } from '../../../scripts/installed';
import { indented } from '../../../scripts/tidy';

/** A third of the bytes is the forms that n8n reads at its start (startup.js), a third of the files the fields of items. Ten further operations fit. */
const MOST = { files: 1300, bytes: 3_800_000 };

const folder = mkdtempSync(join(tmpdir(), 'installed-package-'));
let installed: Installed;

beforeAll(() => {
	installed = install(pack(folder), folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is the only package that npm installs', () => {
	expect(installed.packages).toEqual(['n8n-nodes-x-platform']);
});

it('loads every file beside what n8n gives to packages, and notices a library that is missing', () => {
	expect(loadAll(installed)).toBeGreaterThan(500);
	const file = join(installed.folder, 'node_modules/n8n-nodes-x-platform/dist/forgotten.js');
	writeFileSync(file, "require('saxes');");
	expect(() => loadAll(installed)).toThrow("Cannot find module 'saxes'");
	rmSync(file);
});

it('has no more files and bytes than it needs', () => {
	const root = join(installed.folder, 'node_modules/n8n-nodes-x-platform');
	const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map((file) => statSync(join(root, file)))
		.filter((entry) => entry.isFile());
	expect(files.length).toBeLessThan(MOST.files);
	expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST.bytes);
});

it('has the indentation of the source, and every text as it was', () => {
	const code = 'if (a) {\n    b = `first ${c}\n    second\n        third ${d}\n    last`;\n        e();\n}\n';
	const lines = [
		'if (a) {',
		'\tb = `first ${c}',
		'    second',
		'        third ${d}',
		'    last`;',
		'\t\te();',
		'}',
		'',
	];
	expect(indented(code)).toBe(lines.join('\n'));
});
