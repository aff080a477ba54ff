import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withLock } from './lock';
import { N8N_VERSION, NODE_MAJOR, type NpmRuntime, nodePackage, runtimeFolder, runtimeIn } from './paths';
import { Progress } from './progress';
import { npmEnvironment, run } from './run';
import { removeUnread } from './unread';

const MARKER = 'complete.json';
/**
 * What the installation writes, with npm's cache of what it downloads, and what is left without that cache when files
 * that n8n never reads are removed, in GB; measured on 2026-11-23.
 */
const LARGEST_GB = 3.2;
const LASTING_GB = 1.6;
const NEEDED_GB = 3.5;

/** Versions that the newest releases of n8n's dependencies would break, held at the last ones that work. */
const overrides = {
	xlsx: '0.18.5',
	linkedom: '0.18.12',
	'@langchain/langgraph-checkpoint': N8N_VERSION.startsWith('1.') ? '1.0.0' : '1.1.5',
	'@langchain/protocol': '0.0.19',
};

/** The modules that n8n cannot do without and that are compiled for this Node.js; not every version has all of them. */
const NATIVE_MODULES = ['sqlite3', 'isolated-vm'];

/** An installation that did not succeed: what failed, and what the user can do about it. */
export class InstallFailed extends Error {
	override readonly name = 'InstallFailed';
}

/**
 * Gives the machine's n8n of npm (with Node.js about 1.6 GB in the user's cache folder), installing it first when it
 * is not there. Safe to call from several processes at once: the second one waits for the first.
 * @throws InstallFailed
 */
export async function ensureRuntime(say: (line: string) => void = console.log): Promise<NpmRuntime> {
	const folder = runtimeFolder();
	if (await isComplete(folder)) return runtimeIn(folder);
	return await withLock(
		folder,
		() => say('Another process is installing n8n; waiting for it …'),
		async () => {
			if (!(await isComplete(folder))) await install(folder, say);
			return runtimeIn(folder);
		},
	);
}

async function isComplete(folder: string): Promise<boolean> {
	const [hasEnded, content] = await Promise.all([
		stat(join(folder, MARKER)).then(Boolean, () => false),
		readFile(join(folder, 'package.json'), 'utf8').catch(() => ''),
	]);
	return hasEnded && content === PACKAGE && existsSync(runtimeIn(folder).node);
}

async function install(folder: string, say: (line: string) => void): Promise<void> {
	const parent = dirname(folder);
	await removeLeftovers(parent, basename(folder));
	await checkSpace(parent);
	const temporary = `${folder}.installing-${process.pid}`;
	const logFile = `${folder}.install.log`;
	await mkdir(temporary, { recursive: true });
	await writeFile(logFile, '');
	say(
		`Installing n8n ${N8N_VERSION} with Node.js ${NODE_MAJOR}, once for this machine: three to seven minutes, ${LARGEST_GB} GB with npm's cache, of which n8n keeps ${LASTING_GB} GB.`,
	);
	say(`  into ${folder}`);
	say(`  log  ${logFile}`);
	const startedAt = Date.now();
	try {
		await writeFile(join(temporary, 'package.json'), PACKAGE);
		const runtime = runtimeIn(temporary);
		const progress = new Progress(say);
		await progress.step(
			'1/3 downloading packages',
			() =>
				run(
					'npm',
					[
						'install',
						'--legacy-peer-deps',
						'--ignore-scripts',
						'--no-audit',
						'--no-fund',
						'--loglevel=error',
					],
					{
						cwd: temporary,
						env: npmEnvironment(),
						logFile,
					},
				),
			await written(parent),
		);
		const native = NATIVE_MODULES.filter((name) => existsSync(join(temporary, 'node_modules', name)));
		const rebuild = ['rebuild', '--ignore-scripts=false', '--foreground-scripts', ...native];
		await progress.step('2/3 building native modules, and removing what n8n never reads', async () => {
			const env = { ...npmEnvironment(runtime.nodeBin), npm_config_nodedir: join(runtime.nodeBin, '..') };
			await Promise.all([run('npm', rebuild, { cwd: temporary, env, logFile }), removeUnread(temporary)]);
		});
		await progress.step('3/3 checking', async () => {
			const load = native.map((name) => `require('${name}');`).join('');
			await run(runtime.node, ['-e', load], { cwd: temporary, env: npmEnvironment(), logFile });
			await run(runtime.node, [runtime.n8n, '--version'], { cwd: temporary, env: npmEnvironment(), logFile });
		});
		const seconds = Math.round((Date.now() - startedAt) / 1000);
		const marker = { n8n: N8N_VERSION, node: NODE_MAJOR, platform: nodePackage(), seconds };
		await writeFile(join(temporary, MARKER), JSON.stringify(marker, null, '\t'));
		await rm(folder, { recursive: true, force: true });
		await rename(temporary, folder);
		say(`n8n is installed (${seconds} s).`);
	} catch (error) {
		await rm(temporary, { recursive: true, force: true });
		throw new InstallFailed(explain(error, logFile), { cause: error });
	}
}

