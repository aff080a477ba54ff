/**
 * The database of an n8n that no one has used: made once for each version, since its hundreds of migrations take longer
 * than the rest of a start.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from './lock';
import { inherited } from './n8n';
import { cacheFolder, N8N_VERSION, type Runtime } from './paths';
import { run } from './run';
import { launchOf } from './source';

/** The files of SQLite; n8n's key, beside them, is made anew for each folder. */
const FILES = /^database\.sqlite/;

const folderOf = (): string => join(cacheFolder(), `n8n-${N8N_VERSION}-empty`);

/** Makes the database, unless it is there. Of an image, which starts in a container, there is none. */
export async function ensureEmpty(runtime: Runtime): Promise<void> {
	const folder = folderOf();
	if (runtime.from === 'image' || existsSync(folder)) return;
	await withLock(
		folder,
		() => undefined,
		async () => {
			if (existsSync(folder)) return;
			const made = await mkdtemp(`${folder}.making-`);
			try {
				const settings = { N8N_USER_FOLDER: made, N8N_DIAGNOSTICS_ENABLED: 'false' };
				// Any command migrates the database first, and this one ends afterwards.
				const { program, args, env } = launchOf(runtime, 'list:workflow', made, inherited(), settings);
				await run(program, args, { cwd: made, env, logFile: `${folder}.log` });
				for (const name of await readdir(join(made, '.n8n')))
					if (!FILES.test(name)) await rm(join(made, '.n8n', name), { recursive: true });
				await rename(join(made, '.n8n'), folder);
			} finally {
				await rm(made, { recursive: true, force: true });
			}
		},
	);
}

/** Puts the empty database into the folder of an n8n that has none. */
export async function beginEmpty(userFolder: string): Promise<void> {
	const to = join(userFolder, '.n8n');
	if (!existsSync(folderOf()) || existsSync(join(to, 'database.sqlite'))) return;
	await mkdir(to, { recursive: true });
	await cp(folderOf(), to, { recursive: true });
}
