/** Writes the reference pages in docs/reference from the records that the nodes are made of: `npx tsx scripts/docs.ts`. */
import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pages } from './docs/pages';
import { replace } from './operation/write';

for (const [path, content] of Object.entries(pages())) {
	const file = resolve(__dirname, '..', path);
	mkdirSync(dirname(file), { recursive: true });
	replace(file, content);
}