/** What is installed. n8n expects `date-fns` beside its Extract from File, which does not start without it. */
const PACKAGE = JSON.stringify(
	{
		name: 'n8n-runtime',
		private: true,
		dependencies: { n8n: N8N_VERSION, 'date-fns': '^2', [nodePackage()]: NODE_MAJOR },
		overrides,
	},
	null,
	'\t',
);

/** Removes what an interrupted installation left behind. The lock makes sure that no other process is installing. */
async function removeLeftovers(parent: string, name: string): Promise<void> {
	for (const entry of await readdir(parent)) {
		if (entry.startsWith(`${name}.installing-`))
			await rm(join(parent, entry), { recursive: true, force: true });
	}
}

async function freeBytes(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

const inGb = (bytes: number): string => (Math.max(0, bytes) / 1e9).toFixed(1);

/**
 * How much has been written since now, in words, by the free space: to walk through a hundred thousand files would
 * slow down what it measures.
 */
async function written(folder: string): Promise<() => Promise<string>> {
	const before = await freeBytes(folder);
	return async () => `${inGb(before - (await freeBytes(folder)))} of about ${LARGEST_GB} GB`;
}

async function checkSpace(folder: string): Promise<void> {
	const free = await freeBytes(folder);
	if (free >= NEEDED_GB * 1e9) return;
	throw new InstallFailed(
		`There is not enough room for n8n in ${folder}: ${NEEDED_GB} GB are needed, ${inGb(free)} GB are free.\n` +
			'Free some, or set XDG_CACHE_HOME to a folder on another disk, and start again.',
	);
}

/** Words a failure for the user: what failed, the end of its output, and what helps. */
export function explain(error: unknown, logFile: string): string {
	const message = error instanceof Error ? error.message : String(error);
	const advice = ADVICES.find(([pattern]) => pattern.test(message))?.[1];
	return [
		'n8n could not be installed.',
		message,
		advice ?? `Look into ${logFile}, mend what it says, and start again: the installation begins anew.`,
	].join('\n');
}

/** What helps, by what the message shows; the first match counts. */
const ADVICES: ReadonlyArray<readonly [RegExp, string]> = [
	[
		/ENOSPC/,
		'The disk is full. Free 3.5 GB, or set XDG_CACHE_HOME to a folder on another disk, and start again.',
	],
	[
		/EACCES|EPERM/,
		'The cache folder is not writable. Mend its owner, or set XDG_CACHE_HOME to another folder.',
	],
	[/"npm .*could not start/, 'npm was not found. It comes with Node.js: install Node.js 24 and start again.'],
	[
		/^"npm rebuild/,
		'A native module was not built. It needs Python 3, make and a C++ compiler (Debian and Ubuntu: "apt-get install python3 make g++"; macOS: "xcode-select --install"). Install them and start again.',
	],
	[
		/E404|ETARGET|notarget/,
		'The package registry does not have one of the packages. Check "npm config get registry": the registry must carry all of npm.',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|UND_ERR|network/i,
		'The package registry was not reached. Check the connection, the proxy and "npm config get registry", and start again.',
	],
];
