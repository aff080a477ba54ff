/** The pages of the repository and the code blocks in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../../..');

export interface Block {
	/** File and line, for the name of a test. */
	readonly place: string;
	readonly page: string;
	/** The first word behind the fence, and what follows it. */
	readonly language: string;
	readonly info: string;
	readonly code: string;
}

/** Every page that people read, by its path from the root. */
export const pages = (): readonly string[] => [
	...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
	'examples/README.md',
	...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.md') && !file.startsWith('.vitepress'))
		.map((file) => `docs/${file}`),
];

export const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

const FENCED = /^( *)(`{3,}|~{3,})([^\n]*)\n([^]*?)^\1\2 *$/gm;

/** All code blocks of a page, in its order. */
export const blocksOf = (page: string): Block[] =>
	[...read(page).matchAll(FENCED)].map(({ 3: fence = '', 4: code = '', index }) => {
		const [language = '', ...info] = fence.trim().split(/\s+/);
		const line = read(page).slice(0, index).split('\n').length;
		return { page, place: `${page}:${line}`, language, info: info.join(' '), code };
	});

export const blocks = (): Block[] => pages().flatMap(blocksOf);

/** A page without its blocks and without what is written as code. */
export const prose = (page: string): string =>
	read(page)
		.replace(FENCED, '')
		.replace(/`[^`\n]+`/g, '');
