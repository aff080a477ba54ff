/** Builds the package for the demo, unless the build that is there was made of the same files. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROJECT_ROOT } from '../runtime/package';
import { Progress } from '../runtime/progress';
import { npmEnvironment, run } from '../runtime/run';

/** What the build reads. */
const SOURCES = ['nodes', 'credentials', 'icons', 'scripts', 'test/facts', 'test/support', 'test/simulator'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A file that only a complete build has written. */
const BUILT = join('dist', 'nodes', 'XCore', 'XCore.node.js');

/** The state of the files that the build was made of; every other build takes the note away. */
const NOTE = join(PROJECT_ROOT, '.cache', 'built.sha256');

/** Names and content of what the build reads. */
async function stateOfSources(): Promise<string> {
	const listed = await Promise.all(
		SOURCES.map(async (folder) => {
			const found = await readdir(join(PROJECT_ROOT, folder), { recursive: true, withFileTypes: true });
			return found.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
		}),
	);
	const digest = createHash('sha256');
	for (const path of [...listed.flat(), ...FILES.map((file) => join(PROJECT_ROOT, file))].sort())
		digest.update(`${path}\0`).update(await readFile(path));
	return digest.digest('hex');
}

/**
 * Builds the package.
 *
 * @param folder Where the log of the build goes.
 */
export async function buildPackage(folder: string, say: (line: string) => void): Promise<void> {
	const state = await stateOfSources();
	const last = await readFile(NOTE, 'utf8').catch(() => '');
	if (last === state && existsSync(join(PROJECT_ROOT, BUILT))) return;
	const gulp = join(PROJECT_ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const options = { cwd: PROJECT_ROOT, env: npmEnvironment(), logFile: join(folder, 'build.log') };
	await new Progress(say).step(
		'building the package',
		async () => await run(process.execPath, [gulp, 'demo'], options),
	);
	await mkdir(dirname(NOTE), { recursive: true });
	await writeFile(NOTE, state);
}
