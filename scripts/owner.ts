/**
 * The author and the repository of the package are placeholders until its owner sets them. `npx tsx scripts/owner.ts`
 * names every file that has one, and fails if there are any: the release workflow runs it. `npx tsx scripts/owner.ts
 * OWNER/REPOSITORY "Name" name@example.com` sets them everywhere.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './runtime/package';

/** What stands for each of them. They are put together here, so that this file does not name itself. */
const PLACEHOLDERS = {
	repository: ['n8n-nodes-x-platform', 'n8n-nodes-x-platform'].join('/'),
	name: ['n8n-nodes-x-platform', 'maintainers'].join(' '),
	email: ['n8n-nodes-x-platform', 'users.noreply.github.com'].join('@'),
};

type Owner = typeof PLACEHOLDERS;

const names = Object.keys(PLACEHOLDERS) as Array<keyof Owner>;

/** The files of the repository that people read, or whose texts they read in n8n or a terminal. */
export const sources = (): string[] =>
	execFileSync('git', ['ls-files', '-z'], { cwd: PROJECT_ROOT, encoding: 'utf8' })
		.split('\0')
		.filter((file) => /\.(ts|mjs|json|ya?ml|md)$/.test(file) && file !== 'package-lock.json');

/** The files of the repository that have a placeholder, each with the names of those that it has. */
export function placeholders(): Array<{ file: string; found: Array<keyof Owner> }> {
	return sources().flatMap((file) => {
		const text = readFileSync(join(PROJECT_ROOT, file), 'utf8');
		const found = names.filter((name) => text.includes(PLACEHOLDERS[name]));
		return found.length > 0 ? [{ file, found }] : [];
	});
}

/** Writes the owner into every file that has a placeholder. */
export function setOwner(owner: Owner): void {
	for (const { file, found } of placeholders()) {
		const path = join(PROJECT_ROOT, file);
		const text = found.reduce(
			(text, name) => text.replaceAll(PLACEHOLDERS[name], owner[name]),
			readFileSync(path, 'utf8'),
		);
		writeFileSync(path, text);
	}
}

function main([repository, name, email]: readonly string[]): void {
	if (repository !== undefined) {
		if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || name === undefined || !email?.includes('@'))
			throw new Error('Give OWNER/REPOSITORY, the name and the e-mail address of the author');
		setOwner({ repository, name, email });
	}
	const left = placeholders();
	for (const { file, found } of left) console.log(`${file}: ${found.join(', ')}`);
	if (left.length === 0) return;
	console.log(
		'These are placeholders. Set them: npx tsx scripts/owner.ts OWNER/REPOSITORY "Name" name@example.com',
	);
	process.exitCode = 1;
}

if (require.main === module) main(process.argv.slice(2));
