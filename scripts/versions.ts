/**
 * `npm run versions`: tries the package with the versions of n8n in docs/n8n-versions.json, and writes the results
 * there and into the README. In each version one flow for each node runs in the real n8n, and the harness on its
 * n8n-core, unless the file has a text in its place. `npm run versions -- 2.41.1` tries one version; what follows it goes to jest, such as `-w 2`.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import execa from 'execa';
import { z } from 'zod';
import { results, RESULTS_FILE, type Outcome, type Tried } from './docs/versions';
import { N8N_VERSION } from './runtime/paths';
import { PROJECT_ROOT } from './runtime/package';
import { withPath } from './runtime/run';
import { ensureN8n, partsOf } from './runtime/source';

const report = z.object({ numPassedTests: z.number(), numTotalTests: z.number() });
const manifest = z.object({ dependencies: z.record(z.string()) });

/** What the harness imports of n8n. Its engine finds its services only with the versions that it asks for. */
const ENGINE = ['n8n-core', 'n8n-workflow', '@n8n/di', '@n8n/backend-common'];

const [only, ...forJest] = process.argv.slice(2);

async function main(): Promise<void> {
	const all = results();
	const chosen = all.filter((entry) => ('flows' in entry && only === undefined) || entry.n8n === only);
	if (chosen.length === 0) throw new Error(`Add ${only} to docs/n8n-versions.json first`);
	for (const { n8n } of chosen) {
		if (n8n === N8N_VERSION) store(n8n, await tried(n8n));
		else await again(n8n);
	}
	await execa('npx', ['tsx', join(__dirname, 'docs.ts')], { cwd: PROJECT_ROOT, stdio: 'inherit' });
}

/** The version that everything runs with is the one that the environment names. */
async function again(n8n: string): Promise<void> {
	const env = { ...process.env, N8N_TEST_VERSION: n8n };
	await execa('npx', ['tsx', __filename, n8n, ...forJest], { cwd: PROJECT_ROOT, env, stdio: 'inherit' });
}

function store(n8n: string, outcome: Pick<Tried, 'node' | 'flows' | 'harness'>): void {
	const all = results().map((entry) => (entry.n8n === n8n ? { n8n, why: entry.why, ...outcome } : entry));
	writeFileSync(RESULTS_FILE, `${JSON.stringify(all, null, '\t')}\n`);
}

async function tried(n8n: string): Promise<Pick<Tried, 'node' | 'flows' | 'harness'>> {
	const parts = await partsOf(await ensureN8n());
	const before = results().find((entry) => entry.n8n === n8n);
	const isDifferent = before !== undefined && 'harness' in before && typeof before.harness === 'string';
	const flows = ['--config', 'jest.e2e.config.js', '--runInBand', 'test/e2e/everyNode'];
	return {
		node: parts.node,
		flows: await jest(PROJECT_ROOT, flows, process.env),
		harness: isDifferent ? before.harness : await harnessOn(parts),
	};
}

/** Runs the harness in a copy of the project that has the n8n-core of this version, where it can be on its Node.js. */
async function harnessOn({ manifest: text, nodeBin }: Awaited<ReturnType<typeof partsOf>>): Promise<Outcome> {
	const { dependencies: ofN8n } = manifest.parse(JSON.parse(text));
	const { stdout } = await execa('npm', ['view', `n8n-core@${ofN8n['n8n-core']}`, 'dependencies', '--json']);
	const dependencies = { ...ofN8n, ...manifest.shape.dependencies.parse(JSON.parse(stdout)) };
	const engine = ENGINE.map((name) => `${name}@${dependencies[name]}`);
	const copy = mkdtempSync(join(tmpdir(), 'x-platform-'));
	try {
		const filter = (path: string) => !['.git', '.cache'].includes(basename(path));
		cpSync(PROJECT_ROOT, copy, { recursive: true, dereference: true, filter });
		const flags = ['--no-save', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'];
		await execa('npm', ['install', ...flags, ...engine], { cwd: copy, stdio: 'inherit' });
		const env = nodeBin === undefined ? process.env : withPath(process.env, nodeBin);
		return await jest(copy, ['test/harness', ...forJest], env);
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
