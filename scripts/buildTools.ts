/**
 * Leaves in package.json and package-lock.json what the build needs, and nothing of the tests: the job of a release
 * that builds what is published installs no more. Node.js 24 runs this file as it is, before anything is installed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The compiler with what starts it, and the modules of n8n that the build loads to store the forms. */
const NEEDED = [
	'@types/node',
	'esbuild',
	'gulp',
	'lodash',
	'luxon',
	'n8n-workflow',
	'tsx',
	'typescript',
	'zod',
];

/** Where the libraries are named that the build bundles. */
const BUNDLED = 'nodes/shared/vendor';

interface Locked {
	version?: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
}

/** A lock file, as far as it matters here. */
export interface Lock {
	packages: Record<string, Locked>;
}

/** The entry of a package that another one finds, nearest first. */
function entryOf(packages: Lock['packages'], from: string, name: string): string | undefined {
	const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
	if (place in packages) return place;
	return from === ''
		? undefined
		: entryOf(packages, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

/**
 * The lock file with some packages and what they depend on.
 *
 * @param lock The whole lock file.
 */
export function reduced(lock: Lock, names: readonly string[]): Lock {
	const { packages } = lock;
	const kept = new Set<string>();
	const next = names.map((name) => `node_modules/${name}`);
	for (const place of next) {
		const entry = packages[place];
		if (entry === undefined) throw new Error(`package-lock.json has no ${place}`);
		if (kept.has(place)) continue;
		kept.add(place);
		const named = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
		next.push(...Object.keys(named).flatMap((name) => entryOf(packages, place, name) ?? []));
	}
	const versions = names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? '']);
	const root = { ...packages[''], devDependencies: Object.fromEntries(versions) as Record<string, string> };
	const entries = Object.entries(packages).filter(([place]) => kept.has(place));
	return { ...lock, packages: { '': root, ...Object.fromEntries(entries) } };
}

/** The libraries that the build bundles. */
export const bundled = (): string[] =>
	(readdirSync('nodes/shared').includes('vendor') ? readdirSync(BUNDLED) : [])
		.filter((file) => file.endsWith('.ts'))
		.flatMap((file) => [...readFileSync(`${BUNDLED}/${file}`, 'utf8').matchAll(/ from '([^.'][^']*)'/g)])
		.map(([, module = '']) =>
			module
				.split('/')
				.slice(0, module.startsWith('@') ? 2 : 1)
				.join('/'),
		);

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const write = (file: string, content: unknown): void =>
	writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

if (process.argv[1]?.endsWith('buildTools.ts')) {
	const lock = reduced(read('package-lock.json') as Lock, [...new Set([...NEEDED, ...bundled()])].sort());
	const manifest = read('package.json') as Locked;
	write('package.json', { ...manifest, devDependencies: lock.packages['']?.devDependencies });
	write('package-lock.json', lock);
	console.log(`${Object.keys(lock.packages).length - 1} packages are left for the build.`);
}
