/** Where the pages of operations are kept between their making and the building of the site. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface OperationPage {
	/** Under docs/operations, without an ending. */
	readonly path: string;
	/** The node's part of the path. */
	readonly folder: string;
	readonly node: string;
	readonly resource: string;
	readonly name: string;
	/** What the search looks through. */
	readonly words: string;
	/** Markdown. */
	readonly content: string;
}

export const PAGES_FILE = resolve(process.cwd(), '.cache/operations.json');

/**
 * The pages that were made last.
 *
 * @throws Error that says how they are made.
 */
export function storedPages(file: string = PAGES_FILE): OperationPage[] {
	if (!existsSync(file)) throw new Error(`${file} is not there: npx tsx scripts/operationPages.ts makes it`);
	return JSON.parse(readFileSync(file, 'utf8')) as OperationPage[];
}
