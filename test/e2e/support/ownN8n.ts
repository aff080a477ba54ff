import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type N8n, WITHOUT_EDITOR } from '../../../scripts/runtime/n8n';
import { startN8nWithPackage } from '../../../scripts/world';
import { n8nFolder } from './shared';

/** A folder for an n8n that a test stops and starts again, with the package as the n8n of the run has it. */
export async function ownFolder(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `x-platform-${name}-`));
	const nodes = join('.n8n', 'nodes');
	await cp(join(n8nFolder(), nodes), join(folder, nodes), { recursive: true });
	return folder;
}

/** Starts n8n on such a folder, without its editor. */
export const startOwn = async (userFolder: string, env: Record<string, string> = {}): Promise<N8n> =>
	await startN8nWithPackage({ userFolder, env: { ...WITHOUT_EDITOR, ...env }, isInstalled: true });
