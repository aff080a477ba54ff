/** Files that are changed together: all of them, or none. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** New text by path from the root. */
export type Changes = ReadonlyMap<string, string>;

/**
 * Writes files, and does what follows from them. Whatever fails, the files are as they were.
 *
 * @param generated Paths of files that `then` writes.
 */
export function writeTogether(
	root: string,
	changes: Changes,
	generated: readonly string[],
	then: () => void,
): void {
	const paths = [...changes.keys(), ...generated];
	const before = new Map(paths.map((path) => [path, textAt(join(root, path))]));
	try {
		for (const [path, text] of changes) replace(join(root, path), text);
		then();
	} catch (error) {
		for (const [path, text] of before) {
			if (text === undefined) rmSync(join(root, path), { force: true });
			else replace(join(root, path), text);
		}
		throw error;
	}
}

const textAt = (path: string): string | undefined =>
	existsSync(path) ? readFileSync(path, 'utf8') : undefined;

/** A reader sees the old file or the new one, never a half. */
export function replace(path: string, text: string): void {
	const beside = `${path}.new`;
	writeFileSync(beside, text);
	renameSync(beside, path);
}
