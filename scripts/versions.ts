/**
 * `npm run versions`: tries the package with the versions of n8n in docs/n8n-versions.json, and writes the results
 * there and into the README. In each version one flow for each node runs in the real n8n, and the harness on its
 * n8n-core, unless the file says why not. `npm run versions -- 2.41.1` tries one version.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import execa from 'execa';
import { z } from 'zod';
import { results, RESULTS_FILE, type Outcome, type Tried } from './docs/versions';
import { cacheFolder, nodePackage, NODE_MAJOR } from './runtime/paths';
import { PROJECT_ROOT } from './runtime/package';

const report = z.object({ numPassedTests: z.number(), numTotalTests: z.number() });
const manifest = z.object({ dependencies: z.record(z.string()) });

async function main(): Promise<void> {
	const [only] = process.argv.slice(2);
	const all = results();
	for (const entry of all.filter(({ n8n }) => only === undefined || n8n === only)) {
		Object.assign(entry, await tried(entry));
		writeFileSync(RESULTS_FILE, `${JSON.stringify(all, null, '\t')}\n`);
	}
	await execa('npx', ['tsx', join(__dirname, 'docs.ts')], { cwd: PROJECT_ROOT, stdio: 'inherit' });
}

async function tried({ n8n, harness }: Tried): Promise<Partial<Tried>> {
	const env = { ...process.env, N8N_TEST_VERSION: n8n };
	const flows = await jest(
		PROJECT_ROOT,
		['--config', 'jest.e2e.config.js', '--runInBand', 'test/e2e/everyNode'],
		env,
	);
	return { node: NODE_MAJOR, flows, ...(typeof harness !== 'string' && { harness: await harnessOn(n8n) }) };
}

/** Runs the harness in a copy of the project that has the n8n-core of a version, on the Node.js of its runtime. */
async function harnessOn(version: string): Promise<Outcome> {
	const runtime = join(cacheFolder(), `n8n-${version}-node-${NODE_MAJOR}`, 'node_modules');
	const { dependencies } = manifest.parse(
		JSON.parse(readFileSync(join(runtime, 'n8n/package.json'), 'utf8')),
	);
	const engine = ['n8n-core', 'n8n-workflow'].map((name) => `${name}@${dependencies[name]}`);
	const copy = mkdtempSync(join(tmpdir(), 'x-platform-'));
	try {
		const filter = (path: string) => !['.git', '.cache'].includes(basename(path));
		cpSync(PROJECT_ROOT, copy, { recursive: true, dereference: true, filter });
		const flags = ['--no-save', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		await execa('npm', ['install', ...flags, ...engine], { cwd: copy, stdio: 'inherit' });
		const path = [join(runtime, nodePackage(), 'bin'), process.env['PATH']].join(delimiter);
		return await jest(copy, ['test/harness'], { ...process.env, PATH: path });
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

/** Runs jest and counts the tests; its output names the failed ones. */
async function jest(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
	const folder = mkdtempSync(join(tmpdir(), 'x-platform-'));
	const outputFile = join(folder, 'report.json');
	try {
		const options = { cwd, env, reject: false, stdio: 'inherit' } as const;
		// Newer versions of Node.js than the tests' own keep connections of an ended test file open.
		await execa('npx', ['jest', ...args, '--forceExit', '--json', `--outputFile=${outputFile}`], options);
		const { numPassedTests, numTotalTests } = report.parse(JSON.parse(readFileSync(outputFile, 'utf8')));
		return { passed: numPassedTests, total: numTotalTests };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
