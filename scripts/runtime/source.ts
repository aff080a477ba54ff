/** The one place that knows where n8n comes from: npm, or a container image. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { containerOf, contentOf, ensureImage, type Launch } from './image';
import { ensureRuntime, InstallFailed } from './install';
import { N8N_VERSION, NODE_MAJOR, type Runtime } from './paths';
import { withPath } from './run';

/** From 3 on, n8n publishes no package that runs: https://docs.n8n.io/changelog/v30-breaking-changes (2026-11-23). */
const FIRST_WITHOUT_NPM = 3;

/**
 * Where n8n comes from: `npm` or `image`, as N8N_TEST_FROM says. By default npm, as far as n8n is there.
 * @throws InstallFailed for another word
 */
export function chosenSource(env: NodeJS.ProcessEnv = process.env): Runtime['from'] {
	const chosen = env['N8N_TEST_FROM'] || '';
	if (chosen === 'npm' || chosen === 'image') return chosen;
	if (chosen !== '')
		throw new InstallFailed(`N8N_TEST_FROM is "${chosen}". Set it to npm or image, or leave it out.`);
	const isOnNpm = Number.parseInt(env['N8N_TEST_VERSION'] || N8N_VERSION) < FIRST_WITHOUT_NPM;
	return env['N8N_TEST_IMAGE'] || !isOnNpm ? 'image' : 'npm';
}

/**
 * Gives an n8n that can be started, installing or downloading it first.
 * @throws InstallFailed
 */
export async function ensureN8n(say: (line: string) => void = console.log): Promise<Runtime> {
	return chosenSource() === 'image' ? await ensureImage(say) : await ensureRuntime(say);
}

/**
 * How one of n8n's processes is started.
 * @param inherited The environment of this process, without settings of n8n.
 */
export function launchOf(
	runtime: Runtime,
	command: string,
	folder: string,
	inherited: NodeJS.ProcessEnv,
	settings: Readonly<Record<string, string>>,
): Launch {
	if (runtime.from === 'image') return containerOf(runtime, command, folder, inherited, settings);
	const env = { ...withPath(inherited, runtime.nodeBin), ...settings };
	return { program: runtime.node, args: [runtime.n8n, command], env };
}

/** What an n8n is made of: its package.json, the major version of its Node.js, and that Node.js where it runs here. */
export async function partsOf(
	runtime: Runtime,
): Promise<{ manifest: string; node: string; nodeBin?: string }> {
	if (runtime.from === 'image') return await contentOf(runtime);
	const manifest = await readFile(join(runtime.folder, 'node_modules/n8n/package.json'), 'utf8');
	return { manifest, node: NODE_MAJOR, nodeBin: runtime.nodeBin };
}
