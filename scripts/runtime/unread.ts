/** Removes files of an installed n8n that it never reads: source maps, and declarations of types of other packages. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** How many folders are read at the same time. */
const LANES = 16;

/** n8n gives declarations of its own packages, and those of the compiler, to language models. */
const KEPT = /^(?:n8n.*|@n8n|@types|typescript)$/;

const isMap = (name: string) => name.endsWith('.map');
const isDeclaration = (name: string) => /\.d\.[cm]?ts$/.test(name);

/**
 * Removes what is never read.
 *
 * @param folder With the `node_modules`.
 */
export async function removeUnread(folder: string): Promise<void> {
	const waiting = [{ path: join(folder, 'node_modules'), isKept: false }];
	const visit = async ({ path, isKept }: (typeof waiting)[number]): Promise<void> => {
		const isPackages = /node_modules$/.test(path);
		// A folder may be gone: native modules are built at the same time.
		for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
			const inside = join(path, entry.name);
			if (entry.isDirectory())
				waiting.push({ path: inside, isKept: isPackages ? KEPT.test(entry.name) : isKept });
			else if (entry.isFile() && (isMap(entry.name) || (!isKept && isDeclaration(entry.name))))
				await rm(inside, { force: true });
		}
	};
	while (waiting.length > 0) await Promise.all(waiting.splice(-LANES).map(visit));
}
