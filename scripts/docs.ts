/** Writes the reference pages in docs/reference from the records that the nodes are made of: `npx tsx scripts/docs.ts`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pages } from './docs/pages';

for (const [path, content] of Object.entries(pages())) {
	const file = resolve(__dirname, '..', path);
	mkdirSync(dirname(file), { recursive: true });
	// Who reads a page while it is written finds a part of it.
	const isThere = existsSync(file) && readFileSync(file, 'utf8') === content;
	if (!isThere) writeFileSync(file, content);
}
