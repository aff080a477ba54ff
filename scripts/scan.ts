/**
 * Runs n8n's package scan as n8n does before it verifies a release, but on what is here instead of what is published:
 * the source, and the tarball that `npm pack` makes of the build. Then the lint of n8n's own program for node packages.
 * Build first.
 */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { PROJECT_ROOT } from './runtime/package';

/** What the scanner reads of a published tarball. */
const PACKED_FILE_PATTERNS = ['**/*.js', 'package.json'];

async function main(): Promise<void> {
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-x-platform-scan-'));
	try {
		await lint();
		const legs = [
			{ name: 'source', folder: PROJECT_ROOT, patterns: scanner.SOURCE_FILE_PATTERNS },
			{ name: 'tarball', folder: await unpack(folder), patterns: PACKED_FILE_PATTERNS },
		];
		for (const leg of legs) {
			const { passed, message, details } = await scanner.analyzePackage(leg.folder, leg.patterns);
			console.log(`n8n's scan of the ${leg.name}: ${passed && !message ? 'passed' : (message ?? 'failed')}`);
			if (details) console.log(details);
			// A message without findings means that there was nothing to look at.
			if (!passed || message) process.exitCode = 1;
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
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
	console.log(isClean ? 'n8n-node lint: passed' : all);
	if (!isClean) process.exitCode = 1;
}

/** Packs the project and gives the folder with the content of the tarball. */
async function unpack(folder: string): Promise<string> {
	await execa('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: PROJECT_ROOT });
	const [tarball] = await readdir(folder);
	if (tarball === undefined) throw new Error('npm pack made no tarball');
	const content = join(folder, 'content');
	await mkdir(content);
	await execa('tar', ['-xzf', tarball, '-C', content, '--strip-components=1'], { cwd: folder });
	return content;
}

void main();
