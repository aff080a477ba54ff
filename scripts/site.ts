/** Builds the pages of docs as a site, and says how to look at it: `npm run docs`. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from './runtime/package';

const require = createRequire(__filename);
const SITE = join(PROJECT_ROOT, 'docs/.vitepress/dist');

function run(program: string, ...options: string[]): void {
	execFileSync(process.execPath, [program, ...options], { cwd: PROJECT_ROOT, stdio: 'inherit' });
}

/** What is in the site: pages, and bytes of all its files. */
function measured(): { pages: number; bytes: number } {
	const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).map((file) => join(SITE, file));
	const bytes = files
		.map((file) => statSync(file))
		.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
	return { pages: files.filter((file) => file.endsWith('.html')).length, bytes };
}

const begun = performance.now();
const tsx = require.resolve('tsx/cli');
run(tsx, join(__dirname, 'docs.ts'));
run(tsx, join(__dirname, 'operationPages.ts'));
run(join(dirname(require.resolve('vitepress/package.json')), 'bin/vitepress.js'), 'build', 'docs');

const { pages, bytes } = measured();
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
console.log(`
site: ${pages} pages, ${(bytes / 1_000_000).toFixed(0)} MB, in ${seconds} s: docs/.vitepress/dist
Look at it: npm run docs:preview, then open the address that it prints. Opened as a file it has no style.`);
