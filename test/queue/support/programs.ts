import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of the servers that queue mode needs, by where Debian's packages put them. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
	postgresql: ['initdb', 'postgres', 'psql'],
	'redis-server': ['redis-server', 'redis-cli'],
	nginx: ['nginx'],
};

/** Debian keeps each version of PostgreSQL in a folder of its own, outside of the search path. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/**
 * Finds a program.
 * @throws Error when this machine does not have it.
 */
export function program(name: string): string {
	const path = find(name);
	if (path === undefined) throw new Error(`This machine has no ${name}`);
	return path;
}

/** The Debian packages whose programs are missing on this machine. */
export function missingPackages(): string[] {
	return Object.entries(PACKAGES)
		.filter(([, programs]) => programs.some((name) => find(name) === undefined))
		.map(([name]) => name);
}

function find(name: string): string | undefined {
	return folders()
		.map((folder) => join(folder, name))
		.find(isExecutable);
}

function folders(): string[] {
	const searched = (process.env['PATH'] ?? '').split(delimiter);
	return [...postgresFolders(), ...searched, '/usr/sbin', '/usr/local/sbin'];
}

function postgresFolders(): string[] {
	try {
		const newestFirst = readdirSync(POSTGRES_VERSIONS).sort((a, b) => Number(b) - Number(a));
		return newestFirst.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
	} catch {
		return [];
	}
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
