import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npmEnvironment, run } from './run';

/** The project's root folder. */
export const PROJECT_ROOT = resolve(__dirname, '..', '..');

/** Where an end-to-end run leaves its pictures and n8n's log. */
export const ARTIFACTS = join(PROJECT_ROOT, '.cache', 'e2e');

/**
 * Packs the built package and installs the tarball into an n8n user folder, as n8n itself does for a user. Nothing
 * is installed when the same tarball is there already.
 * @param userFolder The user folder of n8n; the package goes into its `.n8n/nodes`.
 * @param root The package to pack; by default this project.
 * @returns whether something was installed
 */
export async function installPackage(userFolder: string, root: string = PROJECT_ROOT): Promise<boolean> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(nodes, { recursive: true });
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-x-platform-'));
	const logFile = join(userFolder, 'install.log');
	try {
		await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
			cwd: root,
			env: npmEnvironment(),
			logFile,
		});
		const [name] = await readdir(folder);
		if (name === undefined) throw new Error(`npm pack made no tarball; see ${logFile}`);
		const tarball = join(folder, name);
		const digest = createHash('sha256')
			.update(await readFile(tarball))
			.digest('hex');
		const marker = join(nodes, 'installed.sha256');
		if ((await readFile(marker, 'utf8').catch(() => '')) === digest) return false;
		const args = [
			'install',
			tarball,
			// Without it npm would install into a folder above that happens to be a package.
			'--prefix=.',
			'--omit=dev',
			'--omit=peer',
			'--ignore-scripts',
			'--no-audit',
			'--no-fund',
		];
		await run('npm', args, { cwd: nodes, env: npmEnvironment(), logFile });
		await writeFile(marker, digest);
		return true;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
