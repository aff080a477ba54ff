/** The tarball, installed by npm as the pages say, on the Node.js that runs the tests; the scan tries the others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, loadAll, pack, type Installed } from '../../../scripts/installed';

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
});
