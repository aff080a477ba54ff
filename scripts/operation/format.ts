/** Formats code as the rest of the repository; a file of its own, because Prettier does not load inside of jest. */
import { join } from 'node:path';
import prettier from 'prettier';
import type { Changes } from './write';

/** Code as the rest of the repository is written; tables keep their lines. */
export async function formatted(root: string, changes: Changes): Promise<Changes> {
	const entries = [...changes].map(async ([path, text]) => {
		if (!path.endsWith('.ts')) return [path, text] as const;
		const config = await prettier.resolveConfig(join(root, path));
		return [path, await prettier.format(text, { ...config, filepath: path })] as const;
	});
	return new Map(await Promise.all(entries));
}
