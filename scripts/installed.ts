/** The package as people have it: installed from its tarball, with nothing around it but what n8n gives to packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './runtime/package';
import { npmEnvironment } from './runtime/run';

/** What n8n's scan lets a package import: these come from the n8n that loads it. */
const GIVEN_BY_N8N = ['n8n-workflow', 'zod', 'lodash', 'luxon'];

const { name: PACKAGE } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
	name: string;
};

/** An installation of the package in a folder of its own. */
export interface Installed {
	/** The folder with `node_modules`. */
	readonly folder: string;
	/** The packages that npm put there. */
	readonly packages: readonly string[];
}

/** Packs the build. */
export function pack(folder: string): string {
	const args = ['pack', '--ignore-scripts', '--pack-destination', folder];
	const name = execFileSync('npm', args, {
		cwd: PROJECT_ROOT,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	return join(folder, name.trim().split('\n').at(-1) ?? '');
}

/**
 * Installs a tarball as the pages say, without options.
 *
 * @param parent An empty folder is made in it.
 * @param nodeBin The folder of the Node.js that npm and its scripts run with; by default this one.
 */
export function install(tarball: string, parent: string, nodeBin?: string): Installed {
	const folder = mkdtempSync(join(parent, 'installed-'));
	writeFileSync(join(folder, 'package.json'), '{}');
	const options = { cwd: folder, env: npmEnvironment(nodeBin), stdio: 'pipe' } as const;
	execFileSync('npm', ['install', tarball], options);
	const listed = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
		packages: Record<string, object>;
	};
	return { folder, packages: Object.keys(listed.packages).map((path) => path.replace('node_modules/', '')) };
}

/** Loads every file of a package and says how many there were; a file that misses something stops it. */
const LOAD_ALL = `
	const { readdirSync } = require('node:fs');
	const { join } = require('node:path');
	const root = join(process.cwd(), 'node_modules', process.argv[1], 'dist');
	const files = readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.js'));
	for (const file of files) require(join(root, file));
	console.log(files.length);`;

/**
 * Loads every file of an installed package beside n8n's own modules alone, and gives how many there were.
 *
 * @param installed The installation; n8n's modules are put beside it.
 */
export function loadAll({ folder }: Pick<Installed, 'folder'>, node: string = process.execPath): number {
	for (const name of GIVEN_BY_N8N) {
		const place = join(folder, 'node_modules', name);
		if (!existsSync(place)) symlinkSync(join(PROJECT_ROOT, 'node_modules', name), place);
	}
	const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
	return Number(execFileSync(node, ['-e', LOAD_ALL, PACKAGE], options));
}
