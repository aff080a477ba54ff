/**
 * What a test file takes from outside of jest's module registry, where each file would compile and start all of it
 * anew: packages, and what stands for X (test/simulator, test/facts), which are loaded by plain `require` once per
 * worker; in the harness our source too, which is compiled once and starts anew for each test file.
 */
import { readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { hasChanged, mapOf, run } from './source';

const ROOT = join(__dirname, '../../..');
const inRoot = (folder: string): string => join(ROOT, folder) + sep;
const KEPT = ['test/facts', 'test/simulator'].map(inRoot);
const OURS = ['nodes', 'credentials'].map(inRoot);

/** Packages that read the environment variables of a test, which jest keeps apart. */
const OF_THE_TEST = ['eslint-plugin-n8n-nodes-base', 'execa'];

/** The simulator has a clock of its own: a test that moves that of the nodes replaces `Date` or `Date.now`. */
class MachineDate extends Date {
	static override now = Date.now.bind(Date);
}

const load = createRequire(__filename);
const folderOf = (folders: readonly string[], path: string): string | undefined =>
	folders.find((folder) => path.startsWith(folder));

function runTypeScript(module: NodeModule, path: string): void {
	const kept = folderOf(KEPT, path);
	const folder = kept ?? folderOf(OURS, path);
	// jest has its own way to compile what it loads: the environments.
	if (folder === undefined) load.extensions['.js']?.(module, path);
	else run(module, path, folder, kept === undefined ? Date : MachineDate);
}

/** Where the imports of one test file are found. */
export class Native {
	readonly mapOf = mapOf;
	private readonly folders: readonly string[];
	private readonly paths = new Map<string, string>();

	private readonly isOff: boolean;

	/** Of this file alone: Node.js keeps with it all that it has loaded. */
	private readonly require = createRequire(__filename);

	/**
	 * @param file The test file. Where it moves jest's timers all of its imports are jest's, which have those timers.
	 * @param withOurs Whether our source is loaded natively too.
	 */
	constructor(file: string, withOurs: boolean) {
		this.isOff = readFileSync(file, 'utf8').includes('jest.useFakeTimers');
		this.folders = withOurs ? [...KEPT, ...OURS] : KEPT;
		load.extensions['.ts'] = runTypeScript;
		const loaded = Object.keys(load.cache);
		const kept = loaded.filter((path) => folderOf(KEPT, path));
		const old = loaded.filter((path) => path.endsWith('.ts') && folderOf(OURS, path));
		for (const path of [...old, ...(kept.some(hasChanged) ? kept : [])])
			Reflect.deleteProperty(load.cache, path);
	}

	/** The file that an import means, if it is loaded here. */
	find(from: string, name: string): string | undefined {
		if (this.isOff || isBuiltin(name) || OF_THE_TEST.includes(name)) return undefined;
		const isFile = /^[./]/.test(name);
		const asked = isFile ? resolve(dirname(from), name) : name;
		if (isFile && folderOf(this.folders, asked + sep) === undefined) return undefined;
		const path = this.paths.get(asked) ?? createRequire(from).resolve(asked);
		this.paths.set(asked, path);
		return path;
	}

	/** Loads a file that `find` gave. */
	load(path: string): unknown {
		return this.require(path);
	}
}
