/** Builds the package for the demo, unless the build that is there was made of the same files. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../runtime/package';
import { Progress } from '../runtime/progress';
import { npmEnvironment, run } from '../runtime/run';

/** What the build reads. */
const SOURCES = ['nodes', 'credentials', 'icons', 'scripts', 'test/facts', 'test/support', 'test/simulator'];
const FILES = ['gulpfile.js', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** A file that only a complete build has written. */
const BUILT = join('dist', 'nodes', 'XCore', 'XCore.node.js');

/** Names, sizes and times of what the build reads. */
async function stateOfSources(): Promise<string> {
	const listed = await Promise.all(
		SOURCES.map(async (folder) => {
			const names = await readdir(join(PROJECT_ROOT, folder), { recursive: true });
			return names.map((name) => join(folder, name));
		}),
	);
	const lines = await Promise.all(
		[...listed.flat(), ...FILES].sort().map(async (path) => {
			const found = await stat(join(PROJECT_ROOT, path));
			return found.isDirectory() ? path : `${path} ${found.size} ${found.mtimeMs}`;
		}),
	);
	return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Builds the package. */
export async function buildPackage(folder: string, say: (line: string) => void): Promise<void> {
	const note = join(folder, 'built.sha256');
	const state = await stateOfSources();
	const last = await readFile(note, 'utf8').catch(() => '');
	if (last === state && existsSync(join(PROJECT_ROOT, BUILT))) return;
	const gulp = join(PROJECT_ROOT, 'node_modules', 'gulp', 'bin', 'gulp.js');
	const options = { cwd: PROJECT_ROOT, env: npmEnvironment(), logFile: join(folder, 'build.log') };
	await new Progress(say).step(
		'building the package',
		async () => await run(process.execPath, [gulp, 'build'], options),
	);
	await writeFile(note, await stateOfSources());
}
