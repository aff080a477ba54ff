/**
 * Runs n8n's package scan as n8n does before it verifies a release, but on what is here instead of what is published:
 * the source, and the tarball that `npm pack` makes of the build. Then the lint of n8n's own program for node packages,
 * rules for malware, and an installation with the versions of Node.js that people have. Build first.
 *
 *     npx tsx scripts/scan.ts                 the scanner of package-lock.json
 *     npx tsx scripts/scan.ts latest beta     the newest ones, as the release and a weekly workflow do
 */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import execa from 'execa';
import { install, loadAll, pack } from './installed';
import { PROJECT_ROOT } from './runtime/package';
import { nodePackage } from './runtime/paths';
import { npmEnvironment } from './runtime/run';
import { searchMalware } from './scan/malware';

const SCANNER = '@n8n/scan-community-package';

/** What the scanner reads of a published tarball. */
const PACKED_FILE_PATTERNS = ['**/*.js', 'package.json'];

/** The versions of Node.js besides this one that people install the package with. */
const OTHER_NODES = ['22', '24'];

interface Verdict {
	readonly passed: boolean;
	readonly message?: string;
	readonly details?: string;
}

/** What n8n's scanner has; rules for malware came in a later version. */
interface Scanner {
	readonly SOURCE_FILE_PATTERNS: string[];
	readonly analyzePackage: (folder: string, patterns: string[]) => Promise<Verdict>;
}
interface MalwareScanner {
	readonly runYaraRules: (folder: string) => Promise<Verdict>;
}

function report(what: string, passed: boolean, details?: string): void {
	console.log(`${what}: ${passed ? 'passed' : 'failed'}`);
	if (details) console.log(details);
	if (!passed) process.exitCode = 1;
}

async function main(tags: readonly string[]): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-x-platform-scan-'));
	try {
		await lint();
		const tarball = pack(folder);
		const content = await unpack(tarball, folder);
		for (const scanner of await scanners(tags, folder)) await scan(scanner, content);
		const { rules, hits } = await searchMalware(content);
		report(
			`rules for malware (${rules})`,
			hits.length === 0,
			hits.map(({ rule, file }) => `${rule} ${file}`).join('\n'),
		);
		for (const version of [process.versions.node, ...OTHER_NODES]) await tryNode(tarball, version, folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The folders of the scanners that are asked for, each version once; the one of package-lock.json without tags. */
async function scanners(tags: readonly string[], parent: string): Promise<string[]> {
	if (tags.length === 0) return [join(PROJECT_ROOT, 'node_modules', SCANNER)];
	const { stdout } = await execa('npm', ['view', SCANNER, 'dist-tags', '--json']);
	const known = JSON.parse(stdout) as Record<string, string>;
	for (const tag of tags) console.log(`${SCANNER}@${tag} is ${known[tag] ?? 'not on npm'}`);
	const versions = [...new Set(tags.flatMap((tag) => known[tag] ?? []))];
	if (versions.length === 0) throw new Error(`npm has no ${SCANNER} under ${tags.join(' or ')}`);
	return await Promise.all(
		versions.map(async (version) => {
			const folder = join(parent, `scanner-${version}`);
			await mkdir(folder);
			const args = ['install', '--prefix=.', '--ignore-scripts', `${SCANNER}@${version}`];
			await execa('npm', args, { cwd: folder, env: npmEnvironment(), extendEnv: false });
			return join(folder, 'node_modules', SCANNER);
		}),
	);
}

async function scan(scanner: string, tarball: string): Promise<void> {
	const { version } = JSON.parse(await readFile(join(scanner, 'package.json'), 'utf8')) as {
		version: string;
	};
	const part = (file: string) => pathToFileURL(join(scanner, 'scanner', file)).href;
	const { SOURCE_FILE_PATTERNS, analyzePackage } = (await import(part('scanner.mjs'))) as Scanner;
	const legs = [
		{ name: 'source', folder: PROJECT_ROOT, patterns: SOURCE_FILE_PATTERNS },
		{ name: 'tarball', folder: tarball, patterns: PACKED_FILE_PATTERNS },
	];
	for (const leg of legs) {
		const { passed, message, details } = await analyzePackage(leg.folder, leg.patterns);
		// A message without findings means that there was nothing to look at.
		report(`n8n's scan ${version} of the ${leg.name}`, passed && !message, details ?? message);
	}
	if (!existsSync(join(scanner, 'scanner/yara.mjs'))) return;
	const { passed, details } = await ((await import(part('yara.mjs'))) as MalwareScanner).runYaraRules(
		tarball,
	);
	report(`n8n's rules for malware ${version}`, passed, details);
}

/**
 * Runs `n8n-node lint`. It wants eslint.config.mjs as n8n ships it, and reads every folder with it; the flag gives test
 * and scripts, which are not part of the package, a file of their own.
 */
async function lint(): Promise<void> {
	const env = { ESLINT_FLAGS: 'unstable_config_lookup_from_file' };
	const { all = '', exitCode } = await execa('npx', ['n8n-node', 'lint'], {
		cwd: PROJECT_ROOT,
		env,
		all: true,
		reject: false,
	});
	const isClean = exitCode === 0 && !/✖ [0-9]+ problem/.test(all);
	report('n8n-node lint', isClean, isClean ? undefined : all);
}

/** Gives the folder with the content of the tarball. */
async function unpack(tarball: string, folder: string): Promise<string> {
	const content = join(folder, 'content');
	await mkdir(content);
	await execa('tar', ['-xzf', tarball, '-C', content, '--strip-components=1'], { cwd: folder });
	return content;
}

/** Installs the tarball with plain npm on a Node.js, and loads every file of it there beside n8n's own modules. */
async function tryNode(tarball: string, version: string, parent: string): Promise<void> {
	const nodeBin = version === process.versions.node ? undefined : await nodeOf(version, parent);
	const installed = install(tarball, parent, nodeBin);
	const files = loadAll(installed, nodeBin === undefined ? process.execPath : join(nodeBin, 'node'));
	const { packages } = installed;
	const isAlone = packages.length === 1;
	report(`Node.js ${version}, ${files} files loaded`, isAlone, isAlone ? undefined : packages.join('\n'));
}

/** The folder of a Node.js that npm has as a package. */
async function nodeOf(major: string, parent: string): Promise<string> {
	const folder = join(parent, `node-${major}`);
	await mkdir(folder);
	const args = ['install', '--prefix=.', '--ignore-scripts', `${nodePackage()}@${major}`];
	await execa('npm', args, { cwd: folder, env: npmEnvironment(), extendEnv: false });
	return join(folder, 'node_modules', nodePackage(), 'bin');
}

void main(process.argv.slice(2));
